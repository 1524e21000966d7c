import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { peers } from "../src/peers/peers.ts";
import { plot } from "../src/peers/plot.ts";

const script = fileURLToPath(new URL("../src/peers.ts", import.meta.url));

// One process each, as when it is measured: they take the same clients over, and would be in each other's way.
test.each(Object.keys(peers))("%s answers for each recording", async (name) => {
  const env = { ...process.env, BENCH_SECONDS: "0.02" };
  const { stdout } = await promisify(execFile)(process.execPath, [script, name, "3"], { env });
  expect(Number(stdout)).toBeGreaterThan(0);
});

test("the plot has a line for each of the compared", async () => {
  const points = ["one", "two"].flatMap((name) =>
    [10, 100].map((recordings) => ({ name, recordings, perSecond: recordings })),
  );
  const svg = await plot(points);
  expect(svg.match(/aria-roledescription="line mark"/g)).toHaveLength(2);
});
