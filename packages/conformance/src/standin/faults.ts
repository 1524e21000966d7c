import { counter, type Fault, withBody, withDocument, withHeaders } from "./fault.ts";
import type { Reply } from "./reply.ts";

/** The names of all faults. */
export type FaultName =
  | "remaining-off-by-one"
  | "not-found-uncounted"
  | "not-found-free"
  | "not-found-gives-back"
  | "good-answers-free"
  | "everything-twice"
  | "head-free"
  | "preflight-charged"
  | "rate-limit-charged"
  | "rate-limit-differs"
  | "304-charged-by-form"
  | "reset-slides"
  | "refusal-charged"
  | "one-bucket"
  | "basic-unknown"
  | "malformed-taken"
  | "own-user-forbidden"
  | "private-shown"
  | "credential-repeated"
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
  | "id-as-text"
  | "error-without-message"
  | "not-found-as-410"
  | "json-as-html"
  | "uncacheable"
  | "version-4"
  | "zen-two-lines"
  | "zen-stuck"
  | "item-differs"
  | "link-backwards"
  | "next-loops"
  | "per-page-0"
  | "links-elsewhere"
  | "range-ignored"
  | "city-in-object"
  | "city-unnamed";

/**
 * Every fault that can be switched on, by name. They are mistakes that real mocks and services make; each breaks a law
 * that `tapedeck check` knows.
 */
