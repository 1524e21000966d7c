import type { Bucket } from "@tapedeck/rate-limit";
import type fc from "fast-check";
import { type QuotaStore, quotasIn, swapIn } from "../src/limit/quota-store.ts";

/** A store at the end of a line: when each request gets there, and when its answer is back, the scheduler decides. */
export function distant(store: QuotaStore, scheduler: fc.Scheduler): QuotaStore {
  const there = async <Value>(what: string, act: () => Promise<Value>): Promise<Value> => {
    await scheduler.schedule(Promise.resolve(), `${what} arrives`);
    const value = await act();
    await scheduler.schedule(Promise.resolve(), `${what} is answered`);
    return value;
  };
  return {
    read: (buckets) => there("read", () => store.read(buckets)),
    swap: (changes) => there("swap", () => store.swap(changes)),
  };
}

/** A store that looks first and writes later: what every store would be that has no atomic step. */
export function lookThenWrite(scheduler: fc.Scheduler): QuotaStore {
  const held = new Map<string, Bucket>();
  return {
    read: async (buckets) => quotasIn(held, buckets),
    swap: async (changes) => {
      const refused = swapIn(new Map(held), changes);
      await scheduler.schedule(Promise.resolve(), "between looking and writing");
      if (refused === null) for (const { bucket, to } of changes) if (to !== null) held.set(bucket, to);
      return refused;
    },
  };
}

/** A store that writes whatever it is told: the last one wins. */
export function lastWins(): QuotaStore {
  const held = new Map<string, Bucket>();
  return {
    read: async (buckets) => quotasIn(held, buckets),
    swap: async (changes) => {
      for (const { bucket, to } of changes) if (to !== null) held.set(bucket, to);
      return null;
    },
  };
}
