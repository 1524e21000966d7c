import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type Algorithm,
  type Bucket,
  type BucketChange,
  commit,
  createLimiter,
  presets,
  type RateLimitScheme,
} from "../../src/index.ts";
import { noon, schemeOf } from "../one-policy.ts";

const algorithms: readonly Algorithm[] = [
  { kind: "fixed-window", limit: 3, seconds: 7 },
  { kind: "fixed-window", limit: 3, opens: "calendar", period: "month", zone: "America/New_York" },
  { kind: "sliding-log", limit: 3, seconds: 7 },
  { kind: "sliding-counter", limit: 3, seconds: 7 },
  { kind: "token-bucket", capacity: 3, refillPerSecond: 0.3 },
  { kind: "leaky-bucket", capacity: 3, leakPerSecond: 0.7 },
  { kind: "concurrency", limit: 3 },
];
const own = algorithms.map((algorithm): readonly [string, RateLimitScheme] => [
  `a ${algorithm.kind}`,
  schemeOf([{ name: "only", partition: ["account"], algorithm, onRefusal: { charge: 1, blockSeconds: 5 } }]),
]);

/** What happens to a bucket: somebody asks, an answer ends, or a test sets it; the first thing may be any of them. */
const step = fc.record({
  what: fc.constantFrom("ask", "ask", "ask", "end", "set"),
  move: fc.oneof(fc.constant(0), fc.integer({ min: -3, max: 20 }), fc.double({ min: 0, max: 5, noNaN: true })),
  path: fc.constantFrom("/user", "/graphql", "/channels/7/messages", "/api/users.list", "/admin/api/1/graphql.json"),
  status: fc.constantFrom(200, 304, 401, 503),
  left: fc.integer({ min: 0, max: 3 }),
});

test.each([...Object.entries(presets), ...own])(
  "%s: what is held survives JSON, from before its first window on, and decides the same",
  (_name, scheme) => {
    const limiter = createLimiter(scheme);
    fc.assert(
      fc.property(fc.array(step, { maxLength: 15 }), (steps) => {
        const held = new Map<string, Bucket>();
        let stored = "{}";
        let now = noon;
        const store = (): Map<string, Bucket> => new Map(Object.entries(JSON.parse(stored)));
        const keep = (changes: readonly BucketChange[], again: readonly BucketChange[]): void => {
          // To the last member: nothing is undefined, infinite, or minus nought.
          expect(JSON.parse(JSON.stringify(changes))).toStrictEqual(changes);
          expect(again).toStrictEqual(changes);
          commit(held, changes);
          const next = store();
          commit(next, again);
          stored = JSON.stringify(Object.fromEntries(next));
        };
        let last: ReturnType<typeof limiter.take> | null = null;
        for (const { what, move, path, status, left } of steps) {
          now += move;
          const request = { address: "::1", account: "ada", credential: "ada", app: "app", method: "GET", path };
          const at = now;
          if (what === "set") {
            const policy = limiter.policies.find((each) => each.applies(request));
            const bucket = policy?.bucketOf(request) ?? "";
            const remaining = Math.min(left, policy?.limitFor("ada") ?? 0);
            const set = (from: Map<string, Bucket>) =>
              policy === undefined ? [] : [limiter.change(from, bucket, { remaining, blockedUntil: at + 1 }, at)];
            keep(set(held), set(store()));
          } else if (what === "end" && last !== null) {
            const ended = last;
            keep(limiter.settle(held, ended, { status }, at), limiter.settle(store(), ended, { status }, at));
            last = null;
          } else {
            const decision = limiter.take(held, request, at, { status });
            const again = limiter.take(store(), request, at, { status });
            expect([again.allowed, again.retryAt]).toEqual([decision.allowed, decision.retryAt]);
            keep(decision.changes, again.changes);
            last = decision;
          }
        }
      }),
      { numRuns: 40 },
    );
  },
);
