import { github, service } from "@tapedeck/api";
import type { HeaderList, RecordedRequest, Tape } from "@tapedeck/tape";
import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../.ci/property.ts";
import { createPlayer } from "../src/handlers/player.ts";
import { type AfterLast, type ExchangeIndex, lookupOf, play, recordedRefusal } from "../src/index/lookup.ts";
import { createPlayCounts } from "../src/index/play-counts.ts";
import { ask, exchange, headers, indexFrom, origin, refusal, request, tape, textOf, utf8 } from "./exchanges.ts";

type Asked = Partial<RecordedRequest>;

/** The places on the tape that come up when these are asked in turn; 0 where nothing does. */
function placesOf(index: ExchangeIndex, asked: readonly Asked[]): Array<number | "over"> {
  const counts = createPlayCounts();
  return asked.map((parts) => {
    const outcome = play(index, counts, lookupOf(request(parts), "", index.rule), (all) => all);
    if (outcome.kind !== "played") return outcome.kind === "over" ? "over" : 0;
    counts.add(outcome.match.sequence);
    return outcome.prepared.place;
  });
}

const same: HeaderList = [["if-none-match", '"1"']];
const part: HeaderList = [["range", "bytes=0-1"]];

test.each<[shows: string, recorded: readonly Asked[], asked: readonly Asked[], places: number[]]>([
  [
    "gives the nth answer to the nth asking, and stays at the last",
    [{}, {}, {}],
    [{}, {}, {}, {}, {}],
    [1, 2, 3, 3, 3],
  ],
  [
    "counts each request for itself",
    [{}, { target: "/x" }, {}],
    [{ target: "/x" }, {}, { target: "/x" }, {}],
    [2, 1, 2, 3],
  ],
  [
    "goes round and round on /zen",
    [{ target: "/zen" }, { target: "/zen" }],
    [{ target: "/zen" }, { target: "/zen" }, { target: "/zen" }],
    [1, 2, 1],
  ],
  ["tells methods apart", [{ method: "HEAD" }], [{ method: "GET" }, { method: "HEAD" }], [0, 1]],
  [
    "tells callers apart",
    [{ principal: "full" }, {}],
    [{}, { principal: "full" }, { principal: "limited" }],
    [2, 1, 0],
  ],
  [
    "tells pages apart",
    [{ target: "/user/repos?page=2" }, { target: "/user/repos" }],
    [{ target: "/user/repos" }, { target: "/user/repos?page=2" }, { target: "/user/repos?page=3" }],
    [2, 1, 0],
  ],
  ["knows a recording by its form and not by its spelling", [{ target: "/api/v3/users/ada/?per_page=5" }], [{}], [1]],
  [
    "gives what was recorded under the same condition first",
    [{}, { headers: same }],
    [{ headers: same }, {}, { headers: same }],
    [2, 1, 2],
  ],
  ["gives the whole under a condition that was not recorded", [{}, { headers: same }], [{ headers: part }], [1]],
  ["gives nothing that was recorded under a condition to one who makes none", [{ headers: same }], [{}], [0]],
  [
    "takes no condition for another",
    [{ headers: same }, { headers: part }],
    [{ headers: part }, { headers: same }],
    [2, 1],
  ],
  ["looks past headers that are no condition", [{ headers: [["accept", "a"]] }], [{ headers: [["accept", "b"]] }], [1]],
])("play() %s", (_shows, recorded, asked, places) => {
  expect(placesOf(indexFrom([recorded.map((parts) => exchange(parts))]), asked)).toEqual(places);
});

test.each<[afterLast: AfterLast, target: string, places: Array<number | "over">]>([
  ["stay", "/x", [1, 2, 2, 2]],
  ["cycle", "/x", [1, 2, 1, 2]],
  ["end", "/x", [1, 2, "over", "over"]],
  ["stay", "/zen", [1, 2, 1, 2]],
  ["end", "/zen", [1, 2, 1, 2]],
])("after the last answer: %s, on %s", (afterLast, target, places) => {
  const index = indexFrom([[exchange({ target }), exchange({ target })]], { afterLast });
  expect(
    placesOf(
      index,
      places.map(() => ({ target })),
    ),
  ).toEqual(places);
});

test("play() compares what a rule names, also beside a condition", () => {
  const accept = ["accept", "text/plain"] as const;
  const index = indexFrom([[exchange({ headers: [accept] })]], { rule: ["path", "accept"] });
  expect(placesOf(index, [{ headers: [accept] }, {}, { headers: [accept, ...same] }])).toEqual([1, 0, 1]);
});

test("play() keeps refusals for those who have nothing left", () => {
  const index = indexFrom([[refusal(), exchange(), refusal({ target: "/x" }), refusal({ target: "/y" }, 429)]]);
  expect(placesOf(index, [{}, { target: "/x" }, { headers: [["range", "refused"]] }])).toEqual([2, 0, 2]);
  const found = [{}, { target: "/x" }, { target: "/y" }, { target: "/elsewhere" }, { principal: "full" }];
  expect(found.map((parts) => recordedRefusal(index, request(parts), "")?.prepared.place ?? 0)).toEqual([
    1, 3, 4, 1, 0,
  ]);
});

