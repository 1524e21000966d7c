import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Bucket,
  commit,
  createLimiter,
  createWriter,
  type LimitedRequest,
  presets,
  readRateLimit,
  type Standing,
} from "../../src/index.ts";
import { noon } from "../one-policy.ts";

const paths = [
  ...["/things", "/search/code", "/search/issues", "/graphql", "/rate_limit", "/api/v4/users/7"],
  ...["/api/v10/channels/1/messages", "/api/v10/channels/2/messages", "/guilds/9/members", "/users/@me"],
  ...["/admin/api/2026-10/graphql.json", "/api/users.list", "/api/chat.postMessage", "/rest/api/3/issue/A-1"],
];
const request = fc.record({
  address: fc.constantFrom("192.0.2.1", "2001:db8::1"),
  method: fc.constantFrom("GET", "POST"),
  path: fc.constantFrom(...paths),
  body: fc.constantFrom("", '{"model":"m","max_tokens":900,"channel":"C1"}'),
  app: fc.constant("app"),
});
const caller = fc.constantFrom({}, { credential: "ada" }, { credential: "bot", account: "ada" });
const step = fc.record({
  request,
  caller,
  move: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 100, noNaN: true }), fc.integer({ min: -5, max: 4000 })),
  left: fc.option(fc.integer({ min: 0, max: 3 })),
});

// A preset tells in the dialect of its own name, but for these.
const dialectOf: Readonly<Record<string, readonly (string | null)[]>> = {
  cloudflare: ["ietf"],
  shopify: ["shopify-rest", "shopify-graphql"],
  stripe: ["stripe", null],
  slack: [null],
};
const restrictive = (standings: readonly Standing[]): Standing | undefined =>
  standings.reduce<Standing | undefined>(
    (least, each) =>
      least === undefined || each.remaining * least.limit < least.remaining * each.limit ? each : least,
    undefined,
  );

test.each(Object.values(presets))("$name: what is written is understood, in every state", (preset) => {
  const limiter = createLimiter(preset);
  const writer = createWriter(preset);
  const shift = preset.tell.some(({ form }) => form === "iso-minute") ? 60 : 1;
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
      const buckets = new Map<string, Bucket>();
      let now = noon;
      for (const { request: asked, caller: who, move, left } of steps) {
        now += move;
        const incoming: LimitedRequest = { ...asked, ...who };
        for (const policy of left === null ? [] : limiter.policies) {
          const limit = policy.limitFor(incoming.account ?? incoming.credential);
          if (policy.applies(incoming) && left !== null && left <= limit)
            commit(buckets, [limiter.change(buckets, policy.bucketOf(incoming), { remaining: left }, now)]);
        }
        const decision = limiter.take(buckets, incoming, now);
        commit(buckets, decision.changes);
        const refusal = writer.refusal(decision, now);
        const read = readRateLimit(
          {
            status: refusal?.status ?? 200,
            headers: [...writer.headers(decision, now), ...(refusal?.headers ?? [])],
            body: refusal?.body ?? writer.body('{"data":{}}', decision, now),
          },
          now,
        );

        expect(read.refusal === null).toBe(decision.allowed);
        const told = decision.standings.filter(({ policy }) => !policy.hidden);
        if (told.length > 0) expect(dialectOf[preset.name] ?? [preset.name]).toContain(read.dialect);
        const { refusedBy, retryAt } = decision;
        const shown = refusedBy !== null && !refusedBy.policy.hidden ? refusedBy : restrictive(told);
        for (const { name, limit, remaining, used, resetsAt } of read.policies) {
          const standing = told.find(({ policy }) => policy.name === name) ?? shown;
          // What is listed beside the one that is told of, or told without its limit.
          if (remaining === null) {
            if (limit === null) expect(used).toBe(standing?.used);
            else expect(told.map((each) => each.limit)).toContain(limit);
            continue;
          }
          expect([limit, remaining]).toEqual([standing?.limit, standing?.remaining]);
          if (used !== null) expect(used).toBe(standing?.used);
          if (resetsAt === null) continue;
          const until = preset.tell.some(({ value }) => value === "standings")
            ? standing?.policy.moreAt(standing, now)
            : standing?.resetsAt;
          expect(resetsAt).toBeGreaterThanOrEqual((until ?? 0) - 1e-5);
          expect(resetsAt).toBeLessThan(Math.max(until ?? 0, now) + shift + 1e-5);
        }
        if (told.length > 0) expect(read.policies.length).toBeGreaterThan(0);
        const tellsRetry = (refusedBy?.policy.source.refusal ?? preset.refusal).retryAfter !== undefined;
        if (retryAt !== null && tellsRetry) {
          expect(read.retryAt).toBeGreaterThanOrEqual(retryAt - 1e-5);
          expect(read.retryAt).toBeLessThan(retryAt + 1 + 1e-5);
        }
      }
    }),
    { numRuns: 60 },
  );
});
