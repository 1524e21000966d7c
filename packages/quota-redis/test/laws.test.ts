import process from "node:process";
import {
  type Adapter,
  adapters,
  algorithmOf,
  assertCounted,
  type CountingPlace,
  countedKinds,
  countIn,
  countRequests,
  interleavingOn,
} from "@tapedeck/conformance";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type Runtime, runtimes } from "../../../.ci/runtimes.ts";
import { type QuotaRedisOptions, quotaRedis } from "../src/index.ts";
import { connect, hasServer, type RedisServer, startRedis } from "./redis-server.ts";

const program = (name: Runtime) => ({ name, command: runtimes[name][0] });
const node = program("node");
const all = [node, ...(process.versions["deno"] ? [node, node] : [program("deno"), program("bun")])];

const hourly = (limit: number) => ({ kind: "fixed-window", limit, seconds: 3600 }) as const;

describe.skipIf(!hasServer)("quotaRedis()", () => {
  let server: RedisServer;
  let client: Awaited<ReturnType<typeof connect>>;
  beforeAll(async () => {
    server = await startRedis();
    client = await connect(server.socket);
  });
  afterAll(async () => {
    client.destroy();
    await server.close();
  });
  const place = (): CountingPlace => ({
    module: new URL("./redis-store.ts", import.meta.url).href,
    place: server.socket,
  });

  test("players on it keep the law of interleavings", async () => {
    let nth = 0;
    const fresh = (): QuotaRedisOptions => ({ prefix: `{law-${nth++}}` });
    await interleavingOn(() => quotaRedis(client, fresh())).assertHolds(adapters[0] as Adapter, { seed: 7, runs: 60 });
  });

  test("processes of Node, Deno and Bun give out sixty numbers, each once", async () => {
    await client.sendCommand(["FLUSHALL"]);
    const received = await Promise.all([...all, node].map((runtime) => countIn(runtime, place(), hourly(60), 25)));
    assertCounted(received, 60);
    expect(received.flat().filter((each) => each === null)).toHaveLength(40);
  });

  test.each(countedKinds)("two connections give out each number once by a %s", async (kind) => {
    await client.sendCommand(["FLUSHALL"]);
    const other = await connect(server.socket);
    onTestFinished(() => other.destroy());
    const count = (one: typeof client) => countRequests(quotaRedis(one), algorithmOf(kind, 30), 20);
    assertCounted(await Promise.all([client, other].map(count)), 30);
  });

  test("a server that is killed under load and starts anew gives out each number once", async () => {
    await client.sendCommand(["FLUSHALL"]);
    const store = quotaRedis(client);
    const used = async (): Promise<number> => {
      const [bucket] = Object.values(await store.read());
      return bucket !== undefined && "used" in bucket ? bucket.used : 0;
    };
    const counted = Promise.all([...all, node].map((runtime) => countIn(runtime, place(), hourly(700), 200)));
    let isDone = false;
    void counted.finally(() => {
      isDone = true;
    });
    const kills: number[] = [];
    for (const wanted of [100, 300, 500]) {
      let now = await used();
      while (!isDone && now < wanted) now = await used();
      kills.push(now);
      await server.restart();
    }
    assertCounted(await counted, 700);
    // The first came while there was still much to do; how soon the others are noticed is the machine's affair.
    expect(kills[0]).toBeLessThan(700);
  });
});
