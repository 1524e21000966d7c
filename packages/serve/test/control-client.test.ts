import type { Player } from "@tapedeck/replay";
import { expect, test } from "vitest";
import { type Control, ControlRefusal, control, controlOf, listen } from "../src/index.ts";
import { playerOf } from "./tape.ts";

const moment = 1_767_225_600;
const bucket = "address 127.0.0.1";

async function steered(use: (steer: Control, url: string, player: Player) => Promise<void>): Promise<void> {
  const player = playerOf();
  const door = await listen(player, { control: (ask) => control(player, ask) });
  try {
    await use(controlOf(door.url), door.url, player);
  } finally {
    await door.close();
  }
}

test("controlOf() tells what the server holds", () =>
  steered(async (steer, url) => {
    for (const path of ["/users/ada", "/users/adda"]) await (await fetch(url + path)).arrayBuffer();
    expect(await steer.health()).toEqual({ status: "ok", exchanges: 2 });
    expect(await steer.clock.now()).toBe(moment);
    expect(await steer.quotas()).toEqual({ [bucket]: { limit: 60, used: 1, remaining: 59, reset: moment + 3600 } });
    expect((await steer.journal()).map(({ target, status, cost }) => [target, status, cost])).toEqual([
      ["/users/ada", 200, 1],
      ["/users/adda", 501, 0],
    ]);
    const [miss] = await steer.misses();
    expect([miss?.target, miss?.closest?.target]).toEqual(["/users/adda", "/users/ada"]);
    expect(miss?.text).toMatch(/^Cannot replay GET \/users\/adda: no tape has it\n/);
    expect((await steer.unplayed()).map(({ place, target }) => [place, target])).toEqual([[2, "/users/grace"]]);
    await steer.reset();
    expect([await steer.quotas(), await steer.journal(), await steer.misses()]).toEqual([{}, [], []]);
    expect((await steer.unplayed()).length).toBe(2);
  }));

test("controlOf() steers a client through an exhausted limit without a wait", () =>
  steered(async ({ clock, exhaust }, url) => {
    const status = async (): Promise<number> => (await fetch(`${url}/users/ada`)).status;
    expect(await status()).toBe(200);
    expect((await exhaust(bucket))[bucket]?.remaining).toBe(0);
    expect(await status()).toBe(403);
    expect(await clock.advance(3600)).toBe(moment + 3600);
    expect(await status()).toBe(200);
    expect(await clock.set("2026-01-01T00:00:00Z")).toBe(moment);
    expect(await clock.set(moment + 7)).toBe(moment + 7);
    expect(await clock.advance(-7)).toBe(moment);
  }));

test("controlOf() takes a URL that ends in a slash, or leads further", () =>
  steered(async (_steer, url) => {
    for (const named of [`${url}/`, `${url}/api/v3?x=1`]) expect((await controlOf(named).health()).status).toBe("ok");
  }));

test("controlOf() says what the server refused, and why", () =>
  steered(async ({ clock }) => {
    const error = await clock.set("tomorrow").catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ControlRefusal);
    expect(error).toMatchObject({
      status: 400,
      message: 'Cannot POST clock of the control API: Not a time: "tomorrow"; give 2026-01-01T00:00:00Z',
    });
  }));

test.each([
  ["a player without a control API", playerOf(), /^Cannot GET health of the control API: Cannot replay GET/],
  [
    "anything else",
    async () => new Response("?", { status: 404 }),
    /^Cannot GET health of the control API: status 404$/,
  ],
])("controlOf() says so where it meets %s", async (_what, handler, message) => {
  const door = await listen(handler);
  await expect(controlOf(door.url).health()).rejects.toThrow(message);
  await door.close();
});
