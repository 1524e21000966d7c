import { type Body, type Exchange, type HeaderList, type Rewrite, redactedUrl, rewriter } from "@tapedeck/tape";

/** The service that is asked, and the origin that stands for it in recordings. */
export interface Upstream {
  /** Scheme, host, port and path prefix, without a slash at the end. */
  readonly base: string;
  readonly origin: string;
}

const loopback = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\])$/;

/**
 * Reads where to ask, and what to write down as the place asked. The port of a service on this machine means nothing
 * tomorrow: it is written as `http://localhost`.
 * @throws RangeError if either is no base URL.
 * @example
 * upstreamOf("http://127.0.0.1:49152/api/v3/"); // { base: "http://127.0.0.1:49152/api/v3", origin: "http://localhost" }
 */
export function upstreamOf(from: string, origin?: string): Upstream {
  const url = baseUrl("record from", from);
  const written = origin === undefined ? null : baseUrl("write the origin", origin);
  if (written && written.pathname !== "/") {
    throw new RangeError(
      `Cannot write the origin "${redactedUrl(origin ?? "")}": it has a path; leave "${written.pathname}" out`,
    );
  }
  return {
    base: url.origin + url.pathname.replace(/\/+$/, ""),
    origin: written?.origin ?? (loopback.test(url.hostname) ? "http://localhost" : url.origin),
  };
}

function baseUrl(what: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const place = redactedUrl(text);
  if (url?.username || url?.password) {
    throw new RangeError(
      `Cannot ${what} "${place}": it holds a credential; take it out of the URL, and name the environment variable that holds it (--token-env)`,
    );
  }
  const wrong = !/^https?:$/.test(url?.protocol ?? "")
    ? "it is no http or https URL"
    : url?.search || url?.hash
      ? "it has a query or a fragment; leave that out"
      : null;
  if (url === null || wrong !== null) throw new RangeError(`Cannot ${what} "${place}": ${wrong}`);
  return url;
}

/**
 * The path and query that a URL of the service stands for; null for a URL of another host.
 * @example
 * targetWithin("http://127.0.0.1:49152/api/v3/users?page=2", upstream); // "/users?page=2"
 */
export function targetWithin(url: string, { base, origin }: Upstream): string | null {
  if (url.startsWith("/") && !url.startsWith("//")) return url;
  return restOf(url, base) ?? restOf(url, new URL(base).origin) ?? restOf(url, origin);
}

function restOf(url: string, start: string): string | null {
  const rest = url.slice(start.length);
  if (!url.startsWith(start) || !/^(?:[/?]|$)/.test(rest)) return null;
  return rest.startsWith("/") ? rest : `/${rest}`;
}

/** Makes what puts the origin as recordings name it in the place of the service's, in every text of an exchange. */
export function originRewriter({ base, origin }: Upstream): (exchange: Exchange) => Exchange {
  const rewrite = rewriter([base, new URL(base).origin], origin);
  return (exchange) => rewritten(exchange, rewrite);
}

/** An exchange with every text in it rewritten. */
export function rewritten({ request, response }: Exchange, rewrite: Rewrite): Exchange {
  return {
    request: {
      ...request,
      target: rewrite(request.target),
      headers: rewrittenHeaders(request.headers, rewrite),
      body: rewrittenBody(request.body, rewrite),
    },
    response: {
      ...response,
      headers: rewrittenHeaders(response.headers, rewrite),
      body: rewrittenBody(response.body, rewrite),
    },
  };
}

function rewrittenHeaders(headers: HeaderList, rewrite: Rewrite): HeaderList {
  return headers.map(([name, value]) => [name, rewrite(value)] as const);
}

function rewrittenBody(body: Body | null, rewrite: Rewrite): Body | null {
  return body?.encoding === "utf8" ? { encoding: "utf8", text: rewrite(body.text) } : body;
}
