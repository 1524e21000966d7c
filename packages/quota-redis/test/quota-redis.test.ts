import { createSharedPlayer, type QuotaStore } from "@tapedeck/replay";
import { pinnedMoment, type Tape } from "@tapedeck/tape";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { quotaRedis, type RedisClient } from "../src/index.ts";
import { connect, hasServer, type RedisServer, startRedis } from "./redis-server.ts";

const quota = { limit: 2, used: 1, resetsAt: 60 };
const more = { ...quota, used: 2 };

describe.skipIf(!hasServer)("quotaRedis()", () => {
  let server: RedisServer;
  let client: Awaited<ReturnType<typeof connect>>;
  let store: QuotaStore;
  const commands: string[] = [];
  const counting: RedisClient = {
    sendCommand: (words) => {
      commands.push(words[0] ?? "");
      return client.sendCommand(words);
    },
  };
  beforeAll(async () => {
    server = await startRedis();
    client = await connect(server.socket);
  });
  afterAll(async () => {
    client.destroy();
    await server.close();
  });
  beforeEach(async () => {
    await client.sendCommand(["FLUSHALL"]);
    store = quotaRedis(counting);
    await store.swap([{ bucket: "a", from: null, to: null }]);
    commands.length = 0;
  });

  test("makes all changes or none, and says what is held where it makes none", async () => {
    expect(await store.swap([{ bucket: "a", from: null, to: quota }])).toBe(null);
    const both = [
      { bucket: "b", from: null, to: quota },
      { bucket: "a", from: null, to: more },
    ];
    expect(await store.swap(both)).toEqual({ a: quota });
    expect(await store.read()).toEqual({ a: quota });
    expect(await store.swap([{ bucket: "a", from: quota, to: quota }])).toBe(null);
    expect(await store.swap([{ bucket: "a", from: quota, to: null }])).toBe(null);
    expect(await store.read(["a", "b"])).toEqual({});
  });

  test("an answer takes one turn of the server", async () => {
    const exchanges = [
      {
        request: { method: "GET", target: "/a", principal: "anonymous", headers: [], body: null },
        response: { status: 200, headers: [], body: null },
      },
    ];
    const tape: Tape = { name: "a", origin: "https://api.example", recordedAt: pinnedMoment, exchanges };
    const { compileApi } = await import("@tapedeck/api");
    const api = compileApi({ rateLimit: { limits: { anonymous: 3 } } });
    const player = createSharedPlayer({ tapes: [tape], api, store });
    for (const status of [200, 200, 200, 429, 429]) expect((await player("http://localhost/a")).status).toBe(status);
    expect(commands).toEqual(Array(5).fill("EVALSHA"));
  });

  test("a server that forgot its scripts is given them again", async () => {
    await client.sendCommand(["SCRIPT", "FLUSH"]);
    expect(await store.swap([{ bucket: "a", from: null, to: quota }])).toBe(null);
    expect(await store.swap([{ bucket: "a", from: quota, to: more }])).toBe(null);
    expect(commands).toEqual(["EVALSHA", "EVAL", "EVALSHA"]);
  });

  test("a change whose answer was lost is not made twice", async () => {
    let breaks = 2;
    const breaking = quotaRedis({
      sendCommand: async (words) => {
        const reply = await client.sendCommand(words);
        if (words[0] === "EVALSHA" && breaks-- > 0) throw new Error("Socket closed unexpectedly");
        return reply;
      },
    });
    expect(await breaking.swap([{ bucket: "a", from: null, to: quota }])).toBe(null);
    expect(await store.read()).toEqual({ a: quota });
  });

  test("what the server refuses is an error at once; a server that is away is waited for, and then given up", async () => {
    await client.sendCommand(["RPUSH", "{tapedeck}:quota:a", "no bucket"]);
    await expect(store.swap([{ bucket: "a", from: quota, to: null }])).resolves.toEqual({});
    const refusing: RedisClient = {
      sendCommand: async () => Promise.reject(new Error("NOAUTH Authentication required.")),
    };
    await expect(quotaRedis(refusing).read(["a"])).rejects.toThrow("NOAUTH");
    const away: RedisClient = { sendCommand: async () => Promise.reject(new Error("connect ECONNREFUSED")) };
    await expect(quotaRedis(away, { patienceSeconds: 0.01 }).read(["a"])).rejects.toThrow(
      "Cannot count in Redis: the server has not answered for 0.01 s (connect ECONNREFUSED); start it, or see its address",
    );
  });

  test("stores of different prefixes never touch, also where one is a pattern", async () => {
    const [one, other] = [quotaRedis(client, { prefix: "*" }), quotaRedis(client, { prefix: "run[1]" })];
    await store.swap([{ bucket: "a", from: null, to: quota }]);
    await other.swap([{ bucket: "b", from: null, to: quota }]);
    expect([await one.read(), await other.read(), await store.read()]).toEqual([{}, { b: quota }, { a: quota }]);
  });

  test("thousands of buckets are read", async () => {
    const names = Array.from({ length: 2500 }, (_, nth) => `core account a${nth}`);
    await Promise.all(names.map((bucket) => store.swap([{ bucket, from: null, to: quota }])));
    expect(Object.keys(await store.read())).toEqual(names.sort());
    expect(Object.keys(await store.read(names.slice(0, 1500)))).toHaveLength(1500);
  });

  test("a bucket that nobody charges is kept for as long as is said, and no claim for long", async () => {
    await quotaRedis(client, { keepSeconds: 7 }).swap([{ bucket: "a", from: null, to: quota }]);
    const keys = (await client.sendCommand(["KEYS", "*"])) as string[];
    const left = new Map<string, number>();
    for (const key of keys) left.set(key.split(":")[1] ?? "", Number(await client.sendCommand(["PTTL", key])));
    expect(left.get("quota")).toBeGreaterThan(5000);
    expect(left.get("quota")).toBeLessThanOrEqual(7000);
    expect(left.get("claim")).toBeLessThanOrEqual(300_000);
    expect(() => quotaRedis(client, { keepSeconds: 0 })).toThrow(/keepSeconds is a number above 0, not 0/);
  });
});

test.each([
  ["none", undefined],
  ["one of another kind", { call: async () => null, sendCommand: async () => null }],
])("a client that takes no list of words is refused: %s", (_shows, client) => {
  expect(() => quotaRedis(client as never)).toThrow(/give \{ sendCommand: \(\[name, \.\.\.words\]\) => client\.call/);
});

test.each([
  ["holds a command back for want of a connection", () => new Promise(() => {}), "no answer came"],
  [
    "finds no address to connect to",
    async () => Promise.reject(new AggregateError([new Error("connect ECONNREFUSED ::1:6379")])),
    "connect ECONNREFUSED ::1:6379",
  ],
])("a client that %s is waited for no longer than is said, and the error says why", async (_shows, send, why) => {
  await expect(quotaRedis({ sendCommand: send }, { patienceSeconds: 0.01 }).read(["a"])).rejects.toThrow(
    `Cannot count in Redis: the server has not answered for 0.01 s (${why}); start it, or see its address`,
  );
});
