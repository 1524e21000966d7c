import { expect, test } from "vitest";
import { recordAgain, runtimes } from "./rerecordings.ts";

test("the same answers recorded on Node, Deno and Bun, at any concurrency, have one hash", {
  timeout: 120_000,
}, async () => {
  const hashes: string[] = [];
  for (const name of Object.keys(runtimes)) hashes.push(...(await recordAgain(name, [1, 12, 32])));
  expect(hashes).toHaveLength(9);
  expect(new Set(hashes).size).toBe(1);
});
