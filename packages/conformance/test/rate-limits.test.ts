import { type Api, compileApi } from "@tapedeck/api";
import { mount, openNetwork } from "@tapedeck/nock";
import { readRateLimit, type SchemeFile } from "@tapedeck/rate-limit";
import {
  createPlayer,
  createQuotaStore,
  createSharedPlayer,
  type Player,
  type PlayerOptions,
  stoppedClock,
} from "@tapedeck/replay";
import { listen } from "@tapedeck/serve";
import { anonymous, type HeaderList, pinnedMoment, type RecordedResponse, type Tape } from "@tapedeck/tape";
import { describe, expect, test } from "vitest";
import { socketAdapter } from "../src/adapters/socket.ts";
import { functionAdapter, nockFetchAdapter } from "../src/adapters.ts";
import { recordedOrigin } from "../src/fixtures/fixtures.ts";
import { bodyFrom } from "../src/fixtures/recorded.ts";
import { header, text } from "../src/message.ts";
import { type Setting, withAdapter } from "../src/with-adapter.ts";

const path = "/channels/7/messages";

type Streamed = Pick<RecordedResponse, "chunks">;

/** One answer of an API of which nothing is known but its limit; `headers` told another when it was recorded. */
function foreign(rateLimits: SchemeFile, headers: HeaderList = [], streamed: Streamed = {}): Setting {
  const request = { method: "GET", target: path, principal: anonymous, headers: [], body: null };
  const response = { status: 200, headers: [["content-type", "application/json"] as const, ...headers] };
  const exchanges = [
    { request, response: { ...response, ...streamed, body: bodyFrom({ usage: { total_tokens: 7 } }) } },
  ];
  const tape: Tape = { name: "foreign", origin: recordedOrigin, recordedAt: pinnedMoment, exchanges };
  return { tapes: [tape], api: compileApi({ name: "foreign", rateLimits }), tokens: {} };
}

describe.each([functionAdapter, socketAdapter, nockFetchAdapter])("$name", (adapter) => {
  test.each<[preset: string, setting: Setting, limit: number, header: string, told: string, refusal: string]>([
    [
      "openai",
      foreign(
        {
          preset: "openai",
          policies: [{ name: "requests", algorithm: { kind: "token-bucket", capacity: 2, refillPerSecond: 0.1 } }],
        },
        [["x-ratelimit-remaining-tokens", "17"]],
      ),
      2,
      "x-ratelimit-remaining-tokens",
      "29993",
      '"code":"rate_limit_exceeded"',
    ],
    [
      "discord",
      foreign({ preset: "discord" }, [["x-ratelimit-remaining", "17"]]),
      5,
      "x-ratelimit-remaining",
      "4",
      '"message":"You are being rate limited."',
    ],
    [
      "gitlab",
      foreign(
        {
          preset: "gitlab",
          policies: [
            { name: "throttle_unauthenticated_api", algorithm: { kind: "fixed-window", limit: 3, seconds: 60 } },
          ],
        },
        [["ratelimit-remaining", "17"]],
      ),
      3,
      "ratelimit-remaining",
      "2",
      "Retry later\n",
    ],
  ])("%s is counted live, refused in its own dialect, and let on by the clock", async (_preset, ...row) => {
    const [setting, limit, name, told, refusal] = row;
    await withAdapter(adapter, setting, async ({ ask, clock }) => {
      const first = await ask(path);
      expect([first.status, header(first, name)]).toEqual([200, told]);
      for (let nth = 2; nth <= limit; nth += 1) expect((await ask(path)).status).toBe(200);
      const refused = await ask(path);
      expect([refused.status, text(refused)]).toEqual([429, expect.stringContaining(refusal)]);
      const { retryAt } = readRateLimit({ ...refused, body: text(refused) }, clock());
      if (retryAt === null) return expect.fail("it does not say when to come again");
      clock.set(Math.ceil(retryAt) - 1);
      expect((await ask(path)).status).toBe(429);
      clock.set(Math.ceil(retryAt));
      expect((await ask(path)).status).toBe(200);
    });
  });
});

describe("what is in flight", () => {
  const narrow: SchemeFile = {
    name: "narrow",
    policies: [{ name: "flights", algorithm: { kind: "concurrency", limit: 1 } }],
    tell: [],
    refusal: { status: 429 },
  };
  const setting = (chunks: Streamed): PlayerOptions => {
    const { tapes, api } = foreign(narrow, [], chunks) as PlayerOptions;
    return { tapes, api: api as Api, pace: "clock", clock: stoppedClock(pinnedMoment) };
  };
  const stream: Streamed = { chunks: [[26, 1000]] };
  const used = (player: Player): number => Object.values(player.quotas())[0]?.used ?? 0;
  const released = async (player: Player): Promise<void> => {
    while (used(player) > 0) await new Promise(setImmediate);
  };

  test("whole answers that nobody reads are released with them", async () => {
    const player = createPlayer(setting({}));
    for (let nth = 1; nth <= 3; nth += 1) expect((await player(`http://localhost${path}`)).status).toBe(200);
    expect(used(player)).toBe(0);
  });

  test("at a function it is released when its body is cancelled", async () => {
    const player = createPlayer(setting(stream));
    const { body } = await player(`http://localhost${path}`);
    expect((await player(`http://localhost${path}`)).status).toBe(429);
    await body?.cancel();
    expect([used(player), (await player(`http://localhost${path}`)).status]).toEqual([0, 200]);
  });

  test.each([
    ["a socket", async (player: Player) => await listen(player)],
    [
      "nock",
      async (player: Player) => {
        const { unmount } = mount(player, { origin: "http://api.example" });
        const close = async (): Promise<void> => {
          unmount();
          openNetwork();
        };
        return { url: "http://api.example", close };
      },
    ],
  ])("at %s it is released when its client gives it up", async (_where, open) => {
    const player = createPlayer(setting(stream));
    const { url, close } = await open(player);
    try {
      const gone = new AbortController();
      const first = await fetch(url + path, { signal: gone.signal });
      expect([first.status, (await fetch(url + path)).status]).toEqual([200, 429]);
      gone.abort();
      await released(player);
      expect((await fetch(url + path)).status).toBe(200);
    } finally {
      await close();
    }
  });

  test("players on one store have a place together, and a reset forgets what was in flight before", async () => {
    const store = createQuotaStore();
    const [one, other] = [
      createSharedPlayer({ ...setting(stream), store }),
      createSharedPlayer({ ...setting(stream), store }),
    ];
    const { body } = await one(`http://localhost${path}`);
    expect((await other(`http://localhost${path}`)).status).toBe(429);
    await body?.cancel();
    while ((await other.quotas())["flights"]?.used) await new Promise(setImmediate);
    expect((await other(`http://localhost${path}`)).status).toBe(200);

    const player = createPlayer(setting(stream));
    const before = await player(`http://localhost${path}`);
    player.resetQuotas();
    expect((await player(`http://localhost${path}`)).status).toBe(200);
    await before.body?.cancel();
    expect(used(player)).toBe(1);
  });
});
