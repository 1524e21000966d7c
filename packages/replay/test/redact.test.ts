import { expect, test } from "vitest";
import { createPlayer } from "../src/index.ts";

const request = { method: "GET", target: "/a?colour=blue", principal: "anonymous", headers: [], body: null };
const response = { status: 200, headers: [], body: { encoding: "utf8", text: "well" } } as const;
const tape = { name: "t", origin: "http://localhost", recordedAt: 0, exchanges: [{ request, response }] };

test.each([
  ["the tape says", { tapes: [{ ...tape, redact: { names: ["colour"] } }] }],
  ["the player is told", { tapes: [tape], redact: { names: ["colour"] } }],
])("player hides in a request what %s", async (_shows, options) => {
  const player = createPlayer(options);
  expect((await player("http://localhost/a?colour=blue")).status).toBe(200);
  await player("http://localhost/b?colour=blue");
  expect(JSON.stringify([player.misses(), player.journal()])).not.toContain("blue");
});

test("a miss says no secret that a request repeats in a condition", async () => {
  const player = createPlayer({ tapes: [tape] });
  const secret = "a7Xq2LmZ9pRt4KwB6nYc";
  await player("http://localhost/b", { headers: { "if-none-match": `"${secret}"`, "x-token": secret } });
  expect(player.misses()).toHaveLength(1);
  expect(JSON.stringify([player.misses(), player.journal()])).not.toContain(secret);
});
