import { expect, test } from "vitest";
import { type Runtime, runtimes } from "../../../.ci/runtimes.ts";
import { recordAgain } from "./rerecordings.ts";

test("the same answers recorded on Node, Deno and Bun, at any concurrency, have one hash", async () => {
  const hashes: string[] = [];
  for (const name of Object.keys(runtimes) as Runtime[]) hashes.push(...(await recordAgain(name, [1, 12, 32])));
  expect(hashes).toHaveLength(9);
  expect(new Set(hashes).size).toBe(1);
});
