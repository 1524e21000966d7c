// The header fields that pass from one connection to the next: one list for every part that forwards requests (an
// upstream, a recorder, a replay's fallback). Their values are the caller's business. Read next: headers.ts.
import { isOfEncodedBody } from "../body/content-coding.ts";
import { hopByHop } from "./headers.ts";

type Field = readonly [name: string, value: string];

// `host` belongs to the next server; a length depends on the sender's framing; an expectation was answered.
const ofOneRequest: ReadonlySet<string> = new Set(["content-length", "expect", "host"]);

/**
 * Returns the request fields to pass to the next server: without this connection's own, and without those that
 * `connection` names.
 * @param fields Names in lower case.
 * @param dropped Further names that the sender sets itself.
 * @see RFC 9110, section 7.6.1
 * @example
 * forwardedRequestFields([["connection", "x-mine"], ["x-mine", "1"], ["accept", "text/plain"]]); // [["accept", "text/plain"]]
 */
export function forwardedRequestFields(fields: Iterable<Field>, dropped: readonly string[] = []): [string, string][] {
  return endToEnd([...fields], ([name]) => !ofOneRequest.has(name) && !dropped.includes(name));
}

/**
 * Returns the response fields to pass back to the client with the decoded body. An answer to HEAD has no body: its
 * length and coding stay true.
 * @param fields Names in lower case.
 */
export function forwardedResponseFields(fields: Iterable<Field>, method: string): [string, string][] {
  return endToEnd([...fields], (field) => method === "HEAD" || !isOfEncodedBody(field));
}

function endToEnd(fields: readonly Field[], passes: (field: Field) => boolean): [string, string][] {
  const named = new Set(
    fields.flatMap(([name, value]) =>
      name === "connection" ? value.split(",").map((option) => option.trim().toLowerCase()) : [],
    ),
  );
  return fields.flatMap((field) => {
    const [name, value] = field;
    return hopByHop.has(name) || named.has(name) || !passes(field) ? [] : [[name, value] as [string, string]];
  });
}
