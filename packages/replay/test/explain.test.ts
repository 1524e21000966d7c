import type { RecordedRequest } from "@tapedeck/tape";
import { expect, test, vi } from "vitest";
import { explain, missText } from "../src/explain.ts";
import { nearestPath } from "../src/nearest-path.ts";
import { createPlayer } from "../src/player.ts";
import { ask, deckOf, exchange, refusal, request, tape, utf8 } from "./exchanges.ts";

const deck = deckOf([
  [
    exchange(),
    exchange({ target: "/users/ada/repos" }),
    exchange({ target: "/users/ada/repos?page=2" }),
    exchange({ target: "/user", principal: "full" }),
    exchange({ target: "/only/head", method: "HEAD" }),
    exchange({ target: "/only/fresh", headers: [["if-none-match", '"1"']] }),
    refusal({ target: "/only/refused" }),
  ],
]);

function told(parts: Partial<RecordedRequest>): string {
  return missText(explain(deck, request(parts)));
}

test("a miss tells of a typing error", () => {
  expect(told({ target: "/users/adda" })).toMatchInlineSnapshot(`
    "Cannot replay GET /users/adda: no tape has it
      closest is GET /users/ada (#1 on "users"), which differs in path: /users/ada
      - record it: npx tapedeck record --from https://api.service.example --out recordings -- sh -c 'curl "$TAPEDECK_URL/users/adda"'
      - if /users/adda is a slip for /users/ada, mend the client"
  `);
});

test("a miss tells of another page", () => {
  expect(told({ target: "/users/ada/repos?page=3" })).toMatchInlineSnapshot(`
    "Cannot replay GET /users/ada/repos?page=3: no tape has it
      closest is GET /users/ada/repos (#2 on "users"), which differs in query: none
      - record it: npx tapedeck record --from https://api.service.example --out recordings -- sh -c 'curl "$TAPEDECK_URL/users/ada/repos?page=3"'
      - if the query does not matter here, leave "query" out of the rule"
  `);
});

test("a miss tells of another caller", () => {
  expect(told({ target: "/user", principal: "limited" })).toMatchInlineSnapshot(`
    "Cannot replay GET /user as limited: no tape has it
      closest is GET /user (#4 on "users"), which differs in principal: full
      - record it: npx tapedeck record --from https://api.service.example --out recordings -- sh -c 'curl --header "Authorization: token $TOKEN" "$TAPEDECK_URL/user"'
      - if it was meant to be asked as "full", send that credential"
  `);
});

test("a miss tells of another method", () => {
  expect(told({ target: "/only/head" })).toMatchInlineSnapshot(`
    "Cannot replay GET /only/head: no tape has it
      closest is HEAD /only/head (#5 on "users"), which differs in method: HEAD
      - record it: npx tapedeck record --from https://api.service.example --out recordings -- sh -c 'curl "$TAPEDECK_URL/only/head"'"
  `);
});

test("a miss tells of a recording under a condition", () => {
  expect(told({ target: "/only/fresh" })).toMatchInlineSnapshot(`
    "Cannot replay GET /only/fresh: no tape has it
      closest is GET /only/fresh (#6 on "users"), which differs in condition: "1"
      - record it: npx tapedeck record --from https://api.service.example --out recordings -- sh -c 'curl "$TAPEDECK_URL/only/fresh"'"
  `);
});

test("a miss tells of a refusal, which is kept for who has nothing left", () => {
  expect(told({ target: "/only/refused" })).toMatchInlineSnapshot(`
    "Cannot replay GET /only/refused: no tape has it
      closest is GET /only/refused (#7 on "users"), which differs in condition: the limit used up
      - record it: npx tapedeck record --from https://api.service.example --out recordings -- sh -c 'curl "$TAPEDECK_URL/only/refused"'"
  `);
});

test("a miss in an empty deck tells what to do all the same", () => {
  expect(missText(explain(deckOf([[]]), request({ method: "HEAD", target: "/zen" })))).toMatchInlineSnapshot(`
    "Cannot replay HEAD /zen: no tape has it
      - record it: npx tapedeck record --from ORIGIN --out recordings -- sh -c 'curl --head "$TAPEDECK_URL/zen"'"
  `);
});