export const faults: Readonly<Record<FaultName, Fault>> = {
  "remaining-off-by-one": {
    what: "one request less remains than is true",
    reply: (reply) => withHeaders(reply, { "x-ratelimit-remaining": String(counter(reply.headers, "remaining") - 1) }),
  },
  "not-found-uncounted": {
    what: "a 404 has no counters",
    reply: (reply) =>
      reply.status === 404
        ? withHeaders(reply, Object.fromEntries(["limit", "remaining", "reset", "used"].map(uncounted)))
        : reply,
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
      segments.at(-1) === "rate_limit"
        ? withDocument(reply, (document) => ({
            ...document,
            resources: { core: { ...(document["rate"] as object), used: 7 } },
          }))
        : reply,
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
      reply.status === 403
        ? withHeaders(reply, { "x-ratelimit-used": String(counter(reply.headers, "used") + 1) })
        : reply,
  },
  "one-bucket": { what: "all callers spend the same quota", caller: (caller) => ({ ...caller, bucket: "everybody" }) },
  "basic-unknown": {
    what: "Basic is no form of a credential",
    ask: (ask) =>
      /^basic /i.test(ask.headers["authorization"] ?? "")
        ? { ...ask, headers: { ...ask.headers, authorization: "none" } }
        : ask,
  },
  "malformed-taken": {
    what: "a malformed credential is taken for none",
    caller: (caller) => (caller.credential === "bad" ? { ...caller, credential: "none" } : caller),
  },
  "own-user-forbidden": {
    what: "/user is a 403 without a credential",
    reply: (reply, { headers }) =>
      reply.status === 401 && !headers["authorization"] ? { ...reply, status: 403 } : reply,
  },
  "private-shown": { what: "everybody sees what is private", caller: (caller) => ({ ...caller, scopes: ["repo"] }) },
  "credential-repeated": {
    what: "the credential comes back in a header",
    reply: (reply, { headers }) =>
      headers["authorization"] === undefined ? reply : withHeaders(reply, { "x-seen": headers["authorization"] }),
  },
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
  "id-as-text": {
    what: "the id of an account is text",
    reply: (reply, { segments }) =>
      isAccount(reply, segments)
        ? withDocument(reply, (document) => ({ ...document, id: String(document["id"]) }))
        : reply,
  },
  "error-without-message": {
    what: "an error has no message",
    reply: (reply) => (reply.status >= 400 ? withDocument(reply, ({ message: _, ...rest }) => rest) : reply),
  },
  "not-found-as-410": {
    what: "what is not there is called gone",
    reply: (reply) => (reply.status === 404 ? { ...reply, status: 410 } : reply),
  },
  "json-as-html": {
    what: "JSON is called HTML",
    reply: (reply) =>
      reply.headers["content-type"]?.startsWith("application/json")
        ? withHeaders(reply, { "content-type": "text/html; charset=utf-8" })
        : reply,
  },
  uncacheable: { what: "no answer has cache-control", reply: (reply) => withHeaders(reply, { "cache-control": null }) },
  "version-4": {
    what: "lists are of another version",
    reply: (reply, { segments }) =>
      segments.at(-1) === "repos" ? withHeaders(reply, { "x-service-media-type": "service.v4; format=json" }) : reply,
  },
  "zen-two-lines": {
    what: "/zen is two lines",
    reply: (reply, { segments }) =>
      segments.at(-1) === "zen" && reply.body ? withBody(reply, `${reply.body}\nAnd more.`) : reply,
  },
  "zen-stuck": {
    what: "/zen always says the same",
    reply: (reply, { segments }) => (segments.at(-1) === "zen" && reply.body ? withBody(reply, "Again.") : reply),
  },
  "item-differs": {
    what: "a list shows other descriptions",
    reply: (reply, { segments }) =>
      segments.at(-1) === "repos" ? withDocument(reply, (item) => ({ ...item, description: "…" })) : reply,
  },
  "link-backwards": {
    what: "Link names its links in the opposite order",
    reply: (reply) => relinked(reply, (link) => link.split(", ").reverse().join(", ")),
  },
  "next-loops": {
    what: "the next page is always the first",
    reply: (reply) => relinked(reply, (link) => link.replace(/([?&]page=)\d+(>; rel="next")/, "$11$2")),
  },
  "per-page-0": {
    what: "a page may be of size 0",
    reply: (reply, { query }) => (query.get("per_page") === "0" ? withBody(reply, "[]") : reply),
  },
  "links-elsewhere": {
    what: "the links to other pages lead to another host",
    reply: (reply) => relinked(reply, (link) => link.replace(/\/\/[^/]+/g, "//elsewhere.example")),
  },
  "range-ignored": {
    what: "ranges are offered and not given",
    ask: (ask) => ({ ...ask, headers: omit(ask.headers, "range") }),
  },
  "city-in-object": {
    what: "a city count is a member of an object",
    reply: (reply) => (reply.status === 200 && reply.body ? withBody(reply, `{"count":${reply.body}}`) : reply),
  },
  "city-unnamed": {
    what: "the 404 of a city does not name the others",
    reply: (reply) =>
      reply.status === 404 ? withDocument(reply, (document) => ({ ...document, message: "Not Found" })) : reply,
  },
};

/** Whether a word names a fault. */
export function isFaultName(word: string): word is FaultName {
  return Object.hasOwn(faults, word);
}

function uncounted(name: string): readonly [string, null] {
  return [`x-ratelimit-${name}`, null];
}

function omit(headers: Readonly<Record<string, string>>, name: string): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([each]) => each !== name));
}

function conditional<Ask extends { readonly headers: Readonly<Record<string, string>> }>(
  ask: Ask,
  counts: (tag: string, at: number) => boolean,
): Ask {
  const tags = ask.headers["if-none-match"];
  if (tags === undefined || tags === "*") return ask;
  const left = tags.split(", ").filter(counts);
  const headers = omit(ask.headers, "if-none-match");
  return { ...ask, headers: left.length === 0 ? headers : { ...headers, "if-none-match": left.join(", ") } };
}

function isAccount(reply: Reply, segments: readonly string[]): boolean {
  return reply.status === 200 && segments.length === 2 && segments[0] === "users";
}

function relinked(reply: Reply, change: (link: string) => string): Reply {
  const { link } = reply.headers;
  return link === undefined ? reply : withHeaders(reply, { link: change(link) });
}
