import type { Group } from "./group.ts";

/** Requests, and the answers when something is wrong. */
export const requests: Readonly<Record<string, Group>> = {
  vendor: {
    source: "service-api 9; beyond-the-spec, Vendor word",
    rows: [
      {
        n: 1,
        sentence: "The API's word stands in `x-WORD-media-type`, `x-WORD-request-id`, and the exposed headers.",
        rule: "vendor.test.ts",
      },
      { n: 2, sentence: "What was recorded under another word is replayed under the API's.", rule: "vendor.test.ts" },
      {
        n: 3,
        sentence: "Any `Accept` is answered with JSON: an empty one, a list of previews, a vendor's media type.",
        rule: "vendor.test.ts",
      },
    ],
  },
  clients: {
    source: "beyond-the-spec, What real clients do",
    rows: [
      { n: 1, sentence: "`content-type` and `content-length: 0` on a GET change nothing.", rule: "clients.test.ts" },
      {
        n: 2,
        sentence: "Of a repeated paging parameter the last counts; any other repeated parameter is kept as it is.",
        rule: "clients.test.ts",
      },
      {
        n: 3,
        sentence: "`per_page` may stand on every route, and changes nothing but lists.",
        rule: "clients.test.ts",
      },
      {
        n: 4,
        sentence: "A base with a slash at its end, or a path with one, leads to the same.",
        rule: "clients.test.ts",
      },
      { n: 5, sentence: "`If-None-Match` from a cache that we did not fill gets the whole.", rule: "clients.test.ts" },
      {
        n: 6,
        sentence:
          "Links in headers and bodies lead to the scheme, host and port that were asked; links to other hosts stay.",
        rule: "clients.test.ts",
        live: ["links lead back to where one asked"],
      },
      {
        n: 7,
        sentence:
          "`/api/v3` may stand before every path under `github`, and links keep it; `service` has no such prefix.",
        rule: "clients.test.ts",
      },
      {
        n: 8,
        sentence: "On TLS the certificate names `localhost`, `127.0.0.1` and `::1`, and links say `https`.",
        rule: "../../../serve/test/tls.test.ts",
      },
      {
        n: 9,
        sentence:
          "`date` is the moment at which the request says that it was sent (`date`, `x-amz-date` and the like), where no limit counts by the clock: clients that sign with their time ask again when an error's date is far from it.",
        rule: "clients.test.ts",
      },
      {
        n: 10,
        sentence:
          "The id of a JSON-RPC call that does not tell requests apart (`body:/id`) comes back as the client sent it (JSON-RPC 2.0, section 5); any other body is replayed as it was recorded.",
        rule: "../matchers.test.ts",
      },
    ],
  },
  errors: {
    source: "beyond-the-spec, Errors",
    rows: [
      {
        n: 1,
        sentence: "`/user` and `/user/repos` without a credential: 401 `Requires authentication`.",
        rule: "errors.test.ts",
        live: ["what needs a credential is refused without one"],
      },
      {
        n: 2,
        sentence:
          "An unknown credential, where known ones are configured: 401 `Bad credentials`, charged to the address.",
        rule: "errors.test.ts",
      },
      {
        n: 3,
        sentence: "A malformed `Authorization`: 401 `Bad credentials`.",
        rule: "errors.test.ts",
        live: ["a malformed Authorization is refused"],
      },
      {
        n: 4,
        sentence:
          "What no tape has is a miss: 501, `x-tapedeck: miss`, a problem document that explains; no `retry-after`; nothing charged; kept in a list.",
        rule: "errors.test.ts",
      },
      {
        n: 5,
        sentence: 'With `misses: "not-found"`, what no tape has is a 404 `Not Found`, and costs 1.',
        rule: "errors.test.ts",
        live: ["what is not there is answered as the description says"],
      },
      {
        n: 6,
        sentence:
          "A method other than GET, HEAD and OPTIONS on a path of the contract: 405 with `allow`; elsewhere a miss.",
        rule: "errors.test.ts",
      },
      {
        n: 7,
        sentence: "Errors are JSON objects with `message` and `documentation_url`, with the counters of the limit.",
        rule: "errors.test.ts",
        live: ["every error fits its schema"],
      },
      { n: 8, sentence: "A page of any origin may read every answer that is decided.", rule: "errors.test.ts" },
      {
        n: 9,
        sentence:
          "A miss is text for a client that prefers `text/plain` to JSON in `Accept`: what its problem document has as `detail`.",
        rule: "errors.test.ts",
      },
      { n: 10, sentence: "TRACE is answered 405, as any method but three." },
      { n: 11, sentence: "A miss is answered as such also when nothing is left." },
    ],
  },
  city: {
    source: "service-api 2.5; beyond-the-spec, City counts",
    rows: [
      {
        n: 1,
        sentence: "A city count is a bare JSON integer, with no counters, for any credential.",
        rule: "cities.test.ts",
      },
      {
        n: 2,
        sentence: "A city outside the seven gets 404 with the seven in the message, uncounted.",
        rule: "cities.test.ts",
        live: ["a value that is not listed is answered with those that are"],
      },
      { n: 3, sentence: "A city without a recording is a miss without counters." },
    ],
  },
  zen: {
    source: "service-api 4, rule 4",
    rows: [
      {
        n: 1,
        sentence: "`/zen` is text, and gives the recorded lines in order, round and round.",
        rule: "zen.test.ts",
        live: ["what is answered in turns says something else on other calls"],
      },
      {
        n: 2,
        sentence: "`/zen` is the same for every caller, and counts against the bucket of its caller.",
        rule: "zen.test.ts",
      },
    ],
  },
};
