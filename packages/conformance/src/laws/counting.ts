import assert from "node:assert/strict";
import type { Counters } from "@tapedeck/check";
import type { Quota } from "@tapedeck/replay";
import { countersOf, metered } from "../counters.ts";
import { accounts } from "../ground.ts";
import { type Law, law } from "../law.ts";
import type { ObservedResponse } from "../message.ts";
import type { Asking } from "../step.ts";
import type { Visit } from "../visit.ts";
import { stories, tell } from "./story.ts";

/** Laws of the limit that hold for whatever happens. */
export const counting: readonly Law[] = [
  law({
    name: "remaining and used make the limit, on every answer that is counted",
    cases: stories(),
    holds: (story, door) =>
      tell(door, story, {
        heard: (answer, asking, { clock }) => {
          if (isCity(asking)) return assert.equal(countersOf(answer), null);
          const { limit, remaining, reset, used } = metered(answer);
          assert.equal(remaining + used, limit);
          assert.ok(reset > clock(), `a window that ended at ${reset} is told at ${clock()}`);
          assert.equal(limit, story.ground[accounts[asking.who] === undefined ? "anonymous" : "token"]);
        },
      }),
  }),
  law({
    name: "inside a window remaining never rises and the reset never moves",
    cases: stories(),
    holds: (story, door) => {
      const last = new Map<string, Counters>();
      return tell(door, story, {
        happened: (step) => "reset" in step && last.clear(),
        heard: (answer, asking, { clock }) => {
          if (isCity(asking)) return;
          const counters = metered(answer);
          const before = last.get(bucketOf(asking));
          last.set(bucketOf(asking), counters);
          if (before === undefined || clock() >= before.reset) return;
          assert.equal(counters.reset, before.reset, "the reset moved");
          const { remaining } = counters;
          assert.ok(remaining <= before.remaining, `remaining rose from ${before.remaining} to ${remaining}`);
        },
      });
    },
  }),
  law({
    name: "no window allows more than its limit",
    cases: stories(),
    holds: (story, door) => {
      const windows = new Map<string, number>();
      return tell(door, story, {
        happened: (step) => "reset" in step && windows.clear(),
        heard: (answer, asking) => {
          if (isCity(asking)) return;
          const { limit, reset, used } = metered(answer);
          const window = `${bucketOf(asking)} to ${reset}`;
          const allowed = (windows.get(window) ?? 0) + (isCharged(answer, asking) ? 1 : 0);
          windows.set(window, allowed);
          assert.ok(allowed <= limit, `${allowed} answers in a window of ${limit}`);
          assert.ok(allowed <= used, `${allowed} answers, and ${used} counted`);
        },
      });
    },
  }),
  law({
    name: "a refused request changes nothing",
    cases: stories(),
    holds: (story, door) => {
      let before: unknown;
      return tell(door, story, {
        before: (visit, asking) => {
          before = stateOf(visit, asking);
        },
        heard: (answer, asking, visit) => {
          if (answer.status === 403) assert.deepEqual(stateOf(visit, asking), before);
        },
      });
    },
  }),
  law({
    name: "a request touches no bucket but its own",
    cases: stories(),
    holds: (story, door) => {
      let before: Readonly<Record<string, Quota>> = {};
      return tell(door, story, {
        before: ({ player }) => {
          before = player.quotas();
        },
        heard: (_answer, asking, { player }) => {
          const own = isCity(asking) ? {} : { [bucketOf(asking)]: undefined };
          assert.deepEqual({ ...player.quotas(), ...own }, { ...before, ...own });
        },
      });
    },
  }),
];

function isCity({ target }: Asking): boolean {
  return target.startsWith("/bicyclists/");
}

function bucketOf({ who }: Asking): string {
  return accounts[who] === undefined ? "address 127.0.0.1" : `account ${accounts[who]}`;
}

// A 304 may be free, so it is left to the model.
function isCharged({ status }: ObservedResponse, { method }: Asking): boolean {
  return method !== "OPTIONS" && status < 500 && status !== 403 && status !== 304;
}

function stateOf({ player }: Visit, asking: Asking): unknown {
  const { [bucketOf(asking)]: own, ...others } = player.quotas();
  // A recorded refusal is what a refused request is given.
  const left = player.unplayed().flatMap(({ refusal, tape, place }) => (refusal ? [] : [`${tape} ${place}`]));
  // The first request opens the window, also one that is refused.
  return { used: own?.used ?? 0, others, left, misses: player.misses() };
}
