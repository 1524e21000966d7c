import { expect } from "vitest";
import { ask, field, textOf } from "../exchanges.ts";
import { full, limited, ruleTest } from "./scene.ts";

ruleTest("zen-1", ({ playerOf }) => {
  for (const afterLast of ["stay", "cycle", "end"] as const) {
    const player = playerOf({ afterLast });
    const replies = Array.from({ length: 7 }, () => player.answer(ask("/zen")));
    expect(replies.map((reply) => textOf(reply))).toEqual(["one", "two", "three", "one", "two", "three", "one"]);
    expect(new Set(replies.map((reply) => field(reply, "content-type")))).toEqual(
      new Set(["text/plain; charset=utf-8"]),
    );
  }
});

ruleTest("zen-2", ({ playerOf }) => {
  const player = playerOf();
  const lines = [{}, full, {}, limited, full].map((sent) => textOf(player.answer(ask("/zen", sent))));
  expect(lines).toEqual(["one", "two", "three", "one", "two"]);
  expect(Object.entries(player.quotas()).map(([bucket, { used }]) => [bucket, used])).toEqual([
    ["address 127.0.0.1", 2],
    ["account ada", 3],
  ]);
});
