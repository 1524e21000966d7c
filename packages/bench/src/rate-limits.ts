// Prints the time of one decision and its headers, for a window written by hand and for the schemes of
// @tapedeck/rate-limit, in one run. They are measured in turn, so that a slow moment of the machine affects all; only
// the ratio to the one by hand counts.
import { type Bucket, checkScheme, commit, createLimiter, createWriter, presets } from "@tapedeck/rate-limit";
import { inTurn } from "./measuring/in-turn.ts";
import { processorMicroseconds } from "./measuring/proc.ts";
import { cell, table } from "./measuring/table.ts";

const milliseconds = 50;
const rounds = 21;
const request = { address: "127.0.0.1", method: "GET", path: "/repos/ada/engine", account: "ada", app: "bench" };
const answer = { status: 200 };

/** Decides once and writes the headers; returns their number. */
type Decide = (now: number) => number;

function byHand(): Decide {
  const held = new Map<string, { readonly used: number; readonly resetsAt: number }>();
  return (now) => {
    const bucket = `account ${request.account}`;
    const before = held.get(bucket);
    const current = before === undefined || now >= before.resetsAt ? { used: 0, resetsAt: now + 3600 } : before;
    const used = Math.min(current.used + 1, 5000);
    held.set(bucket, { ...current, used });
    const told = { limit: 5000, remaining: 5000 - used, reset: current.resetsAt, used };
    return Object.entries(told).map(([name, value]) => [`x-ratelimit-${name}`, String(value)] as const).length;
  };
}

function byScheme(file: object): Decide {
  const scheme = checkScheme(file, "bench");
  const limiter = createLimiter(scheme);
  const writer = createWriter(scheme);
  const buckets = new Map<string, Bucket>();
  return (now) => {
    const decision = limiter.take(buckets, request, now, answer);
    commit(buckets, decision.changes);
    if (limiter.policies.some(({ releases }) => releases))
      commit(buckets, limiter.settle(buckets, decision, answer, now));
    return writer.headers(decision, now).length;
  };
}

const home = {
  name: "home",
  policies: [
    {
      name: "core",
      partition: ["account"],
      algorithm: { kind: "fixed-window", limit: 5000, seconds: 3600 },
      limits: { anonymous: 60, token: 5000 },
      cost: { byStatus: { "304": { anonymous: 1, token: 0 }, "5xx": 0 } },
    },
  ],
  tell: "x-ratelimit",
  refusal: { status: 403 },
};
const contenders: Readonly<Record<string, Decide>> = {
  "by hand": byHand(),
  "the home API": byScheme(home),
  ...Object.fromEntries(Object.keys(presets).map((preset) => [preset, byScheme({ preset })])),
};

let now = 1_767_225_600;
function nanoseconds(decide: Decide): number {
  const start = performance.now();
  let count = 0;
  const spent = processorMicroseconds(() => {
    for (; performance.now() - start < milliseconds; count += 256) {
      now += 1;
      for (let time = 0; time < 256; time += 1) decide(now);
    }
  });
  return (spent / count) * 1e3;
}

const figures = await inTurn(Object.keys(contenders), rounds, (name) => [nanoseconds(contenders[name] as Decide)]);
const rows = figures.map(({ name, medians: [own], ratios: [ratio] }) => [name, cell(own), cell(ratio, 2)]);
console.log(table([["scheme", "ns a decision", "ratio"], ...rows]));
