import { dirname } from "node:path";
import {
  anonymous,
  type Body,
  createScrubber,
  type Exchange,
  type HeaderList,
  headerList,
  type RedactOptions,
} from "@tapedeck/tape";
import { createBodyWriter, discardBody } from "@tapedeck/tape/files";
import type { Har, HarEntry } from "@tapedeck/tape/har";
import { chunksIn, createSecretMemory, isBase64, parsedJson } from "@tapedeck/tape/internal";
import type { Placed } from "./entries.ts";
import { type Finding, finding } from "./finding.ts";

/**
 * Finds what looks like a secret: in entries by the names of headers, parameters, cookies and members, elsewhere in the
 * file by its format.
 * @param placed The entries as they were read, with the files beside them.
 * @param expected The text that the file should have; "" for another tool's. Its lines hold no secret.
 * @example
 * secretsIn(har, text, placed, ""); // [{ kind: "secret", where: "entry 1, GET …", found: "… (github-token)", advice: "…" }]
 */
export function secretsIn({ log }: Har, text: string, placed: readonly Placed[], expected: string): readonly Finding[] {
  const then =
    log._tapedeck === undefined
      ? "then take the file over with npx @tapedeck/cli import"
      : "then run npx @tapedeck/cli verify --fix";
  const found = log.entries.flatMap((entry, at) => {
    const exchange = placed.find((each) => each.at === at)?.exchange;
    const kinds = kindsIn(entry, log._tapedeck?.redact, exchange);
    const { method, url } = entry.request;
    return kinds.length === 0
      ? []
      : [secretFinding(`entry ${at + 1}, ${method} ${createScrubber().text(url)}`, kinds, then)];
  });
  const known = new Set(expected.split("\n"));
  const others = text.split("\n").map((line) => (known.has(line.replace(/\r$/, "")) ? "" : line));
  return found.length > 0 ? found : secretLines(others.join("\n"), then);
}

/**
 * Does the same for a file that cannot be read, or whose secret is in no entry: in a name, a comment, what a tool
 * added.
 */
export function secretLines(text: string, then = "then restore the file, or remove it"): readonly Finding[] {
  const kinds = new Set<string>();
  const scrubber = createScrubber({ onRedact: (kind) => kinds.add(kind) });
  return text.split("\n").flatMap((line, at) => {
    kinds.clear();
    const header = headerIn(line);
    if (header !== null) scrubber.headers([header]);
    // The member is ours, and is no password.
    else if (line !== "") scrubber.text(line.replace(/^ *"_pass": [\d.]+/, ""));
    return kinds.size === 0 ? [] : [secretFinding(`line ${at + 1}`, [...kinds], then)];
  });
}

// As HAR of ours has one, on a line of its own: only read as a header is it clean once its secret is hidden.
function headerIn(line: string): HeaderList[number] | null {
  const [, pair = ""] = /^\s*(\{ "name": .+ \}),?$/.exec(line) ?? [];
  const [header = null] = pairs([parsedJson(pair)]);
  return header;
}

function kindsIn({ request, response }: HarEntry, redact: RedactOptions = {}, read?: Exchange): readonly string[] {
  const kinds = new Set<string>();
  const scrubber = createScrubber({ ...redact, onRedact: (kind) => kinds.add(kind) });
  if (read !== undefined) {
    scrubber.exchange(read);
    for (const kind of kindsInFiles(read, redact)) kinds.add(kind);
  }
  const { queryString } = request as { readonly queryString?: unknown };
  const { method, url, postData } = request;
  scrubber.exchange({
    request: {
      method,
      target: url,
      principal: anonymous,
      headers: headerList([...pairs(request.headers), ...cookiesOf(request)]),
      body: writtenBody(postData?.text, postData?._encoding),
    },
    response: {
      status: response.status,
      headers: headerList([...pairs(response.headers), ...cookiesOf(response)]),
      body: writtenBody(response.content?.text, response.content?.encoding),
    },
  });
  // As in a query or a form, where a parameter's name tells a secret.
  for (const [name, value] of [...pairs(queryString), ...pairs(postData?.params)]) scrubber.target(`?${name}=${value}`);
  return [...kinds];
}

function cookiesOf(message: object): HeaderList {
  const { cookies } = message as { readonly cookies?: unknown };
  return pairs(cookies).map(([name, value]) => ["cookie", `${name}=${value}`] as const);
}

function writtenBody(text: unknown, encoding: unknown): Body | null {
  if (typeof text !== "string") return null;
  return { encoding: encoding === "base64" && isBase64(text) ? "base64" : "utf8", text };
}

// Of any type: only headers have been checked.
function pairs(list: unknown): ReadonlyArray<readonly [name: string, value: string]> {
  if (!Array.isArray(list)) return [];
  return list.flatMap((each: { readonly name?: unknown; readonly value?: unknown } | null) =>
    typeof each?.name === "string" && typeof each.value === "string" ? [[each.name, each.value] as const] : [],
  );
}

function secretFinding(where: string, kinds: readonly string[], then: string): Finding {
  const found = `something that looks like a secret (${kinds.join(", ")})`;
  return finding(
    "secret",
    where,
    found,
    `if it is real, revoke it first; ${then}, and take it out of the version history`,
  );
}

/** Returns the kinds of secrets in the large bodies of an exchange. */
function kindsInFiles({ request, response }: Exchange, redact: RedactOptions = {}): readonly string[] {
  const kinds = new Set<string>();
  const scrubber = createScrubber({ ...redact, onRedact: (kind) => kinds.add(kind) });
  for (const [body, sent] of [[request.body, true] as const, [response.body, false] as const]) {
    if (body?.encoding !== "file") continue;
    const change = scrubber.body(sent, request);
    for (const piece of chunksIn(body, { passing: true })) change.chunk(piece);
    change.end();
  }
  return [...kinds];
}

/** Returns an exchange whose large bodies hold no secret: those that did are rewritten beside the recording. */
export async function withoutSecretsInFiles(exchange: Exchange, redact: RedactOptions = {}): Promise<Exchange> {
  const { request, response } = exchange;
  const clean = async <Kind extends Body | null>(body: Kind, sent: boolean): Promise<Kind> => {
    if (body?.encoding !== "file") return body;
    const memory = createSecretMemory(redact);
    memory.learn({ request: { ...request, body: null }, response: { ...response, body: null } });
    const change = memory.body(sent, request);
    const writer = createBodyWriter(dirname(body.path));
    try {
      for (const piece of chunksIn(body, { passing: true })) writer.write(await change.chunk(piece));
      writer.write(await change.end());
    } catch (error) {
      writer.abandon();
      throw error;
    }
    const written = writer.end();
    if (written.digest !== body.digest) return written as Kind;
    discardBody(written);
    return body;
  };
  const [sent, answered] = [await clean(request.body, true), await clean(response.body, false)];
  if (sent === request.body && answered === response.body) return exchange;
  return { ...exchange, request: { ...request, body: sent }, response: { ...response, body: answered } };
}
