import { github, service } from "@tapedeck/api";
import type { CheckOptions } from "@tapedeck/check";
import { stoppedClock } from "@tapedeck/replay";
import { listen } from "@tapedeck/serve";
import { createWorld, createWorldPlayer } from "@tapedeck/world";
import { describe, expect, onTestFinished, test } from "vitest";
import { sendRequest } from "../reference-server/send-request.ts";
import { standBetween } from "./between.ts";
import { checkService, named, standIn, token, value } from "./check-service.ts";

describe("no false alarm", () => {
  /** As many foreign requests as a sequence says, from one after the other. */
  function others(url: string, counts: readonly number[]): (nth: number) => Promise<void> {
    return async (nth) => {
      for (let more = counts[nth % counts.length] ?? 0; more > 0; more -= 1) {
        await sendRequest(`${url}/zen`, more % 2 === 0 ? {} : { headers: { authorization: `token ${value}` } });
        await sendRequest(`${url}/zen`);
      }
    };
  }

  test.each([
    [[0, 1]],
    [[1, 1, 0]],
    [[2, 0, 0, 1]],
    [[0, 0, 0, 0, 0, 0, 1]],
    [[0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 3]],
    [[1, 2, 3]],
  ])("while others spend the same quotas, by turns of %j requests", async (counts) => {
    for (const vendor of ["service", "github"]) {
      const origin = await standIn({ limits: { anonymous: 5000, token: 9000 }, vendor });
      const busy = await standBetween(origin.url, { before: others(origin.url, counts) });
      const report = await checkService({ url: busy.url, token, publicUrl: origin.url });
      expect(named(report, "broken")).toEqual({});
    }
  });

  test("while windows end and begin", async () => {
    for (const windowSeconds of [3, 5, 11, 60]) {
      let clock = 1_700_000_000;
      const origin = await standIn({ windowSeconds, now: () => clock });
      const report = await checkService({
        url: (
          await standBetween(origin.url, {
            before: async () => {
              clock += 1;
            },
          })
        ).url,
        token,
        publicUrl: origin.url,
      });
      expect(named(report, "broken")).toEqual({});
    }
  });

  test("while the reset is a second off, now and then", async () => {
    const origin = await standIn();
    const jittery = await standBetween(origin.url, {
      headers: (headers, nth) => ({
        ...headers,
        "x-ratelimit-reset": String(Number(headers["x-ratelimit-reset"]) + (nth % 3 === 0 ? 1 : 0)),
      }),
    });
    const report = await checkService({ url: jittery.url, token, publicUrl: origin.url });
    expect(named(report, "broken")).toEqual({});
  });

  test("where no quota is advertised", async () => {
    const origin = await standIn();
    const bare = await standBetween(origin.url, {
      headers: (headers) => Object.fromEntries(Object.entries(headers).filter(([name]) => !/^x-ratelimit/.test(name))),
    });
    const report = await checkService({ url: bare.url, token, publicUrl: origin.url });
    expect(Object.keys(named(report, "broken"))).toEqual([]);
    expect(named(report, "not observable")["remaining + used = limit"]).toMatch(/^the quota is not advertised/);
  });

  test("where the budget does not reach", async () => {
    const origin = await standIn();
    const told = async (budget: number): Promise<Readonly<Record<string, string>>> =>
      named(await checkService({ url: origin.url, token, publicUrl: origin.url, budget }), "not observable");
    const one = await told(1);
    const spent = "the budget of 1 request did not reach so far; allow more by --budget";
    for (const law of ["every answer tells all four counters", "remaining never rises inside a window"]) {
      expect(one[law]).toBe(spent);
    }
    expect(one["the end of a window stays where it is"]).toBe(spent);
    expect(Object.values({ ...one, ...(await told(2)) }).join("\n")).not.toContain("not advertised");
  });

  test("where a service answers no longer", async () => {
    const origin = await standIn();
    for (const from of [2, 9, 20]) {
      const tired = await standBetween(origin.url, { hangUp: (nth) => nth >= from });
      const report = await checkService({ url: tired.url, token, publicUrl: origin.url });
      expect(named(report, "broken")).toEqual({});
      expect(report.sent).toBe(from + 1);
      expect(Object.values(named(report, "not observable")).join("\n")).toMatch(/answers no longer: connection closed/);
    }
  });
});

test("a service that steadily takes two for one is not taken for a busy one", async () => {
  const report = await checkService({ url: (await standIn({ fault: "everything-twice" })).url, token });
  expect(named(report, "broken")).toEqual({ "a good answer costs one": "each of 5 requests in a row cost 2" });
});

test("what a description says of the cost of a 304 binds who is said to follow it", async () => {
  const options: Pick<CheckOptions, "token"> = { token };
  const origin = await standIn({ vendor: "service" });
  expect(named(await checkService({ url: origin.url, ...options, api: service }), "broken")).toEqual({});
  expect(named(await checkService({ url: origin.url, ...options, api: github }), "broken")).toEqual({
    "a 304 always costs the same": "as token, a 304 costs 1, where the description says 0",
  });
});

test("a player's own clock, which stands still, is no window that slides", async () => {
  const world = createWorld({ seed: 7, accounts: 10, repositories: 50 });
  const player = createWorldPlayer(world, {
    clock: stoppedClock(1_767_225_600),
    tokens: { token: value },
  });
  const server = await listen(player, { port: 0 });
  onTestFinished(() => server.close());
  expect(named(await checkService({ url: server.url, token }), "broken")).toEqual({});
});
