import { expect, test } from "vitest";
import type { Adapter } from "../src/adapter.ts";
import { functionAdapter } from "../src/adapters.ts";
import { contractFixtures } from "../src/fixtures/fixtures.ts";
import { overrideFixtures } from "../src/fixtures/override-fixtures.ts";
import { type ContractLaw, LawBroken } from "../src/law.ts";
import { createModel } from "../src/laws/scenario/model.ts";
import { recordedOn } from "../src/laws/scenario/player-fixture.ts";
import { contractLaws, searchFrom } from "../src/laws.ts";
import { header, responseOf } from "../src/message.ts";
import { reproduce } from "../src/runs/reproduce.ts";

const search = { seed: 7, runs: 100 };

/** An adapter whose answers say something else than the player did. */
function bent(bend: (name: string, value: string, nth: number) => string): Adapter {
  return {
    ...functionAdapter,
    open: async (player) => {
      const { ask, close } = await functionAdapter.open(player);
      let asked = 0;
      return {
        close,
        ask: async (question) => {
          const { status, headers, body } = await ask(question);
          asked += 1;
          return responseOf(
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
  ["counts one too many", "limits-20", "x-ratelimit-used"],
  ["says that less remains", "limits-11", "x-ratelimit-remaining"],
])("an adapter that %s breaks the law: %s", async (_what, name, wrong) => {
  const bend = (header: string, value: string, nth: number): string =>
    header === wrong ? String(Number(value) + nth) : value;
  const error = await assertHolds(name, bent(bend)).catch((thrown: Error) => thrown);
  expect(error).toBeInstanceOf(LawBroken);
  expect((error as Error).message).toMatch(/seed: 7, path: "[\d:]+"/);
  const pasted = /reproduce\((".*"), "function", (\{.*\})\)\);/.exec((error as Error).message);
  expect(JSON.parse(pasted?.[1] ?? "null")).toBe(name);
  // What is printed breaks it again, and holds at an adapter that is straight.
  const sample = JSON.parse(pasted?.[2] ?? "null");
  expect(sample.steps.length).toBeGreaterThan(0);
  await expect(lawNamed(name).assertFor(bent(bend), sample)).rejects.toThrow();
  await reproduce(name, "function", sample);
});

test("reproduce() knows no other laws and adapters", async () => {
  await expect(reproduce("no law", "function", null)).rejects.toThrow("there is no such law");
  await expect(reproduce(contractLaws[0]?.id ?? "", "no adapter", null)).rejects.toThrow("there is no such adapter");
});

test("an adapter whose answers depend on who came before breaks determinism", async () => {
  let ever = 0;
  const adapter = bent((name, value) => {
    ever += 1;
    return name === "x-service-request-id" ? String(ever) : value;
  });
  await expect(assertHolds("replay-1", adapter)).rejects.toThrow(/seed: 7/);
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
  const model = createModel(
    {
      limits: { anonymous: 60, token: 5000 },
      windowSeconds: 3600,
      freeNotModified: false,
      missing: 501,
      accounts: { full: "ada" },
    },
    recordedOn(contractFixtures),
  );
  const zen = { who: "anonymous", method: "GET", target: "/zen", copy: "" } as const;
  for (let used = 1; used <= 60; used += 1) {
    expect(model.ask(zen, 1000)).toEqual({
      status: 200,
      etag: null,
      counters: { limit: 60, remaining: 60 - used, reset: 4600, used },
    });
  }
  const exhausted = { limit: 60, remaining: 0, reset: 4600, used: 60 };
  expect(model.ask(zen, 4599)).toEqual({ status: 403, etag: null, counters: exhausted });
  expect(model.ask({ ...zen, who: "bad" }, 4599)).toEqual({ status: 403, etag: null, counters: exhausted });
  expect(model.ask({ ...zen, method: "OPTIONS" }, 4599)).toEqual({ status: 204, etag: null, counters: exhausted });
  expect(model.ask({ ...zen, target: "/user", who: "full" }, 4599)).toEqual({
    status: 200,
    etag: 'W/"own-full"',
    counters: { limit: 5000, remaining: 4999, reset: 8199, used: 1 },
  });
  const first = { status: 200, etag: null, counters: { limit: 60, remaining: 59, reset: 8200, used: 1 } };
  expect(model.ask(zen, 4600)).toEqual(first);
  model.exhaust("address 127.0.0.1", 4600);
  expect(model.ask(zen, 4600).status).toBe(403);
  model.reset();
  expect(model.ask(zen, 4600)).toEqual(first);
  model.override(recordedOn(overrideFixtures));
  expect(model.ask({ ...zen, target: "/users/ada" }, 4600)).toMatchObject({ etag: '"ada-2"', counters: { used: 2 } });
});

test("responseOf() joins a repeated header and leaves the connection's out", () => {
  const answer = responseOf(
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

function lawNamed(name: string): ContractLaw {
  return contractLaws.find((each) => each.id === name) ?? expect.fail(`no law ${name}`);
}

function assertHolds(name: string, adapter: Adapter): Promise<void> {
  return lawNamed(name).assertHolds(adapter, search);
}
