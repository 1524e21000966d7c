import { expect, test } from "vitest";
import { compare, names } from "../src/server/compare.ts";

// The bytes are compared before anything is measured: a wrong answer fails. A figure that others' work on the machine
// has moved must not, so that only half of what it is on a quiet machine is asked for, and three times.
test("tapedeck answers right, and no less than half as fast beside the bare server as it does", {
  retry: 2,
}, async () => {
  const [bare, ours] = await compare({
    names: ["node:http, bare", "tapedeck replay"],
    resources: 10,
    rounds: 3,
    milliseconds: 150,
  });
  expect(bare?.ratioOfWork).toBe(1);
  expect(ours?.name).toBe("tapedeck replay");
  expect(ours?.ratioOfWork).toBeGreaterThan(0.6);
});

test("all servers that are here send the same bytes", async () => {
  // No round: what comes before the first compares them.
  const figures = await compare({ names, resources: 3, rounds: 0, milliseconds: 20 });
  expect(figures.length).toBeGreaterThan(2);
});
