import { compileApi } from "@tapedeck/api";
import {
  type Algorithm,
  type Bucket,
  checkScheme,
  commit,
  createLimiter,
  createWriter,
  type SchemeFile,
} from "@tapedeck/rate-limit";
import { expect, test } from "vitest";
import { serveUpstream } from "../../../.ci/test-resources.ts";
import { check } from "../src/index.ts";

const noon = 1_767_225_600;
const [most, rises] = [
  "what is told to be left is at most the limit",
  "what is left rises no faster than its algorithm allows",
];

/** What is told to be left where so much is. */
type Fault = (remaining: number, nth: number) => number;

/** A service that limits by a scheme, and tells what is left as `told` has it. */
async function service(file: SchemeFile, told: Fault): Promise<string> {
  const scheme = checkScheme(file, "stand-in");
  const limiter = createLimiter(scheme);
  const writer = createWriter(scheme);
  const buckets = new Map<string, Bucket>();
  let nth = 0;
  return serveUpstream(({ method = "", url = "" }, response) => {
    const now = noon + nth;
    const request = { address: "client", method, path: url.replace(/\?.*/, "") };
    const decision = limiter.take(buckets, request, now);
    commit(buckets, decision.changes);
    nth += 1;
    const standings = decision.standings.map((standing) => {
      const remaining = told(standing.remaining, nth);
      return { ...standing, remaining, used: standing.limit - remaining };
    });
    response.setHeader("date", new Date(now * 1000).toUTCString());
    for (const [name, value] of writer.headers({ ...decision, standings }, now)) response.setHeader(name, value);
    response.setHeader("content-type", "application/json").end('{"things":[]}');
  });
}

const [log, counter]: readonly Algorithm[] = [
  { kind: "sliding-log", limit: 200, seconds: 600 },
  { kind: "sliding-counter", limit: 200, seconds: 600 },
];
const one = (algorithm: Algorithm): SchemeFile => ({
  ...{ name: "own", policies: [{ name: "all", partition: ["account"], algorithm }], tell: "ietf" },
  refusal: { status: 429, retryAfter: "delta" },
});

const jumps: Fault = (remaining, nth) => Math.max(0, remaining - 25 * (nth % 2));
const forgets: Fault = (remaining, nth) => (nth > 6 ? remaining + 3 * (nth % 2) : remaining);
const overflows: Fault = () => 999_999;
const all: Fault = () => 200;

test.each<[string, SchemeFile, fault: Fault]>([
  ["a bucket of openai's, split by model", { preset: "openai" }, jumps],
  ["a bucket of anthropic's", { preset: "anthropic" }, jumps],
  ["structured fields of two windows", { preset: "ietf" }, forgets],
  ["draft 07", { preset: "ietf-07" }, forgets],
  ["Cloudflare's windows", { preset: "cloudflare" }, forgets],
  ["a delta without a limit, as Reddit tells it", { preset: "reddit" }, forgets],
  ["a sliding log", one(log as Algorithm), forgets],
  ["a sliding counter", one(counter as Algorithm), jumps],
  ["places at once", one({ kind: "concurrency", limit: 200 }), all],
  ["Strava's two windows", { preset: "strava" }, forgets],
  ["Binance's weights, told as what is used", { preset: "binance" }, forgets],
])("%s is held to its laws", async (_shows, scheme, fault) => {
  const broken = fault === overflows ? most : rises;
  const paths = { "/things": { get: { operationId: "list" } } };
  const document = { openapi: "3.1.0", info: { title: "Things", version: "1" }, paths };
  const api = compileApi({ name: "own", rateLimits: scheme }, { document });
  const against = async (told: Fault) => (await check({ url: await service(scheme, told), api })).findings;
  const own = [most, rises];
  const sound = (await against((remaining) => remaining)).filter(({ law }) => own.includes(law));
  expect(sound.map(({ law, verdict }) => [law, verdict])).toEqual([
    [most, "held"],
    [rises, broken === rises ? "held" : "not observable"],
  ]);
  const faulty = await against(fault);
  expect(faulty.filter(({ verdict }) => verdict === "broken").map(({ law }) => law)).toContain(broken);
});
