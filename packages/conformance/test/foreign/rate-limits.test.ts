import type { RequestListener } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import fastifyRateLimit from "@fastify/rate-limit";
import type { Api } from "@tapedeck/api";
import { readApis, writeApi } from "@tapedeck/api/files";
import { readRateLimit } from "@tapedeck/rate-limit";
import { createRecorder } from "@tapedeck/record";
import { createPlayer, stoppedClock } from "@tapedeck/replay";
import { listen } from "@tapedeck/serve";
import { readTapes } from "@tapedeck/tape/files";
import { type Options, rateLimit } from "express-rate-limit";
import fastify from "fastify";
import { Hono } from "hono";
import { rateLimiter as honoRateLimiter } from "hono-rate-limiter";
import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import { expect, test } from "vitest";
import { serveUpstream, tempFolder } from "../../../../.ci/test-resources.ts";
import type { Express } from "./servers/express.ts";

const require = createRequire(import.meta.url);
const express: Express = require("express");
/** What is used here of Koa, which brings no types. */
interface KoaApp {
  use(middleware: (context: { body: unknown }) => void): KoaApp;
  callback(): RequestListener;
}
const Koa: new () => KoaApp = require("koa");
const koaRateLimit: (options: object) => Parameters<KoaApp["use"]>[0] = require("koa-ratelimit");
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
    // The name of the zone is one of the locale, which a header may not be able to hold.
    const reset = String(new Date(Date.now() + allowed.msBeforeNext)).replace(/ \(.*\)$/, " (Local Time)");
    const told = { limit, remaining: allowed.remainingPoints, reset };
    for (const [name, value] of Object.entries(told)) response.setHeader(`x-ratelimit-${name}`, String(value));
    response.setHeader("retry-after", allowed.msBeforeNext / 1000);
    if (allowed.consumedPoints > limit) response.writeHead(429).end("Too Many Requests");
    else response.setHeader("content-type", "application/json").end('{"things":[]}');
  };
}

async function fastified(): Promise<RequestListener> {
  const app = fastify();
  await app.register(fastifyRateLimit, { max: limit, timeWindow: 60_000 });
  app.get("/things", () => ({ things: [] }));
  await app.ready();
  return (request, response) => app.routing(request, response);
}

const koaed = (): RequestListener =>
  new Koa()
    .use(koaRateLimit({ driver: "memory", db: new Map(), duration: 60_000, max: limit }))
    .use((context) => {
      context.body = { things: [] };
    })
    .callback();

// Its limiter needs no server of its own: a few lines bring it to node:http.
function honoed(): RequestListener {
  const app = new Hono()
    .use(honoRateLimiter({ windowMs: 60_000, limit, keyGenerator: () => "all" }))
    .get("/things", (context) => context.json({ things: [] }));
  return async ({ url = "" }, response) => {
    const answer = await app.request(url);
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  };
}

/** An answer: its status, body, and what its headers tell; a moment is as long from now as it is, within ten seconds. */
async function seenOf(response: Response, now: number): Promise<unknown> {
  const told = [...response.headers].filter(([name]) => /limit|retry|content-type/.test(name));
  const headers = told.map(([name, value]) => {
    // A hash, of whichever address it is.
    const text = value.replace(/pk=:[^:]{16}:/g, "pk=").replace(/\b359\d$/, "3600");
    const at = /reset$/.test(name) && !/^\d{1,4}$/.test(text) ? Number(text) || Date.parse(text) / 1000 : null;
    const until =
      at === null ? text.replace(/\b5\d\.\d+|\b(?:5\d|60)(?:\.000)?$/, "60") : `in ${Math.round((at - now) / 20)}`;
    return [name, until];
  });
  const body = (await response.text()).replace(/\b(?:5\d|60) seconds/, "1 minute");
  return [response.status, Object.fromEntries(headers), body];
}

