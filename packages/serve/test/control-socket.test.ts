import { compileApi, service } from "@tapedeck/api";
import { createQuotaStore, createSharedPlayer } from "@tapedeck/replay";
import { expect, onTestFinished, test } from "vitest";
import { control, controlOf, listen } from "../src/index.ts";
import { moment } from "./asking-control.ts";
import { playerOf, tape } from "./tape.ts";

test("control on a socket: the limit is used up, the clock moves on, and it is there again", async () => {
  const player = playerOf();
  const server = await listen(player, { control: control(player) });
  try {
    const status = async (path: string, method = "GET") => (await fetch(server.url + path, { method })).status;
    expect(await status("/users/ada")).toBe(200);
    expect(await status("/_tapedeck/quotas/exhaust?bucket=address%20127.0.0.1", "POST")).toBe(200);
    expect(await status("/users/ada")).toBe(403);
    expect(await status("/_tapedeck/clock?advance=3599", "POST")).toBe(200);
    expect(await status("/users/ada")).toBe(403);
    expect(await status("/_tapedeck/clock?advance=1", "POST")).toBe(200);
    expect(await status("/users/ada")).toBe(200);
  } finally {
    await server.close();
  }
});

test("control on a socket steers a shared player: what is set, exhausted and reset of a bucket is so for all that count in the store", async () => {
  const store = createQuotaStore();
  const policies = [
    {
      name: "core",
      partition: ["account"],
      algorithm: { kind: "fixed-window", limit: 60, seconds: 3600 },
      unless: { paths: ["/users/grace"] },
    },
    {
      name: "grace",
      partition: ["account"],
      algorithm: { kind: "token-bucket", capacity: 5, refillPerSecond: 1 },
      when: { paths: ["/users/grace"] },
    },
  ] as const;
  const rateLimits = { name: "own", policies, tell: "x-ratelimit", refusal: { status: 429 } } as const;
  const api = compileApi({ rateLimits }, { base: service });
  const [steered, other] = await Promise.all(
    [0, 1].map(async () => {
      const player = createSharedPlayer({ api, tapes: [tape], store });
      const server = await listen(player, { control: control(player) });
      onTestFinished(() => server.close());
      return server;
    }),
  );
  const { exhaust, setQuota, resetQuotas, quotas, setPace, reset, clock } = controlOf(steered?.url ?? "");
  const asked = async (path: string) => {
    const { status, headers } = await fetch(other?.url + path);
    return [status, headers.get("x-ratelimit-remaining")];
  };
  const [core, grace] = ["core address 127.0.0.1", "grace address 127.0.0.1"];

  expect(await exhaust(core)).toMatchObject({ [core]: { limit: 60, used: 60, remaining: 0 } });
  expect(await asked("/users/ada")).toEqual([429, "0"]);
  expect(await asked("/users/grace")).toEqual([200, "4"]);
  expect(await setQuota(core, { limit: 10, used: 3 })).toMatchObject({ [core]: { limit: 10, remaining: 7 } });
  expect(await asked("/users/ada")).toEqual([200, "6"]);
  expect(Object.keys(await resetQuotas("grace"))).toEqual([core]);
  expect(await quotas()).toMatchObject({ [core]: { used: 4 } });
  expect(await resetQuotas("address 127.0.0.1")).toEqual({});
  expect(await asked("/users/ada")).toEqual([200, "59"]);

  await setPace(0);
  await reset();
  expect(await quotas()).toMatchObject({ [core]: { used: 1 } });
  expect(await clock.advance(1)).toBe(moment + 1);
  await expect(exhaust("unknown")).rejects.toMatchObject({
    status: 400,
    message: expect.stringMatching(/Not a bucket/),
  });
  await expect(resetQuotas("unknown")).rejects.toMatchObject({ status: 400 });
  await expect(setQuota(grace, { used: 6 })).rejects.toMatchObject({ status: 400 });
});
