// Rate limits of middlewares that nobody here wrote: what was recorded of one goes on in a replay as a fresh server does.
import { mkdtemp, rm } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Api } from "@tapedeck/api";
import { readApis, writeApi } from "@tapedeck/api/files";
import { createRecorder } from "@tapedeck/record";
import { createPlayer } from "@tapedeck/replay";
import { readTapes } from "@tapedeck/tape/files";
import { type Options, rateLimit } from "express-rate-limit";
import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import { expect, onTestFinished, test } from "vitest";
import { serve } from "./record-by.ts";
import type { Express } from "./servers/express.ts";

const express: Express = createRequire(import.meta.url)("express");
const limit = 6;
const origin = "https://api.foreign.example";

function limited(options: Partial<Options>): RequestListener {
  const app = express();
  app.use(rateLimit({ windowMs: 60_000, limit, legacyHeaders: false, validate: false, ...options }));
  app.get("/things", (_request, response) => response.json({ things: [] }));
  return app;
}

// As its documentation shows it.
function flexible(): RequestListener {
  const limiter = new RateLimiterMemory({ points: limit, duration: 60 });
  return async (_request, response) => {
    const allowed = await limiter.consume("all").catch((refused: RateLimiterRes) => refused);
    const told = { limit, remaining: allowed.remainingPoints, reset: new Date(Date.now() + allowed.msBeforeNext) };
    for (const [name, value] of Object.entries(told)) response.setHeader(`x-ratelimit-${name}`, String(value));
    response.setHeader("retry-after", allowed.msBeforeNext / 1000);
    if (allowed.consumedPoints > limit) response.writeHead(429).end("Too Many Requests");
    else response.setHeader("content-type", "application/json").end('{"things":[]}');
  };
}

/** An answer: its status, body, and what its headers tell; a moment is as long from now as it is. */
async function seenOf(response: Response, now: number): Promise<unknown> {
  const told = [...response.headers].filter(([name]) => /limit|retry|content-type/.test(name));
  const headers = told.map(([name, value]) => {
    const text = value.replace(/; pk=:[^:]*:/g, "");
    const at = /reset$/.test(name) && !/^\d{1,4}$/.test(text) ? Number(text) || Date.parse(text) / 1000 : null;
    const until =
      at === null ? text.replace(/\b59\.\d+|\b(?:59|60)(?:\.000)?$/, "60") : `in ${Math.round((at - now) / 20)}`;
    return [name, until];
  });
  return [response.status, Object.fromEntries(headers), await response.text()];
}

test.each<[string, dialect: unknown, listener: () => RequestListener]>([
  ["express-rate-limit, legacy", "express", () => limited({ legacyHeaders: true, standardHeaders: false })],
  ["express-rate-limit, draft-6", "ietf-06-policy", () => limited({ standardHeaders: "draft-6" })],
  ["express-rate-limit, draft-7", "ietf-07", () => limited({ standardHeaders: "draft-7" })],
  ["express-rate-limit, draft-8", "ietf-08", () => limited({ standardHeaders: "draft-8" })],
  ["rate-limiter-flexible", expect.any(Array), flexible],
])("%s: a replay counts on, and refuses as it does", async (_shows, dialect, listener) => {
  const out = await mkdtemp(join(tmpdir(), "tapedeck-limits-"));
  onTestFinished(() => rm(out, { recursive: true }));
  const live = await serve(listener());
  const direct: unknown[] = [];
  for (let nth = 0; nth <= limit; nth++) direct.push(await seenOf(await fetch(`${live}/things`), Date.now() / 1000));

  for (const meets of ["meets no refusal", "meets one"]) {
    const from = await serve(listener());
    const recorder = await createRecorder({
      ...{ from, origin, out: join(out, meets), pace: { reserve: 0 } },
      describe: async (_tapes, folder) =>
        void (await writeApi(folder, { name: "foreign", origins: [origin] }, recorder.rateLimit.scheme())),
    });
    const asked = meets === "meets one" ? limit : 3;
    for (let nth = 0; nth < asked; nth++) await recorder.ask({ target: "/things" });
    if (meets === "meets one") await recorder.ask({ target: "/things", spend: true, keep: () => false });
    await recorder.close();
    const apis = (await readApis(join(out, meets))) as readonly [Api];
    expect(recorder.rateLimit.scheme()).toMatchObject({
      tell: dialect,
      policies: [{ algorithm: { kind: "fixed-window", limit, seconds: 60 } }],
    });
    const player = createPlayer({ tapes: (await readTapes(join(out, meets))).map(({ tape }) => tape), api: apis });
    const replayed: unknown[] = [];
    for (let nth = 0; nth <= limit; nth++)
      replayed.push(await seenOf(await player(new Request(`${origin}/things`)), player.clock()));
    // What nobody saw is what others say who tell a limit so.
    const known = meets === "meets one" || typeof dialect === "string" ? limit + 1 : limit;
    expect(replayed.slice(0, known)).toEqual(direct.slice(0, known));
    expect(player.journal().at(-1)?.source).toMatchObject({
      kind: "refused",
      as: meets === "meets one" ? "recorded" : "dialect",
    });
  }
});