test("play() takes tapes in their order", () => {
  const player = createPlayer({
    api: service,
    tapes: ["one", "two"].map((text) => tape(exchange({}, { body: utf8(JSON.stringify(text)) }))),
  });
  expect([1, 2, 3].map(() => textOf(player.answer(ask())))).toEqual(['"one"', '"two"', '"two"']);
});

test("unplayed() gives what was not asked for, and conditional answers among it", () => {
  const tapes = [tape(exchange(), exchange(), exchange({ headers: same }), exchange({ target: "/x" }), refusal())];
  const player = createPlayer({ api: service, tapes });
  const left = () => player.unplayed().map(({ place }) => place);
  expect(left()).toEqual([1, 2, 3, 4, 5]);
  for (const target of ["/users/ada", "/x", "/x"]) player.answer(ask(target));
  expect(left()).toEqual([2, 3, 5]);
  player.reset();
  expect(left()).toEqual([1, 2, 3, 4, 5]);
});

test("unplayed() leaves out a list of which a page was cut", () => {
  const json = headers(["content-type", "application/json"]);
  const player = createPlayer({
    api: service,
    tapes: [tape(exchange({ target: "/users/ada/repos?per_page=100" }, { headers: json, body: utf8("[1,2,3]") }))],
  });
  expect([player.answer(ask("/users/ada/repos?per_page=2")).status, player.unplayed()]).toEqual([200, []]);
});

/** Tapes of requests that are asked more than once, by several callers, some on a condition. */
function rehearsedTapes(): fc.Arbitrary<Tape> {
  const asked = fc.record({
    method: fc.constantFrom("GET", "GET", "GET", "HEAD", "POST", "OPTIONS"),
    target: fc.constantFrom(
      "/zen",
      "/users/ada",
      "/users/ada/repos",
      "/users/ada/repos?page=2",
      "/user",
      "/x?a=__redacted-full__",
      "//y",
      "/bicyclists/spb",
    ),
    principal: fc.constantFrom("anonymous", "full", "limited"),
    headers: fc.constantFrom<HeaderList>([], [], same, part, [["if-modified-since", "Thu, 01 Jan 2026 00:00:00 GMT"]]),
  });
  const answered = fc.record({
    status: fc.constantFrom(200, 200, 200, 201, 204, 205, 206, 301, 304, 404, 500),
    headers: fc.constantFrom<HeaderList>(
      headers(["etag", '"1"']),
      headers(["last-modified", "Thu, 01 Jan 2026 00:00:00 GMT"]),
      [],
    ),
    body: fc.json().map(utf8),
  });
  return fc
    .array(fc.tuple(asked, answered), { maxLength: 20 })
    .map((all) => tape(...all.map(([request, response]) => exchange(request, response))));
}

const tokens = { full: "full-t0ken", limited: "limited-t0ken" };

test("a tape's own requests, in order, give back its responses and leave none", () => {
  fc.assert(
    fc.property(rehearsedTapes(), (any) => {
      const player = createPlayer({ api: service, tapes: [any], tokens });
      for (const { request, response } of any.exchanges) {
        const authorization =
          request.principal === "anonymous" ? {} : { authorization: `token ${request.principal}-t0ken` };
        const reply = player.answer(
          ask(request.target, { ...Object.fromEntries(request.headers), ...authorization }, { method: request.method }),
        );
        const text = response.body?.text ?? "";
        const empty = request.method === "HEAD" || [204, 205, 304].includes(response.status);
        expect([reply.status, textOf(reply) ?? ""]).toEqual([response.status, empty ? "" : text]);
        for (const [name, value] of response.headers) {
          if (!name.startsWith("x-ratelimit-")) expect(reply.headers).toContainEqual([name, value]);
        }
      }
      expect([player.unplayed(), player.misses()]).toEqual([[], []]);
    }),
    law(150),
  );
});

test("a tape that hid a credential in a query is found by one who sends it", () => {
  const hidden = tape(exchange({ target: "/x?access_token=__redacted-full__&q=__redacted-full__" }));
  const player = createPlayer({ api: service, tapes: [hidden], tokens });
  expect(player.answer(ask("/x?access_token=full-t0ken&q=full-t0ken")).status).toBe(200);
  expect(JSON.stringify([player.journal(), player.misses()])).not.toContain("full-t0ken");
});

test("a index is found by any base, with a slash at its end or without", () => {
  const player = createPlayer({ tapes: [tape(exchange())], api: github });
  for (const target of [
    "/users/ada",
    "//users/ada",
    "/users/ada/",
    "/api/v3/users/ada",
    "/api/v3//users/ada",
    `${origin}/users/ada`,
  ]) {
    expect([target, player.answer(ask(target)).status]).toEqual([target, 200]);
  }
});
