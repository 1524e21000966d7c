import type { RequestListener } from "node:http";
import {
  type Bucket,
  checkScheme,
  commit,
  createLimiter,
  createWriter,
  type RateLimitScheme,
} from "@tapedeck/rate-limit";
import { pinnedMoment } from "@tapedeck/tape";
import { expect, test } from "vitest";
import { serveUpstream, tempFolder } from "../../../.ci/test-resources.ts";
import type { Waiting } from "../src/index.ts";
import { exchangesIn, record, textsIn } from "./recording.ts";

const small = (preset: string): RateLimitScheme => {
  const file = { preset } as const;
  const { policies } = checkScheme(file, preset);
  const [first] = policies;
  const algorithm = { kind: "fixed-window", limit: 4, seconds: 60 } as const;
  // One told policy of requests, so small that it runs out.
  return { ...checkScheme(file, preset), policies: [{ name: first?.name ?? "", partition: ["address"], algorithm }] };
};

/** A service that limits by a scheme, on a clock of the test's own. */
function limited(
  scheme: RateLimitScheme,
  now: () => number,
  spent: number,
): { readonly listener: RequestListener; readonly refused: () => number } {
  const limiter = createLimiter(scheme);
  const writer = createWriter(scheme);
  const buckets = new Map<string, Bucket>();
  let refused = 0;
  for (let count = 0; count < spent; count++)
    commit(buckets, limiter.take(buckets, { address: "client", method: "GET", path: "/" }, now()).changes);
  const listener: RequestListener = ({ url = "" }, response) => {
    const decision = limiter.take(buckets, { address: "client", method: "GET", path: url }, now());
    commit(buckets, decision.changes);
    const refusal = writer.refusal(decision, now());
    if (refusal !== null) refused += 1;
    response.statusCode = refusal?.status ?? 200;
    response.setHeader("date", new Date(Math.floor(now()) * 1000).toUTCString());
    for (const [name, value] of [...writer.headers(decision, now()), ...(refusal?.headers ?? [])])
      response.setHeader(name, value);
    response.setHeader("content-type", "application/json").end(refusal?.body ?? JSON.stringify({ url }));
  };
  return { listener, refused: () => refused };
}

async function recorded(scheme: RateLimitScheme, paths: readonly string[], spent = 0, reserve = 0) {
  const out = await tempFolder();
  const waits: Waiting[] = [];
  let clock = pinnedMoment;
  const service = limited(scheme, () => clock, spent);
  const pace = {
    reserve,
    now: () => clock,
    wait: async (seconds: number) => {
      clock += seconds;
    },
    onWait: (event: Waiting) => waits.push(event),
  };
  const from = await serveUpstream(service.listener);
  const recorder = await record({ from, out, pace }, async (recorder) => {
    for (const target of paths) await recorder.ask({ target, again: () => true });
  });
  return { out, waits, refused: service.refused(), seconds: clock - pinnedMoment, seen: recorder.rateLimit.scheme() };
}

const telling = [
  "github",
  "ietf",
  "ietf-07",
  "ietf-06",
  "gitlab",
  "cloudflare",
  "openai",
  "anthropic",
  "discord",
  "x",
  "jira",
  "reddit",
];
const paths = Array.from({ length: 6 }, (_, nth) => `/things/${nth}`);

test.each(telling)(
  "a service that tells its limit as %s does is never refused, and asked no faster than it allows",
  async (preset) => {
    const { out, refused, seconds, waits } = await recorded(small(preset), paths);
    expect((await exchangesIn(out)).map(({ response }) => response.status)).toEqual(paths.map(() => 200));
    expect(refused).toBe(0);
    expect(waits.map(({ reason }) => reason)).toEqual(["reserve"]);
    expect(seconds).toBeGreaterThanOrEqual(60);
    expect(seconds).toBeLessThan(130);
  },
);

test.each(telling)("two recordings of a service that tells its limit as %s does are the same bytes", async (preset) => {
  const [first, second] = [
    await recorded(small(preset), paths.slice(0, 2)),
    await recorded(small(preset), paths.slice(0, 2), 2),
  ];
  expect(await textsIn(second.out)).toEqual(await textsIn(first.out));
});

test.each([...telling, "stripe", "slack", "shopify"])(
  "a service that refuses as %s does is asked again when it says, and its refusal is not kept",
  async (preset) => {
    const { out, refused, seconds } = await recorded(small(preset), paths.slice(0, 1), 4);
    expect((await exchangesIn(out)).map(({ response }) => response.status)).toEqual([200]);
    expect(refused).toBe(1);
    expect(seconds).toBeGreaterThanOrEqual(60);
  },
);

test("the rate limit that a service told is there to be written down", async () => {
  const { seen } = await recorded(small("github"), paths.slice(0, 2));
  expect(seen).toMatchObject({
    preset: "github",
    policies: [{ name: "core", limits: { anonymous: 4 }, algorithm: { seconds: 60 } }],
  });
});
