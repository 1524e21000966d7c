import { service } from "@tapedeck/api";
import type { RecordedRequest } from "@tapedeck/tape";
import { expect, test } from "vitest";
import { createPlayer } from "../src/handlers/player.ts";
import { nearestPaths } from "../src/match/advice.ts";
import { explain, missesText, missResponse, missText } from "../src/match/explain.ts";
import { ask, contextOf, exchange, indexFrom, refusal, request, tape, utf8 } from "./exchanges.ts";

const index = indexFrom([
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

function advertised(parts: Partial<RecordedRequest>): string {
  return missText(explain(index, contextOf(request(parts))));
}

test("a miss tells of a typing error", () => {
  expect(advertised({ target: "/users/adda" })).toMatchInlineSnapshot(`
    "Cannot replay GET /users/adda: no tape has it
      closest is GET /users/ada (#1 on "users"), which differs in path segment 2: ada, not adda
      - record it: npx @tapedeck/cli record --from https://api.service.example --out recordings -- sh -c 'curl "$TAPEDECK_URL/users/adda"'
      - "adda" looks like a typo of "ada": if it is one, mend the client"
  `);
});

test("a miss of a long target tells it whole in the command that records it alone, and in a problem document not five times", () => {
  const target = `/users${"/7".repeat(3500)}`;
  const miss = explain(index, contextOf(request({ target })));
  const [line, closest, command] = missText(miss).split("\n");
  expect(line).toBe(`Cannot replay GET ${target.slice(0, 2000)}…: no tape has it`);
  expect(closest).toContain("closest is GET /users/ada");
  expect(command).toContain(`"$TAPEDECK_URL${target}"`);
  const text = new TextDecoder().decode(missResponse(miss, undefined).body as Uint8Array);
  const { detail, request: asked, advice } = JSON.parse(text);
  expect([detail.length, asked.target, `  - ${advice[0]}`]).toEqual([4001, target, command]);
  expect(text.length).toBeLessThan(40_000);
});

test("a miss tells of another page", () => {
  expect(advertised({ target: "/users/ada/repos?page=3" })).toMatchInlineSnapshot(`
    "Cannot replay GET /users/ada/repos?page=3: no tape has it
      closest is GET /users/ada/repos (#2 on "users"), which differs in parameter page: none, not 3
      - record it: npx @tapedeck/cli record --from https://api.service.example --out recordings -- sh -c 'curl "$TAPEDECK_URL/users/ada/repos?page=3"'
      - if the query does not matter there, leave it out: --ignore '/users/ada/repos query.page'"
  `);
});

test("a miss tells of another caller", () => {
  expect(advertised({ target: "/user", principal: "limited" })).toMatchInlineSnapshot(`
    "Cannot replay GET /user as limited: no tape has it
      closest is GET /user (#4 on "users"), which differs in principal: full, not limited
      - record it: npx @tapedeck/cli record --from https://api.service.example --out recordings --token limited=TOKEN -- sh -c 'curl --header "Authorization: token $TOKEN" "$TAPEDECK_URL/user"'
      - if it was meant to be asked as "full", send that credential"
  `);
});

test("a miss prefers a recording under another condition to one by another method", () => {
  const target = "/users/ada";
  const part = exchange({ target, headers: [["range", "bytes=0-3"]] });
  const index = indexFrom([[exchange({ target, method: "DELETE" }), part]]);
  expect(missText(explain(index, contextOf(request({ target }))))).toContain(
    "differs in header range: bytes=0-3, not none",
  );
});

test("a miss tells of a recording without a credential, as many tools leave them out", () => {
  const said = advertised({ target: "/users/ada", principal: "limited" });
  expect(said).toContain('leave "principal" out of the rule: --match method,path,query,body');
});

test("a miss does not show what a client sends where the recording hides a value", () => {
  const json = (value: string) => ({ method: "POST", target: "/join", body: utf8(JSON.stringify({ word: value })) });
  const index = indexFrom([[exchange(json("__redacted-field.202__"))]]);
  const miss = missText(explain(index, contextOf(request(json("hunter2-or-3")))));
  expect(miss).toContain('differs in body at /word: "__redacted-field.202__", not another value');
  expect(miss).not.toContain("hunter2");
});

test("a miss shows a long value where it differs", () => {
  const prompt = "The quick brown fox ".repeat(60);
  const said = (end: string) => ({
    method: "POST",
    target: "/v1/chat",
    headers: [["content-type", "application/json"]] as const,
    body: utf8(JSON.stringify({ messages: [{ role: "user", content: `${prompt}${end}` }] })),
  });
  const player = createPlayer({ tapes: [tape(exchange(said("A?")))] });
  const { headers, body, ...init } = said("B?");
  const sent = new TextEncoder().encode(body.text);
  player.answer(ask(init.target, Object.fromEntries(headers), { method: "POST", body: sent }));
  const [difference] = player.misses()[0]?.closest?.differences ?? [];
  expect(difference).toMatchObject({ at: "/messages/0/content" });
  expect([difference?.asked, difference?.recorded].map((text) => text?.slice(-7))).toEqual(['fox B?"', 'fox A?"']);
});

test("a miss keeps eight differences of a body, and 200 characters of each value", () => {
  const said = (value: string) => ({
    method: "POST",
    headers: [["content-type", "application/json"]] as const,
    body: utf8(JSON.stringify(Array.from({ length: 80 }, () => value.repeat(250)))),
  });
  const all = explain(indexFrom([[exchange(said("a "))]]), contextOf(request(said("b ")))).closest?.differences ?? [];
  expect(all).toHaveLength(8);
  for (const { asked, recorded } of all) {
    expect(asked).toMatch(/^"b b /);
    expect(Math.max(asked.length, recorded.length)).toBeLessThanOrEqual(201);
  }
});

test.each([
  ["64 recordings of a path", 80, 10, 63],
  ["recordings whose bodies have 256 KiB together", 10, 40_000, 5],
])("a miss is compared with %s, in time that other clients can wait", (_shows, count, length, last) => {
  const said = (color: string, nth: number) => ({
    method: "POST",
    headers: [["content-type", "application/json"]] as const,
    body: utf8(JSON.stringify({ color: color.padEnd(length), size: color.length, nth: 10 + nth })),
  });
  const differencesFrom = (nearest: number): number | undefined => {
    const all = Array.from({ length: count }, (_, nth) => exchange(said(nth === nearest ? "blue" : "red", nth)));
    return explain(indexFrom([all]), contextOf(request(said("blue", 89)))).closest?.differences.length;
  };
  expect([differencesFrom(last), differencesFrom(count - 1)]).toEqual([1, 3]);
});

test("a miss tells of another method", () => {
  expect(advertised({ target: "/only/head" })).toMatchInlineSnapshot(`
    "Cannot replay GET /only/head: no tape has it
      closest is HEAD /only/head (#5 on "users"), which differs in method: HEAD, not GET
      - record it: npx @tapedeck/cli record --from https://api.service.example --out recordings -- sh -c 'curl "$TAPEDECK_URL/only/head"'"
  `);
});

test("a miss tells of a recording under a condition", () => {
  expect(advertised({ target: "/only/fresh" })).toMatchInlineSnapshot(`
    "Cannot replay GET /only/fresh: no tape has it
      closest is GET /only/fresh (#6 on "users"), which differs in header if-none-match: "1", not none
      - record it: npx @tapedeck/cli record --from https://api.service.example --out recordings -- sh -c 'curl "$TAPEDECK_URL/only/fresh"'"
  `);
});

test("a miss tells of a refusal, which is kept for who has nothing left", () => {
  expect(advertised({ target: "/only/refused" })).toMatchInlineSnapshot(`
    "Cannot replay GET /only/refused: no tape has it
      closest is GET /only/refused (#7 on "users"), which differs in condition: the limit used up, not none
      - record it: npx @tapedeck/cli record --from https://api.service.example --out recordings -- sh -c 'curl "$TAPEDECK_URL/only/refused"'"
  `);
});

test("a miss in an empty index tells what to do all the same", () => {
  expect(
    missText(explain(indexFrom([[]]), contextOf(request({ method: "HEAD", target: "/zen" })))),
  ).toMatchInlineSnapshot(`
    "Cannot replay HEAD /zen: no tape has it
      - record it: npx @tapedeck/cli record --from ORIGIN --out recordings -- sh -c 'curl --head "$TAPEDECK_URL/zen"'"
  `);
});

test("a miss has the same as data", () => {
  expect(explain(index, contextOf(request({ target: "/users/adda/repos?page=2", principal: "full" })))).toMatchObject({
    method: "GET",
    target: "/users/adda/repos?page=2",
    principal: "full",
    closest: {
      tape: "users",
      place: 3,
      target: "/users/ada/repos?page=2",
      differences: [
        { part: "path", at: "2", asked: "adda", recorded: "ada" },
        { part: "principal", at: null, asked: "full", recorded: "anonymous" },
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
])("nearestPaths() finds %s", (_shows, asked, nearest) => {
  expect(nearestPaths(index, "", asked)).toEqual([nearest]);
});

test("misses come in one list, equal ones counted", () => {
  const player = createPlayer({ api: service, tapes: [tape(exchange())] });
  expect(missesText(player.misses())).toBe("");
  for (const target of ["/users/adda", "/users/adda", "/x"]) player.answer(ask(target));
  const text = missesText(player.misses());
  expect(text.split("\n").filter((line) => /^\S|times/.test(line))).toEqual([
    "3 requests were not recorded:",
    "Cannot replay GET /users/adda: no tape has it",
    "  - asked 2 times",
    "Cannot replay GET /x: no tape has it",
  ]);
});

test.each([
  ["what an answer showed", "__redacted-field__", "__redacted-field.0a1b2c3d4e__", true],
  ["what a later answer to a GET showed", "__redacted-field.0002__", "__redacted-field.0a1b2c3d4e__", true],
  ["another value that a client sent", "__redacted-field.0a1b2c3d4f__", "__redacted-field.0a1b2c3d4e__", false],
])("a miss that differs in a secret tells where the recorded one came from: %s", (_shows, recorded, sent, isShown) => {
  const push = (token: string) => ({ method: "POST", target: "/push", body: utf8(JSON.stringify({ token })) });
  const { advice } = explain(indexFrom([[exchange(push(recorded))]]), contextOf(request(push(sent))));
  expect(advice.filter((each) => each.includes("an answer had shown"))).toEqual(
    isShown
      ? [
          `"${recorded}" stands for what an answer had shown, or for a secret that was given a name: send what the replay answers, or name the client's own secret when recording and replaying: --token NAME=SECRET`,
        ]
      : [],
  );
});
