import { expect, test } from "vitest";
import type { Door } from "../src/door.ts";
import { functionDoor } from "../src/doors/function.ts";
import { laws, searchFrom } from "../src/laws.ts";
import { createModel } from "../src/model.ts";
import { answerOf, header } from "../src/question.ts";
import { specimen } from "../src/specimen.ts";

const search = { seed: 7, runs: 100 };

/** A door whose answers say something else than the player did. */
function bent(bend: (name: string, value: string, nth: number) => string): Door {
  return {
    ...functionDoor,
    open: async (player) => {
      const { ask, close } = await functionDoor.open(player);
      let asked = 0;
      return {
        close,
        ask: async (question) => {
          const { status, headers, body } = await ask(question);
          asked += 1;
          return answerOf(
            status,
            headers.map(([name, value]) => [name, bend(name, value, asked)]),
            body,
          );
        },
      };
    },
  };
}

test.each([
  ["counts one too many", "status and counters are what the specification makes them", "x-ratelimit-used"],
  ["says that less remains", "no window gives more than its limit, nor anything back", "x-ratelimit-remaining"],
])("a door that %s breaks the law: %s", async (_what, name, wrong) => {
  const door = bent((header, value) => (header === wrong ? String(Number(value) + 1) : value));
  const error = await hold(name, door).catch((thrown: Error) => thrown);
  expect(error).toBeInstanceOf(Error);
  expect((error as Error).message).toMatch(/seed: 7, path: "[\d:]+"/);
  expect((error as Error).message).toMatch(/Counterexample: \[\{.*"who":/);
});

test("a door whose answers depend on who came before breaks determinism", async () => {
  let ever = 0;
  const door = bent((name, value) => {
    ever += 1;
    return name === "x-service-request-id" ? String(ever) : value;
  });
  await expect(hold("the same sequence gives the same bytes", door)).rejects.toThrow(/seed: 7/);
});

test.each([
  [{}, { seed: 1_767_225_600, runs: 5 }],
  [
    { TAPEDECK_SEED: "-3", TAPEDECK_RUNS: "900" },
    { seed: -3, runs: 900 },
  ],
])("searchFrom() reads %j", (environment, expected) => {
  expect(searchFrom(environment, 5)).toEqual(expected);
});

test.each([
  [{ TAPEDECK_SEED: "now" }, "Cannot search from TAPEDECK_SEED=now: not a whole number"],
  [{ TAPEDECK_RUNS: "0" }, "Cannot make TAPEDECK_RUNS=0 runs: not a whole number above 0"],
])("searchFrom() refuses %j", (environment, message) => {
  expect(() => searchFrom(environment, 5)).toThrow(message);
});

test("the model itself: sixty, a refusal, and a new window at the reset", () => {
  const expected = createModel(
    { limits: { anonymous: 60, token: 5000 }, windowSeconds: 3600, freeNotModified: false },
    specimen,
    { full: "ada" },
  );
  const zen = { who: "anonymous", method: "GET", target: "/zen", copy: "none" } as const;
  for (let used = 1; used <= 60; used += 1) {
    expect(expected(zen, 1000)).toEqual({
      status: 200,
      counters: { limit: 60, remaining: 60 - used, reset: 4600, used },
    });
  }
  const exhausted = { limit: 60, remaining: 0, reset: 4600, used: 60 };
  expect(expected(zen, 4599)).toEqual({ status: 403, counters: exhausted });
  expect(expected({ ...zen, who: "bad" }, 4599)).toEqual({ status: 403, counters: exhausted });
  expect(expected({ ...zen, method: "OPTIONS" }, 4599)).toEqual({ status: 204, counters: exhausted });
  expect(expected({ ...zen, target: "/user", who: "full" }, 4599)).toEqual({
    status: 200,
    counters: { limit: 5000, remaining: 4999, reset: 8199, used: 1 },
  });
  expect(expected(zen, 4600)).toEqual({ status: 200, counters: { limit: 60, remaining: 59, reset: 8200, used: 1 } });
});

test("answerOf() joins a repeated header and leaves the connection's out", () => {
  const answer = answerOf(
    200,
    [
      ["Vary", "Accept"],
      ["Keep-Alive", "timeout=5"],
      ["vary", "Origin"],
      ["Age", "1"],
    ],
    new Uint8Array(),
  );
  expect(answer.headers).toEqual([
    ["age", "1"],
    ["vary", "Accept, Origin"],
  ]);
  expect(header(answer, "keep-alive")).toBeUndefined();
});

function hold(name: string, door: Door): Promise<void> {
  const law = laws.find((each) => each.name === name);
  return law ? law.hold(door, search) : Promise.reject(new RangeError(`no law ${name}`));
}