test.each<[string, dialect: unknown, listener: () => RequestListener | Promise<RequestListener>]>([
  ["express-rate-limit, legacy", "express", () => limited({ legacyHeaders: true, standardHeaders: false })],
  ["express-rate-limit, draft-6", "ietf-06-policy", () => limited({ standardHeaders: "draft-6" })],
  ["express-rate-limit, draft-7", "ietf-07", () => limited({ standardHeaders: "draft-7" })],
  ["express-rate-limit, draft-8", "ietf-08", () => limited({ standardHeaders: "draft-8" })],
  ["@fastify/rate-limit", "fastify", fastified],
  ["koa-ratelimit", "koa", koaed],
  // It tells as express-rate-limit does, and refuses with another media type.
  ["hono-rate-limiter", expect.stringMatching("ietf-06-policy"), honoed],
  ["rate-limiter-flexible", expect.any(Array), flexible],
])("%s: a replay counts on, and refuses as it does", async (_shows, dialect, listener) => {
  const out = await tempFolder();
  const live = await serveUpstream(await listener());
  const direct: unknown[] = [];
  for (let nth = 0; nth <= limit; nth++) direct.push(await seenOf(await fetch(`${live}/things`), Date.now() / 1000));

  for (const meets of ["meets no refusal", "meets one"]) {
    const from = await serveUpstream(await listener());
    const recorder = await createRecorder({
      ...{ from, origin, out: join(out, meets), pace: { reserve: 0 } },
      describe: async (_tapes, folder) =>
        void (await writeApi(folder, { name: "foreign", origins: [origin] }, recorder.rateLimit.scheme())),
    });
    const asked = meets === "meets one" ? limit : 3;
    const proxy = await listen(recorder.player);
    for (let nth = 0; nth < asked; nth++) expect((await fetch(`${proxy.url}/things`)).status).toBe(200);
    await proxy.close();
    // A client of the proxy is spared a refusal that can be known before.
    if (meets === "meets one") await recorder.ask({ target: "/things", spend: true, keep: () => false });
    await recorder.close();
    const apis = (await readApis(join(out, meets))) as readonly [Api];
    expect(recorder.rateLimit.scheme()).toMatchObject({
      tell: dialect,
      policies: [{ algorithm: { kind: "fixed-window", limit, seconds: 60 } }],
    });
    const tapes = (await readTapes(join(out, meets))).map(({ tape }) => tape);
    const clock = stoppedClock(tapes[0]?.recordedAt ?? 0);
    const player = createPlayer({ tapes, api: apis, clock });
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
    // A client that waits for as long as it is told goes on.
    const refused = await player(new Request(`${origin}/things`));
    const { retryAt } = readRateLimit({ status: 429, headers: [...refused.headers] }, player.clock());
    clock.set(retryAt ?? 0);
    expect(await seenOf(await player(new Request(`${origin}/things`)), player.clock())).toEqual(direct[0]);
  }
});

test.each(["draft-7", "draft-8"] as const)(
  "limiters of single routes, told by %s, limit those alone",
  async (standardHeaders) => {
    const routes = (): RequestListener => {
      const things = limited({ standardHeaders });
      const others = limited({ standardHeaders, windowMs: 3_600_000, limit: 50 });
      return (request, response) => {
        const { url = "" } = request;
        if (url === "/free") return response.setHeader("content-type", "application/json").end("{}");
        request.url = "/things";
        return (url.startsWith("/things") ? things : others)(request, response);
      };
    };
    const paths = ["/things", "/free", "/others", "/things/1", "/others"];
    const live = await serveUpstream(routes());
    const from = await serveUpstream(routes());
    const out = await tempFolder();
    const recorder = await createRecorder({
      ...{ from, origin, out, pace: { reserve: 0 } },
      describe: async (_tapes, folder) =>
        void (await writeApi(folder, { name: "foreign", origins: [origin] }, recorder.rateLimit.scheme())),
    });
    const proxy = await listen(recorder.player);
    for (const path of paths) await (await fetch(proxy.url + path)).text();
    await proxy.close();
    await recorder.close();
    const tapes = (await readTapes(out)).map(({ tape }) => tape);
    const api = (await readApis(out)) as readonly [Api];
    const player = createPlayer({ tapes, api, clock: stoppedClock(tapes[0]?.recordedAt ?? 0) });
    for (const path of paths) {
      const seen = await seenOf(await player(new Request(origin + path)), player.clock());
      expect(seen).toEqual(await seenOf(await fetch(live + path), Date.now() / 1000));
    }
  },
);
