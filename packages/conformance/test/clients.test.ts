// Clients that others wrote, unmodified: each is refused by a replay that limits as the API they are written for, waits
// as long as its own code says, and goes on. They and the player share one virtual clock; nobody sleeps.
import Anthropic from "@anthropic-ai/sdk";
import { REST } from "@discordjs/rest";
import { Octokit } from "@octokit/core";
import { retry } from "@octokit/plugin-retry";
import { throttling } from "@octokit/plugin-throttling";
import { WebClient } from "@slack/web-api";
import { compileApi } from "@tapedeck/api";
import { type Algorithm, readRateLimit } from "@tapedeck/rate-limit";
import { createPlayer } from "@tapedeck/replay";
import { anonymous, type Tape } from "@tapedeck/tape";
import ky from "ky";
import OpenAI from "openai";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { bodyFrom } from "../src/fixtures/recorded.ts";

const noon = 1_767_225_600;

beforeEach(() => {
  vi.useFakeTimers({ now: noon * 1000 });
});
afterEach(() => {
  vi.useRealTimers();
});

const now = (): number => Date.now() / 1000;

/** What the service was asked, and what it answered. */
interface Asked {
  readonly at: number;
  readonly status: number;
  /** Epoch seconds that the answer tells. */
  readonly retryAt: number | null;
}

const recorded = [
  ...["GET /user", "GET /things", "POST /v1/chat/completions", "POST /v1/messages", "POST /api/users.list"],
  ...["GET /api/v10/users/@me", "GET /api/v10/channels/81384788765712384/messages"],
];

/** A replay that limits by a preset, one policy of which allows less; everything recorded says `body`. */
function service(preset: string, policy: string, algorithm: Algorithm, body: object = {}) {
  const rateLimits = { preset, policies: [{ name: policy, algorithm, limits: undefined as never }] };
  const exchanges = recorded.map((line) => {
    const [method = "", target = ""] = line.split(" ");
    const headers = [["content-type", "application/json"] as const];
    return {
      request: { method, target, principal: anonymous, headers: [], body: null },
      response: { status: 200, headers, body: bodyFrom(body) },
    };
  });
  const tape: Tape = { name: preset, origin: "https://api.service.example", recordedAt: noon, exchanges };
  const player = createPlayer({
    tapes: [tape],
    api: compileApi({ name: preset, rateLimits }),
    rule: ["method", "path"],
    clock: now,
  });
  const asked: Asked[] = [];
  const fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const response = await player(new Request(input, init));
    const { status, headers } = response;
    const text = await response.clone().text();
    asked.push({ at: now(), status, retryAt: readRateLimit({ status, headers, body: text }, now()).retryAt });
    return response;
  };
  return { fetch, asked, player };
}

/** Moves the clock from timer to timer until somebody has an answer. */
async function waited<T>(work: Promise<T>): Promise<T> {
  let done = false;
  work.then(
    () => (done = true),
    () => (done = true),
  );
  for (let timers = 0; !done && timers < 10_000; timers++) {
    // Bodies are read in turns of the real event loop.
    await new Promise<void>((resume) => realSetImmediate(resume));
    await vi.advanceTimersToNextTimerAsync();
  }
  return await work;
}
const realSetImmediate = setImmediate;

const perMinute = { kind: "fixed-window", limit: 1, seconds: 40 } as const;
const bucket = { kind: "token-bucket", capacity: 1, refillPerSecond: 0.05 } as const;
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

type Fetch = ReturnType<typeof service>["fetch"];

const Client = Octokit.plugin(throttling, retry);
const octokitTwice = async (fetch: Fetch): Promise<void> => {
  const throttle = { onRateLimit: () => true, onSecondaryRateLimit: () => true };
  const client = new Client({ auth: "any", log: quiet, request: { fetch }, throttle });
  await client.request("GET /user");
  await client.request("GET /user");
};
const completion = { model: "m", messages: [{ role: "user" as const, content: "Hello" }], max_tokens: 5 };

test.each<
  [client: string, preset: string, policy: string, algorithm: Algorithm, twice: (fetch: Fetch) => Promise<unknown>]
