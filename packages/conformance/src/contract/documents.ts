import type { Group } from "./group.ts";

/** The content of answers. */
export const documentRows: Readonly<Record<string, Group>> = {
  conditions: {
    source: "beyond-the-spec, Conditional and partial requests; RFC 9110, 13 and 14",
    rows: [
      {
        n: 1,
        sentence: "`If-None-Match` compares weakly, and takes lists and `*`.",
        rule: "conditions.test.ts",
        live: ["If-None-Match is compared weakly", "If-None-Match takes a list", "If-None-Match takes *"],
      },
      { n: 2, sentence: "`If-Modified-Since` counts only without `If-None-Match`.", rule: "conditions.test.ts" },
      {
        n: 3,
        sentence:
          "A 304 has no body and no header that describes one; it keeps etag, cache-control, vary and the counters.",
        rule: "conditions.test.ts",
        live: ["a 304 has no body and no headers of one", "a 304 keeps etag, cache-control and vary"],
      },
      {
        n: 4,
        sentence: "HEAD is GET without a body, with the same headers.",
        rule: "conditions.test.ts",
        live: ["HEAD is GET without the body"],
      },
      {
        n: 5,
        sentence: "One valid range gets 206 and those bytes.",
        rule: "conditions.test.ts",
        live: ["a range is answered 206 with its bytes"],
      },
      {
        n: 6,
        sentence: "A range beyond the end gets 416 and the length.",
        rule: "conditions.test.ts",
        live: ["a range behind the end is answered 416"],
      },
      {
        n: 7,
        sentence: "Any other range gets the whole; so does one for a copy that may be another (`If-Range`).",
        rule: "conditions.test.ts",
      },
      { n: 8, sentence: "A condition is about a good answer alone." },
      {
        n: 9,
        sentence: "A copy that is still good is answered 304, an old one with the new.",
        live: ["a copy that is still good is answered 304", "an old copy is answered with the new one"],
      },
      { n: 10, sentence: "An etag names one document.", live: ["an etag names one document"] },
      { n: 11, sentence: "HEAD costs what GET costs.", live: ["HEAD costs what GET costs"] },
    ],
  },
  caching: {
    source: "beyond-the-spec, Caching, CORS, compression",
    rows: [
      {
        n: 1,
        sentence: "`cache-control` is public for visitors, and private under `github` with a credential.",
        rule: "caching.test.ts",
      },
      {
        n: 2,
        sentence: "A preflight is answered 204 for any origin and any headers, for a day, with no credential asked.",
        rule: "caching.test.ts",
        live: ["a preflight is answered 204, with and without a credential"],
      },
      {
        n: 3,
        sentence: "Bodies are sent compressed only where a server is told so (gzip, br); weak etags stay valid.",
        rule: "../../../serve/test/compress.test.ts",
      },
    ],
  },
  pages: {
    source: "beyond-the-spec, Pagination; RFC 8288",
    rows: [
      {
        n: 1,
        sentence: "`per_page` is 30 where it is not given, and brought within 1 to 100; `page` counts from 1.",
        rule: "pages.test.ts",
        live: ["pages are as large as the description allows"],
      },
      { n: 2, sentence: "A recorded page is served as recorded.", rule: "pages.test.ts" },
      { n: 3, sentence: "From a list that was recorded whole, any page is cut.", rule: "pages.test.ts" },
      {
        n: 4,
        sentence:
          "`Link` has `next, last` on the first page, `prev, next, last, first` in the middle, `prev, first` on the last, and is not there for one page; it leads to the caller's own base.",
        rule: "pages.test.ts",
        live: ["Link names the neighbours of a page, in order"],
      },
      {
        n: 5,
        sentence:
          "`/user/ID/repos`, `/organizations/ID/repos` and `/repositories/ID` lead to what was recorded by name under `github`; `service` has no such paths.",
        rule: "pages.test.ts",
      },
      {
        n: 6,
        sentence: "A list shows what the single answer shows.",
        live: ["a list shows what the single answer shows"],
      },
      { n: 7, sentence: "Following `next` visits every item once.", live: ["following next visits every item once"] },
    ],
  },
  recorded: {
    source: "service-api 4; design, laws",
    rows: [
      {
        n: 1,
        sentence: "A recorded answer has every header of contract 4.1 and no other.",
        live: ["every document has the headers of its API"],
      },
      { n: 2, sentence: "A recorded body comes compact, to the letter, its length told." },
      { n: 3, sentence: "A body that is no text comes byte by byte." },
      { n: 4, sentence: "What was recorded without a body comes without one." },
      { n: 5, sentence: "What described the recorded transfer does not describe this one." },
      { n: 6, sentence: "The nth request gets the nth recorded answer, and then the last one stays." },
      { n: 7, sentence: "A recorded error is given as it was recorded." },
      { n: 8, sentence: "What was asked for is no longer unplayed." },
      { n: 9, sentence: "Every body is of the type that it says.", live: ["every body is of the type that it says"] },
    ],
  },
};
