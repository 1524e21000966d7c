import { counter, isAccount, omit, type ReferenceFault, withDocument, withHeaders } from "../fault.ts";
import type { ReferenceRequest } from "../http/request.ts";

export type ConditionFault =
  | "304-never"
  | "304-always"
  | "304-strong"
  | "304-first-tag"
  | "304-no-star"
  | "304-with-type"
  | "304-without-etag"
  | "etag-stays"
  | "head-without-etag"
  | "preflight-200"
  | "range-ignored";

/** Conditions and ranges misread. */
export const conditionFaults: Readonly<Record<ConditionFault, ReferenceFault>> = {
  "304-never": {
    what: "conditions are not heard",
    ask: (ask) => ({ ...ask, headers: omit(ask.headers, "if-none-match") }),
  },
  "304-always": {
    what: "any condition is good for a 304",
    ask: ({ headers, ...ask }) => ({
      ...ask,
      headers: headers["if-none-match"] === undefined ? headers : { ...headers, "if-none-match": "*" },
    }),
  },
  "304-strong": {
    what: "tags are compared letter by letter",
    ask: (ask) => conditional(ask, (tag) => tag.startsWith("W/")),
  },
  "304-first-tag": {
    what: "of a list, the first tag alone counts",
    ask: (ask) => conditional(ask, (_tag, at) => at === 0),
  },
  "304-no-star": {
    what: "* is no tag",
    ask: (ask) =>
      ask.headers["if-none-match"] === "*" ? { ...ask, headers: omit(ask.headers, "if-none-match") } : ask,
  },
  "304-with-type": {
    what: "a 304 says of what type its body is",
    reply: (reply) =>
      reply.status === 304 ? withHeaders(reply, { "content-type": "application/json; charset=utf-8" }) : reply,
  },
  "304-without-etag": {
    what: "a 304 has no etag",
    reply: (reply) => (reply.status === 304 ? withHeaders(reply, { etag: null }) : reply),
  },
  "etag-stays": {
    what: "a document changes, and its etag does not",
    reply: (reply, { segments }) =>
      isAccount(reply, segments)
        ? withDocument(reply, (document) => ({
            ...document,
            bio: String(counter(reply.headers, "used")).padStart(4, "0"),
          }))
        : reply,
  },
  "head-without-etag": {
    what: "HEAD has no etag",
    reply: (reply, { method }) => (method === "HEAD" ? withHeaders(reply, { etag: null }) : reply),
  },
  "preflight-200": {
    what: "a preflight is answered 200",
    reply: (reply) => (reply.status === 204 ? { ...reply, status: 200 } : reply),
  },
  "range-ignored": {
    what: "ranges are offered and not given",
    ask: (ask) => ({ ...ask, headers: omit(ask.headers, "range") }),
  },
};

function conditional(ask: ReferenceRequest, counts: (tag: string, at: number) => boolean): ReferenceRequest {
  const tags = ask.headers["if-none-match"];
  if (tags === undefined || tags === "*") return ask;
  const left = tags.split(", ").filter(counts);
  const headers = omit(ask.headers, "if-none-match");
  return { ...ask, headers: left.length === 0 ? headers : { ...headers, "if-none-match": left.join(", ") } };
}
