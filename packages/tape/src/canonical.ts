import type { Body, Exchange, HeaderList } from "./exchange.ts";
import { headerList, hopByHop } from "./headers.ts";
import { isJson, prettyJson } from "./json-text.ts";

// Bodies are kept decoded, so the recorded encoding and length no longer describe them: sent as they stand, they make
// every client unzip plain text.
const unsendable: ReadonlySet<string> = new Set(["content-encoding", "content-length"]);

/**
 * The one way to write an exchange down: headers in order and without those of the connection or of the body's
 * encoding, JSON bodies laid out over lines. Doing it twice is doing it once.
 * @example
 * canonical(exchange).response.body?.text; // '{\n  "login": "ada"\n}'
 */
export function canonical({ request, response }: Exchange): Exchange {
  // A HEAD response has no body to take its length from: the header is all there is.
  const drop = request.method === "HEAD" ? hopByHop : unsendable;
  return {
    request: { ...request, headers: kept(request.headers, unsendable), body: laidOut(request.body, request.headers) },
    response: { ...response, headers: kept(response.headers, drop), body: laidOut(response.body, response.headers) },
  };
}

/**
 * Puts exchanges into their one order, which does not depend on when each was answered: by path, query, principal,
 * method and condition. Answers to the same request keep the order they came in.
 */
export function arrange(exchanges: readonly Exchange[]): readonly Exchange[] {
  return exchanges
    .map((exchange) => ({ exchange, rank: rankOf(exchange) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : 0))
    .map(({ exchange }) => exchange);
}

/** What {@link arrange} compares, as text: of two exchanges, the one with the lesser comes first. */
export function rankOf({ request }: Exchange): string {
  const [path = "", query = ""] = request.target.split(/\?(.*)/s);
  // U+0000 sorts before every character of a target, so that a path comes before those it is the beginning of.
  return [path, query, request.principal, request.method, request.headers.join(), request.body?.text ?? ""].join("\0");
}

function kept(headers: HeaderList, drop: ReadonlySet<string>): HeaderList {
  return headerList(headers).filter(([name]) => !hopByHop.has(name) && !drop.has(name));
}

function laidOut(body: Body | null, headers: HeaderList): Body | null {
  return body?.encoding === "utf8" && isJson(headers) ? { encoding: "utf8", text: prettyJson(body.text) } : body;
}