>([
  ["Octokit, at its rate limit", "github", "core", perMinute, octokitTwice],
  ["Octokit, at a secondary limit", "github", "points-per-minute", perMinute, octokitTwice],
  [
    "openai",
    "openai",
    "requests",
    bucket,
    async (fetch) => {
      const client = new OpenAI({ apiKey: "any", fetch, maxRetries: 2 });
      await client.chat.completions.create(completion);
      await client.chat.completions.create(completion);
    },
  ],
  [
    "openai, at its tokens",
    "openai",
    "tokens",
    { kind: "token-bucket", capacity: 100, refillPerSecond: 2 },
    async (fetch) => {
      const client = new OpenAI({ apiKey: "any", fetch, maxRetries: 2 });
      await client.chat.completions.create({ ...completion, max_tokens: 60 });
      await client.chat.completions.create({ ...completion, max_tokens: 60 });
    },
  ],
  [
    "@anthropic-ai/sdk",
    "anthropic",
    "requests",
    bucket,
    async (fetch) => {
      const client = new Anthropic({ apiKey: "any", fetch, maxRetries: 2 });
      await client.messages.create(completion);
      await client.messages.create(completion);
    },
  ],
  [
    "@slack/web-api",
    "slack",
    "tier2",
    { kind: "sliding-log", limit: 1, seconds: 30 },
    async (fetch) => {
      const client = new WebClient("any", {
        fetch,
        logger: { ...quiet, setLevel() {}, setName() {}, getLevel: () => "error" as never },
      });
      await client.users.list({});
      await client.users.list({});
    },
  ],
  [
    "@discordjs/rest, at the global limit",
    "discord",
    "global",
    perMinute,
    async (fetch) => {
      const client = new REST({ makeRequest: fetch as never }).setToken("any");
      await client.get("/users/@me");
      await client.get("/users/@me");
    },
  ],
  ...(["x", "ietf-06", "gitlab", "cloudflare", "reddit"] as const).map((preset) => {
    const policy = {
      x: "endpoint",
      "ietf-06": "minute",
      gitlab: "throttle_unauthenticated_api",
      cloudflare: "burst",
      reddit: "client",
    }[preset];
    const twice = async (fetch: Fetch): Promise<void> => {
      const client = ky.create({ fetch: fetch as typeof globalThis.fetch, retry: { limit: 2, jitter: false } });
      await client.get("https://api.service.example/things");
      await client.get("https://api.service.example/things");
    };
    return [`ky, of ${preset}`, preset, policy, perMinute, twice] as [string, string, string, Algorithm, typeof twice];
  }),
])("%s is refused, waits as long as it is told, and goes on", async (_client, preset, policy, algorithm, twice) => {
  const { fetch, asked, player } = service(preset, policy, algorithm, { ok: true, choices: [], content: [] });
  await waited(twice(fetch));
  expect(player.journal().map(({ source }) => source.kind)).toEqual(["played", "refused", "played"]);
  const [first, refused, last] = asked;
  expect(asked).toHaveLength(3);
  expect([first?.status, last?.status]).toEqual([200, 200]);
  expect(refused?.status).toBeGreaterThan(399);
  // At the told moment, or a little later; Octokit waits for one second more, Slack's client for its own back-off too.
  expect(last?.at).toBeGreaterThanOrEqual((refused?.retryAt ?? 0) - 1e-3);
  expect(last?.at).toBeLessThan((refused?.retryAt ?? 0) + 4);
});

test("@discordjs/rest reads the headers of its bucket, and waits before it is refused", async () => {
  const { fetch, asked } = service("discord", "channel", { kind: "fixed-window", limit: 2, seconds: 5 });
  const client = new REST({ makeRequest: fetch as never }).setToken("any");
  const read = async (): Promise<void> => {
    for (let count = 0; count < 3; count++) await client.get("/channels/81384788765712384/messages");
  };
  await waited(read());
  expect(asked.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(asked[2]?.at).toBeGreaterThanOrEqual(noon + 5);
});
