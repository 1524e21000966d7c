import assert from "node:assert/strict";
import type { Counters } from "@tapedeck/check/internal";
import type { Quota } from "@tapedeck/replay";
import { countersIn, metered } from "../counters.ts";
import { type ContractLaw, law } from "../law.ts";
import type { ObservedResponse } from "../message.ts";
import type { PlayerSession } from "../with-adapter.ts";
import { accounts } from "./scenario/player-fixture.ts";
import { runScenario, scenarios } from "./scenario/scenario.ts";
import type { RequestStep } from "./scenario/step.ts";

/** Laws of the rate limit that hold in every scenario. */
export const countingInvariants: readonly ContractLaw[] = [
  law({
    id: "limits-8",
    cases: scenarios(),
    holds: (scenario, adapter) =>
      runScenario(adapter, scenario, {
        onResponse: (answer, asking, { clock }) => {
          if (isCity(asking)) return assert.equal(countersIn(answer), null);
          const { limit, remaining, reset, used } = metered(answer);
          assert.equal(remaining + used, limit);
          assert.ok(reset > clock(), `a window that ended at ${reset} is told at ${clock()}`);
          assert.equal(limit, scenario.fixture[accounts[asking.who] === undefined ? "anonymous" : "token"]);
        },
      }),
  }),
  law({
    id: "limits-11",
    cases: scenarios(),
    holds: (scenario, adapter) => {
      const last = new Map<string, Counters>();
      return runScenario(adapter, scenario, {
        onEvent: (step) => "reset" in step && last.clear(),
        onResponse: (answer, asking, { clock }) => {
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
    id: "limits-14",
    cases: scenarios(),
    holds: (scenario, adapter) => {
      const windows = new Map<string, number>();
      return runScenario(adapter, scenario, {
        onEvent: (step) => "reset" in step && windows.clear(),
        onResponse: (answer, asking) => {
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
    id: "refusal-6",
    cases: scenarios(),
    holds: (scenario, adapter) => {
      let before: unknown;
      return runScenario(adapter, scenario, {
        before: (session, asking) => {
          before = stateOf(session, asking);
        },
        onResponse: (answer, asking, session) => {
          if (answer.status === 403) assert.deepEqual(stateOf(session, asking), before);
        },
      });
    },
  }),
  law({
    id: "limits-12",
    cases: scenarios(),
    holds: (scenario, adapter) => {
      let before: Readonly<Record<string, Quota>> = {};
      return runScenario(adapter, scenario, {
        before: ({ player }) => {
          before = player.quotas();
        },
        onResponse: (_answer, asking, { player }) => {
          const own = isCity(asking) ? {} : { [bucketOf(asking)]: undefined };
          assert.deepEqual({ ...player.quotas(), ...own }, { ...before, ...own });
        },
      });
    },
  }),
];

function isCity({ target }: RequestStep): boolean {
  return target.startsWith("/bicyclists/");
}

function bucketOf({ who }: RequestStep): string {
  return accounts[who] === undefined ? "address 127.0.0.1" : `account ${accounts[who]}`;
}

// A 304 may be free, so it is left to the model.
function isCharged({ status }: ObservedResponse, { method }: RequestStep): boolean {
  return method !== "OPTIONS" && status < 500 && status !== 403 && status !== 304;
}

function stateOf({ player }: PlayerSession, asking: RequestStep): unknown {
  const { [bucketOf(asking)]: own, ...others } = player.quotas();
  // A refused request is answered with a recorded refusal.
  const left = player.unplayed().flatMap(({ refusal, tape, place }) => (refusal ? [] : [`${tape} ${place}`]));
  // The first request opens the window, even if it is refused.
  return { used: own?.used ?? 0, others, left, misses: player.misses() };
}
