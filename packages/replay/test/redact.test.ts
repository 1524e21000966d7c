import { createSecretMemory } from "@tapedeck/tape/internal";
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

test.each(["/a?b=1&a%20b", "/a?q=Authorization%3A%20Bearer%20S", "/a?q=Authorization%3A+Bearer+S", "/a?S", "/a?S=="])(
  "a secret is hidden as it was sent: what was recorded of %s is found",
  async (spelled) => {
    const target = spelled.replace("S", "k8cgvCgaIjHZTANQkoRAjCrUhniYab12");
    const sent = createSecretMemory().request({ ...request, target });
    const player = createPlayer({ tapes: [{ ...tape, exchanges: [{ request: sent, response }] }] });
    expect((await player(`http://localhost${target}`)).status).toBe(200);
    const unclean = createPlayer({ tapes: [{ ...tape, exchanges: [{ request: { ...request, target }, response }] }] });
    expect((await unclean(`http://localhost${target}`)).status).toBe(200);
  },
);

test("a miss says no key that stands in the base URL of the live API", async () => {
  const from = "https://node.example/v3/9aa3d95b3bc440fa88ea12eaa4456161";
  const player = createPlayer({ tapes: [tape], recording: { from } });
  await player("http://localhost/b");
  expect(player.misses()[0]?.advice.join()).toContain("--from https://node.example/v3/KEY ");
});

test.each<[coding: string, code: (value: string) => string]>([
  ["as it is", (value) => value],
  ["percent-encoded", (value) => Array.from(value, (each) => `%${each.charCodeAt(0).toString(16)}`).join("")],
  ["in escapes of JSON", (value) => Array.from(value, (each) => `\\u00${each.charCodeAt(0).toString(16)}`).join("")],
  ["in entities", (value) => Array.from(value, (each) => `&#x${each.charCodeAt(0).toString(16)};`).join("")],
])("a miss says no secret that a request repeats in a condition, %s", async (_coding, code) => {
  const conditional = { ...request, headers: [["if-none-match", '"old"']] as const };
  const player = createPlayer({ tapes: [{ ...tape, exchanges: [{ request: conditional, response }] }] });
  const secret = "a7Xq2LmZ9pRt4KwB6nYc";
  for (const path of ["a?colour=blue", "b"])
    await player(`http://localhost/${path}`, { headers: { "if-none-match": `"${code(secret)}"`, "x-token": secret } });
  expect(player.misses()).toHaveLength(2);
  const said = JSON.stringify([player.misses(), player.journal()]);
  expect(said).not.toContain(secret);
  expect(said).not.toContain(JSON.stringify(code(secret)).slice(1, -1));
});
