import { counter, isAccount, type ReferenceFault, withDocument, withHeaders, without } from "../fault.ts";
import type { ReferenceRequest } from "../http/message.ts";

/** Conditions and ranges misread. */
export const conditionFaults: Readonly<Record<string, ReferenceFault>> = {
  "304-never": {
    what: "conditions are not heard",
    ask: (ask) => without(ask, "if-none-match"),
  },
  "304-always": {
    what: "any condition is good for a 304",
    ask: (ask) => ask.headers["if-none-match"] !== undefined && asking(ask, "*"),
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
    ask: (ask) => ask.headers["if-none-match"] === "*" && without(ask, "if-none-match"),
  },
  "304-with-type": {
    what: "a 304 says of what type its body is",
    reply: (reply) => reply.status === 304 && withHeaders(reply, { "content-type": "application/json; charset=utf-8" }),
  },
  "304-without-etag": {
    what: "a 304 has no etag",
    reply: (reply) => reply.status === 304 && withHeaders(reply, { etag: null }),
  },
  "etag-stays": {
    what: "a document changes, and its etag does not",
    reply: (reply, { segments }) =>
      isAccount(reply, segments) &&
      withDocument(reply, (document) => ({
        ...document,
        bio: String(counter(reply.headers, "used")).padStart(4, "0"),
      })),
  },
  "head-without-etag": {
    what: "HEAD has no etag",
    reply: (reply, { method }) => method === "HEAD" && withHeaders(reply, { etag: null }),
  },
  "preflight-200": {
    what: "a preflight is answered 200",
    reply: (reply) => reply.status === 204 && { ...reply, status: 200 },
  },
  "range-ignored": {
    what: "ranges are offered and not given",
    ask: (ask) => without(ask, "range"),
  },
};

function conditional(ask: ReferenceRequest, counts: (tag: string, at: number) => boolean): ReferenceRequest | false {
  const tags = ask.headers["if-none-match"];
  if (tags === undefined || tags === "*") return false;
  const left = tags.split(", ").filter(counts);
  return left.length === 0 ? without(ask, "if-none-match") : asking(ask, left.join(", "));
}

function asking(ask: ReferenceRequest, tags: string): ReferenceRequest {
  return { ...ask, headers: { ...ask.headers, "if-none-match": tags } };
}
