import { compileApi } from "@tapedeck/api";
import { readRateLimit, type SchemeFile } from "@tapedeck/rate-limit";
import { anonymous, type HeaderList, pinnedMoment, type Tape } from "@tapedeck/tape";
import { describe, expect, test } from "vitest";
import { functionAdapter } from "../src/adapters/function.ts";
import { nockFetchAdapter } from "../src/adapters/nock.ts";
import { socketAdapter } from "../src/adapters/socket.ts";
import { recordedOrigin } from "../src/fixtures/fixtures.ts";
import { bodyFrom } from "../src/fixtures/recorded.ts";
import { header, text } from "../src/message.ts";
import { type Setting, withAdapter } from "../src/with-adapter.ts";

const path = "/channels/7/messages";

/** One answer of an API of which nothing is known but its limit; `headers` told another when it was recorded. */
function foreign(rateLimits: SchemeFile, headers: HeaderList = []): Setting {
  const request = { method: "GET", target: path, principal: anonymous, headers: [], body: null };
  const response = { status: 200, headers: [["content-type", "application/json"] as const, ...headers] };
  const exchanges = [{ request, response: { ...response, body: bodyFrom({ usage: { total_tokens: 7 } }) } }];
  const tape: Tape = { name: "foreign", origin: recordedOrigin, recordedAt: pinnedMoment, exchanges };
  return { tapes: [tape], api: compileApi({ name: "foreign", rateLimits }), credentials: [] };
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

  test("what was in flight is released with its answer", async () => {
    const scheme: SchemeFile = {
      name: "narrow",
      policies: [{ name: "flights", algorithm: { kind: "concurrency", limit: 1 } }],
      tell: [],
      refusal: { status: 429 },
    };
    await withAdapter(adapter, foreign(scheme), async ({ ask, player }) => {
      for (let nth = 1; nth <= 3; nth += 1) expect((await ask(path)).status).toBe(200);
      expect(Object.values(player.quotas()).map(({ used }) => used)).toEqual([0]);
    });
  });
});
