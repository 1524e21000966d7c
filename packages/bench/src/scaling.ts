// Prints how many requests replicas allow that should share a limit, by where they count and what fails. Usage: node
// src/scaling.ts

import { table } from "./measuring/table.ts";
import { type Fleet, simulate } from "./scaling/simulate.ts";

const usual: Fleet = {
  replicas: 10,
  limit: 600,
  windowSeconds: 60,
  perSecond: 200,
  seconds: 600,
  routing: "round robin",
  counting: "store",
};

/** Returns clocks from a second ahead (the first replica) to a second behind (the last one). */
function skewed(replicas: number, seconds: number): readonly number[] {
  return Array.from({ length: replicas }, (_, at) => seconds - (2 * seconds * at) / (replicas - 1));
}

const cases: ReadonlyArray<readonly [string, Partial<Fleet>]> = [
  ["one store", {}],
  ["one store, clocks apart by 1 s", { ahead: skewed(10, 0.5) }],
  ["one store, clocks apart by 20 s", { ahead: skewed(10, 10) }],
  ["one store, out for 30 s: refuse", { outage: { from: 90, to: 120, meanwhile: "refuse" } }],
  ["one store, out for 30 s: each its share", { outage: { from: 90, to: 120, meanwhile: "share" } }],
  ["one store, out for 30 s: each the limit", { outage: { from: 90, to: 120, meanwhile: "own" } }],
  ["one store, forgets the last second", { forgets: { at: 62, seconds: 1 } }],
  ["one store, forgets the last minute", { forgets: { at: 62, seconds: 60 } }],
  ["each its share, evenly routed", { counting: "share" }],
  ["each its share, routed by client", { counting: "share", routing: "by client" }],
  ["each the limit, evenly routed", { counting: "own" }],
  ["each the limit, routed by client", { counting: "own", routing: "by client" }],
];

const rows = cases.map(([name, change]) => {
  const fleet = { ...usual, ...change };
  const { mostInWindow, allowed, failed } = simulate(fleet);
  const windows = fleet.seconds / fleet.windowSeconds;
  return [
    name,
    (mostInWindow / fleet.limit).toFixed(2),
    (allowed / (fleet.limit * windows)).toFixed(2),
    String(failed),
  ];
});
console.log(
  `${usual.replicas} replicas, a limit of ${usual.limit} in ${usual.windowSeconds} s, asked ${usual.perSecond} times a second for ${usual.seconds} s\n`,
);
console.log(table([["counted", "most in any 60 s ÷ limit", "allowed ÷ limit × windows", "not answered"], ...rows]));
