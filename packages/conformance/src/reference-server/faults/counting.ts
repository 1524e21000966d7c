import { counter, type ReferenceFault, withDocument, withHeaders } from "../fault.ts";

/** Wrong counters, and wrong prices. */
export const countingFaults: Readonly<Record<string, ReferenceFault>> = {
  "remaining-off-by-one": {
    what: "one request less remains than is true",
    reply: (reply) => withHeaders(reply, { "x-ratelimit-remaining": String(counter(reply.headers, "remaining") - 1) }),
  },
  "not-found-uncounted": {
    what: "a 404 has no counters",
    reply: (reply) =>
      reply.status === 404 &&
      withHeaders(
        reply,
        Object.fromEntries(["limit", "remaining", "reset", "used"].map((name) => [`x-ratelimit-${name}`, null])),
      ),
  },
  "not-found-free": { what: "a 404 costs nothing", price: (price, status) => (status === 404 ? 0 : price) },
  "not-found-gives-back": { what: "a 404 gives three back", price: (price, status) => (status === 404 ? -3 : price) },
  "good-answers-free": {
    what: "the answers to GET cost nothing",
    price: (price, status, { method }) => (method === "GET" && status === 200 ? 0 : price),
  },
  "everything-twice": { what: "every request costs two", price: (price) => 2 * price },
  "head-free": { what: "HEAD costs nothing", price: (price, _status, { method }) => (method === "HEAD" ? 0 : price) },
  "preflight-charged": {
    what: "a preflight costs one",
    price: (price, _status, { method }) => (method === "OPTIONS" ? 1 : price),
  },
  "rate-limit-charged": {
    what: "/rate_limit costs one",
    price: (price, _status, { segments }) => (segments.at(-1) === "rate_limit" ? 1 : price),
  },
  "rate-limit-differs": {
    what: "the body of /rate_limit counts from another moment",
    reply: (reply, { segments }) =>
      segments.at(-1) === "rate_limit" &&
      withDocument(reply, (document) => ({
        ...document,
        resources: { core: { ...(document["rate"] as object), used: 7 } },
      })),
  },
  "304-charged-by-form": {
    what: "a 304 is charged for one tag, and free for a list and for *",
    price: (price, status, { headers }) => (status === 304 && /[*,]/.test(headers["if-none-match"] ?? "") ? 0 : price),
  },
  "reset-slides": {
    what: "every request moves the end of the window",
    reply: (reply) => {
      const reset = counter(reply.headers, "reset") + 10 * counter(reply.headers, "used");
      return withHeaders(reply, { "x-ratelimit-reset": String(reset) });
    },
  },
  "refusal-charged": {
    what: "a refusal is counted",
    reply: (reply) =>
      reply.status === 403 && withHeaders(reply, { "x-ratelimit-used": String(counter(reply.headers, "used") + 1) }),
  },
};
