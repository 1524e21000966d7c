/** Behaviours that belong together. A row's number in its group never changes: a new row comes last. */
interface Group {
  readonly source: string;
  /** The files of packages/replay/test/rules, and the numbers of the rows that each tests. */
  readonly rules?: Readonly<Record<string, readonly number[]>>;
  /** Sentences, in Markdown; the first is row 1. */
  readonly rows: readonly string[];
}

/**
 * What a player promises: each behaviour once, with the paragraph of the specification, in the order of the rules'
 * page. Tests refer to a row by its id: a rule of packages/replay/test/rules (level unit), a contract test or a law
 * here (level server, or unit without a server), a law of @tapedeck/check (live.ts).
 */
export const groups: Readonly<Record<string, Group>> = {
  vendor: {
    source: "service-api 9; beyond-the-spec, Vendor word",
    rules: { "vendor.test.ts": [1, 2, 3] },
    rows: [
      "The API's word stands in `x-WORD-media-type`, `x-WORD-request-id`, and the exposed headers.",
      "What was recorded under another word is replayed under the API's.",
      "Any `Accept` is answered with JSON: an empty one, a list of previews, a vendor's media type.",
    ],
  },
  clients: {
    source: "beyond-the-spec, What real clients do",
    rules: {
      "clients.test.ts": [1, 2, 3, 4, 5, 6, 7, 9],
      "../../../serve/test/tls.test.ts": [8],
      "../echo.test.ts": [10],
    },
    rows: [
      "`content-type` and `content-length: 0` on a GET change nothing.",
      "Of a repeated paging parameter the last counts; any other repeated parameter is kept as it is.",
      "`per_page` may stand on every route, and changes nothing but lists.",
      "A base with a slash at its end, or a path with one, leads to the same.",
      "`If-None-Match` from a cache that we did not fill gets the whole.",
      "Links in headers and bodies lead to the scheme, host and port that were asked; links to other hosts stay, and so do bodies of a binary type.",
      "`/api/v3` may stand before every path under `github`, and links keep it; `service` has no such prefix.",
      "On TLS the certificate names `localhost`, `127.0.0.1` and `::1`, and links say `https`.",
      "`date` is the moment at which the request says that it was sent (`date`, `x-amz-date` and the like), where no limit counts by the clock: clients that sign with their time ask again when an error's date is far from it.",
      "What a client makes up and does not tell requests apart – the id of a call (`body:/id`; JSON-RPC 2.0, section 5), a `state` (RFC 6749, section 4.1.2), a nonce, an id in a header that the answer repeats – comes back in the answer as the client sent it, and so does an opaque `state` in a later answer, such as the redirect after a login; everything else is replayed as it was recorded.",
    ],
  },
  errors: {
    source: "beyond-the-spec, Errors",
    rules: { "errors.test.ts": [1, 2, 3, 4, 5, 6, 7, 8, 9, 11] },
    rows: [
      "`/user` and `/user/repos` without a credential: 401 `Requires authentication`.",
      "An unknown credential, where known ones are configured: 401 `Bad credentials`, charged to the address.",
      "A malformed `Authorization`: 401 `Bad credentials`.",
      "What no tape has is a miss: 501, `x-tapedeck: miss`, a problem document that explains; no `retry-after`; nothing charged; kept in a list.",
      'With `misses: "not-found"`, what no tape has is a 404 `Not Found`, and costs 1.',
      "A method other than GET, HEAD and OPTIONS on a path of the contract: 405 with `allow`; elsewhere a miss.",
      "Errors are JSON objects with `message` and `documentation_url`, with the counters of the limit.",
      "A page of any origin may read every answer that is decided.",
      "A miss is text for a client that prefers `text/plain` to JSON in `Accept`: what its problem document has as `detail`.",
      "TRACE is answered 405, as any method but three.",
      "A miss is answered as such also when nothing is left.",
    ],
  },
  refusal: {
    source: "beyond-the-spec, Errors",
    rules: { "refusals.test.ts": [1, 2, 3, 4, 5] },
    rows: [
      "Who has nothing left gets 403; the message begins `API rate limit exceeded for`, the link ends in `#rate-limiting`; remaining 0, used = limit, the window's reset; no `retry-after`; nothing charged.",
      "429 is a setting, and so is `retry-after`.",
      "A refusal that was recorded is given as it was recorded, under the live counters.",
      "Who has nothing left is refused all that costs, and nothing that is free.",
      "A secondary limit is off by default; it refuses with 403 or 429, names itself, may tell how long to wait, and leaves what remains.",
      "A refused request changes nothing.",
    ],
  },
  principals: {
    source: "service-api 5; beyond-the-spec, Principals and credentials",
    rules: {
      "principals.test.ts": [1, 2, 3, 4, 5, 6, 7, 10, 11, 12],
      "../../../conformance/test/logins.test.ts": [13],
    },
    rows: [
      "`token T`, `Bearer T` and Basic `account:T` are one caller, and may be mixed.",
      "A principal is named by an alias; its token is never written down.",
      "With no known credentials, every well-formed one is the principal `token`.",
      "Two tokens of one account share one bucket, under the account's limit, whichever opens the window.",
      "Two tokens of one account may see different data.",
      "What was recorded for the caller comes first, then what was recorded without a credential.",
      "What needs a credential is answered neither with the recording of another caller, nor with one without a credential.",
      "A credential that is sent does not come back in an answer.",
      "What is private is not shown without a credential.",
      "Two logins get their own answers, in whatever order they ask, and none of another account, also where a cookie is the login; without aliases they spend one limit.",
      "Where an API's description says that a credential stands decides what is counted, not which recordings a request finds.",
      "A typed login that was refused gets its refusal again, and one that was taken never gets that; of several users by Basic, Digest or a signature none gets what another asked, in whatever order they ask; a recording of one answers any.",
      "Clients that log in as clients do – with passwords, tokens, sessions, keys – and take turns get their own answers in the recorded order; in any other, each its own account's or a miss.",
    ],
  },
  limits: {
    source: "service-api 8; beyond-the-spec, Rate limit",
    rules: { "limits.test.ts": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13] },
    rows: [
      "A window is fixed: 3600 seconds from the first request, the same reset within it in epoch seconds, then a new one.",
      "60 requests a window for each address without a credential.",
      "5000 requests a window with a credential.",
      "An answer costs 1, also 404, 403, 409 and 422, 206 and 416.",
      "A 5xx, a miss, a refusal and a preflight cost nothing.",
      "A 304 costs 1; nothing with a credential under `github`.",
      "`/rate_limit` tells how the caller stands and costs nothing under `github`; `service` does not know it.",
      "remaining + used = limit on every answer that has counters; recorded counters are never sent.",
      "Date, length, counters and request id are those of this answer.",
      "The reset that is told may jitter (`resetJitterSeconds`, 0 unless set): off by at most so many seconds, late in one window and early in the next; the window, its counters and `retry-after` stay, and `/rate_limit` says what its own headers say.",
      "Inside a window remaining never rises and the reset never moves, also when the clock goes back.",
      "Buckets of different principals never touch.",
      "An account can have a limit of its own, whichever of its credentials asks, and a window a length of its own.",
      "No window allows more than its limit.",
      "A thousand principals spend a thousand limits.",
      "A limit of 0, of 1, of 2^31 and of any other size is kept to its end.",
      "No window allows more than its limit, whatever the interleaving of several players on one store.",
      "No window allows more than its limit to several processes on one shared counter.",
      "Every answer tells all four counters.",
      "Status, counters and etag are what a model of the specification makes them, whatever is asked in whatever order.",
    ],
  },
  conditions: {
    source: "beyond-the-spec, Conditional and partial requests; RFC 9110, 13 and 14",
    rules: { "conditions.test.ts": [1, 2, 3, 4, 5, 6, 7, 8] },
    rows: [
      "`If-None-Match` compares weakly, and takes lists and `*`.",
      "`If-Modified-Since` counts only without `If-None-Match`.",
      "A 304 has no body and no header that describes one; it keeps etag, cache-control, vary and the counters.",
      "HEAD is GET without a body, with the same headers.",
      "One valid range gets 206 and those bytes.",
      "A range beyond the end gets 416 and the length.",
      "Any other range gets the whole; so does one for a copy that may be another (`If-Range`).",
      "A condition is about a good answer alone.",
      "A copy that is still good is answered 304, an old one with the new.",
      "An etag names one document.",
      "HEAD costs what GET costs.",
    ],
  },
  caching: {
    source: "beyond-the-spec, Caching, CORS, compression",
    rules: { "caching.test.ts": [1, 2], "../../../serve/test/compress.test.ts": [3] },
    rows: [
      "`cache-control` is public for visitors, and private under `github` with a credential.",
      "A preflight is answered 204 for any origin and any headers, for a day, with no credential asked.",
      "Bodies are sent compressed only where a server is told so (gzip, br); weak etags stay valid.",
    ],
  },
  pages: {
    source: "beyond-the-spec, Pagination; RFC 8288",
    rules: { "pages.test.ts": [1, 2, 3, 4, 5] },
    rows: [
      "`per_page` is 30 where it is not given, and brought within 1 to 100; `page` counts from 1.",
      "A recorded page is served as recorded.",
      "From a list that was recorded whole, any page is cut.",
      "`Link` has `next, last` on the first page, `prev, next, last, first` in the middle, `prev, first` on the last, and is not there for one page; it leads to the caller's own base.",
      "`/user/ID/repos`, `/organizations/ID/repos` and `/repositories/ID` lead to what was recorded by name under `github`; `service` has no such paths.",
      "A list shows what the single answer shows.",
      "Following `next` visits every item once.",
    ],
  },
  city: {
    source: "service-api 2.5; beyond-the-spec, City counts",
    rules: { "cities.test.ts": [1, 2, 3] },
    rows: [
      "A city count is a bare JSON integer, with no counters, for any credential.",
      "A city outside the seven gets 404 with the seven in the message, uncounted.",
      "A city without a recording is a miss without counters.",
    ],
  },
  zen: {
    source: "service-api 4, rule 4",
    rules: { "zen.test.ts": [1, 2] },
    rows: [
      "`/zen` is text, and gives the recorded lines in order, round and round.",
      "`/zen` is the same for every caller, and counts against the bucket of its caller.",
    ],
  },
  algorithms: {
    source: "packages/rate-limit, A scheme",
    rules: { "../../../rate-limit/test/algorithm/laws.test.ts": [1, 2, 3, 4] },
    rows: [
      "A fixed window, opened by the first request, the clock or the calendar, allows its limit and no more; remaining + used = limit.",
      "A sliding log allows at most its limit in any so many seconds, and refuses nothing else.",
      "A sliding counter is within its known error of the log.",
      "A token or leaky bucket allows at most capacity + rate · t in any t seconds.",
      "No more than the limit is in flight; a place is held for as long as its answer takes, and free again once it was sent, was aborted, or broke.",
      "Who waits as long as a refusal tells is allowed.",
      "Several processes on one store are allowed what one is, by every algorithm; what was in flight in one that was killed is free at the end of its lease.",
    ],
  },
  recorded: {
    source: "service-api 4; design, laws",
    rows: [
      "A recorded answer has every header of contract 4.1 and no other.",
      "A recorded body comes compact, to the letter, its length told.",
      "A body that is no text comes byte by byte.",
      "What was recorded without a body comes without one.",
      "What described the recorded transfer does not describe this one.",
      "The nth request gets the nth recorded answer, and then the last one stays.",
      "A recorded error is given as it was recorded.",
      "What was asked for is no longer unplayed.",
      "Every body is of the type that it says.",
    ],
  },
  servers: {
    source: "design, the picture",
    rows: ["The control API stays out of a server that it was not given to.", "An unmocked request fails."],
  },
  streams: {
    source: "issue 15, Streams",
    rows: [
      "What was recorded as a stream is sent whole and in order.",
      "By the player's clock a stream ends when its last chunk is due, and not before.",
      "A stream that was broken off is broken off, and the journal says so.",
      "A connection can be reset before there is an answer.",
      "Whatever flows comes byte by byte in recorded order, and ends as it ended: whole, or broken off.",
      "Streams that clients read side by side are recorded alike however their chunks came, and replayed chunk by chunk to each its own.",
    ],
  },
  sockets: {
    source: "issue 15, Streams",
    rows: [
      "What was said over a WebSocket is said again, each message once the client has said what came before it; links in it lead to the server that is asked.",
      "A message that was not recorded ends the conversation, and is a miss that says where it differs.",
      "By the player's clock a message comes when it is due.",
      "A WebSocket is not given to a client that asks without an upgrade.",
    ],
  },
  uploads: {
    source: "issue 15, Streams",
    rows: [
      "An upload beyond 1 MiB is answered by what was recorded for the same bytes.",
      "Another one is a miss that names the body, and shows no secret of it.",
    ],
  },
  replay: {
    source: "design, laws",
    rows: [
      "The same tapes, requests and clock give the same bytes.",
      "A tape's own requests, in order, give back its responses and leave none.",
    ],
  },
  schemas: {
    source: "service-api 2; schemas/",
    rows: [
      "Every generated resource fits its schema, as it comes through a server.",
      "Every recorded resource fits its schema.",
      "Every generated document fits its schema, and every near miss is one.",
    ],
  },
  secrets: {
    source: "design, laws",
    rows: [
      "A secret that was sent is in no answer, no journal and no miss.",
      "A secret that went over the wire in either direction is not on disk.",
      "Redacting twice is redacting once.",
    ],
  },
  files: {
    source: "design, laws",
    rows: ["`fromHar()` undoes `toHar()`.", "Recording the same answers twice gives the same file."],
  },
};