test("a miss has the same as data", () => {
  expect(explain(deck, request({ target: "/users/adda/repos?page=2", principal: "full" }))).toMatchObject({
    method: "GET",
    target: "/users/adda/repos?page=2",
    principal: "full",
    closest: {
      tape: "users",
      place: 3,
      target: "/users/ada/repos?page=2",
      differences: [
        { part: "path", asked: "/users/adda/repos", recorded: "/users/ada/repos" },
        { part: "principal", asked: "full", recorded: "anonymous" },
      ],
    },
  });
});

test.each([
  ["itself", "/users/ada", "/users/ada"],
  ["a letter too many", "/users/adda", "/users/ada"],
  ["a letter too few", "/users/ad", "/users/ada"],
  ["a wrong first letter", "/users/oda", "/users/ada"],
  ["a wrong segment before the right ones", "/usrs/ada/repos", "/users/ada/repos"],
  ["a path that goes on", "/users/ada/followers", "/users/ada/repos"],
  ["a path that ends early", "/users", "/users/ada"],
  ["the first of those that are equally unlike", "/x", "/only/fresh"],
])("nearestPath() finds %s", (_shows, asked, nearest) => {
  expect(nearestPath(deck, asked)).toBe(nearest);
});

test("nearestPath() finds nothing in an empty deck", () => {
  expect(nearestPath(deckOf([[]]), "/users/ada")).toBe(null);
});

test("a miss costs the same in a large deck: it is compared with neighbours, not with all", () => {
  const large = deckOf([Array.from({ length: 20_000 }, (_, at) => exchange({ target: `/users/user-${at * 7919}` }))]);
  explain(large, request({ target: "/users/first-miss-puts-the-paths-in-order" }));
  // Nothing may walk over all cards or all paths from here on.
  const walks = [
    vi.spyOn(large.byPath, "keys" as never),
    vi.spyOn(large.byPath, "values" as never),
    vi.spyOn(large.byPath, "entries" as never),
    vi.spyOn(large.byPath, "forEach" as never),
    vi.spyOn(large.byPath, Symbol.iterator as never),
  ];
  Object.defineProperty(large, "cards", { get: () => expect.fail("walks over all cards") });
  const lookedAt = vi.spyOn(large.byPath, "get");
  const slices = vi.spyOn(Array.prototype, "slice");
  const miss = explain(large, request({ target: "/users/user-79190x" }));
  const longest = Math.max(...slices.mock.results.map(({ value }) => (value as unknown[]).length));
  slices.mockRestore();
  expect(miss.closest?.target).toBe("/users/user-79190");
  for (const walk of walks) expect(walk).not.toHaveBeenCalled();
  expect(lookedAt.mock.calls.length).toBeLessThanOrEqual(2);
  expect(longest).toBeLessThanOrEqual(64);
});

test("what a miss advises to run takes a client's text for text", () => {
  const player = createPlayer({ tapes: [tape(exchange())] });
  player.answer(ask("/users/$(id)'`x`"));
  expect(player.misses().map(({ advice }) => advice[0]?.split(" -- ")[1])).toEqual([
    `sh -c 'curl "$TAPEDECK_URL/users/%24%28id%29%27%60x%60"'`,
  ]);
});

test("a miss shows of a long body only its beginning", () => {
  const body = utf8("x".repeat(1000));
  const player = createPlayer({ tapes: [tape(exchange({ target: "/posted", method: "POST", body }))] });
  player.answer(ask("/posted", {}, { method: "POST", body: new TextEncoder().encode("y") }));
  const [miss] = player.misses();
  expect(miss?.advice[0]).toContain(`'curl --request POST --data @BODY "$TAPEDECK_URL/posted"'`);
  expect(miss?.closest?.differences).toEqual([{ part: "body", asked: "y", recorded: `${"x".repeat(200)}…` }]);
});
