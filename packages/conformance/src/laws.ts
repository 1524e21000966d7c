import assert from "node:assert/strict";
import { profileFrom, type Quota } from "@tapedeck/replay";
import fc from "fast-check";
import { countersOf, metered } from "./counters.ts";
import type { Door } from "./door.ts";
import { createModel } from "./model.ts";
import type { Answer } from "./question.ts";
import { type Asking, type Move, mannerOf, sequences } from "./sequence.ts";
import { credentials, specimen } from "./specimen.ts";
import { type Setting, type Visit, visit } from "./visit.ts";

/** How many sequences are tried, and where the search starts. */
export interface Search {
  readonly seed: number;
  readonly runs: number;
}

/** What holds for every sequence of requests and moves of the clock. */
export interface Law {
  readonly name: string;
  /** @throws Error with the seed, the path and the shortest sequence for which it does not hold. */
  readonly hold: (door: Door, search: Search) => Promise<void>;
}

/** Small limits, so that sequences get to their end, and a window of a minute. */
interface Ground {
  readonly anonymous: number;
  readonly token: number;
  readonly kind: "service" | "github";
}

type Sequence = ReadonlyArray<Asking | Move>;

const accounts = Object.fromEntries(credentials.map(({ alias, account = alias }) => [alias, account]));
const windowSeconds = 60;

/** The laws of the faked rate limit and of replay as such, as properties of a door. */
export const laws: readonly Law[] = [
  law("status and counters are what the specification makes them", async (door, ground, sequence) => {
    const expect = createModel(
      { limits: ground, windowSeconds, freeNotModified: ground.kind === "github" },
      specimen,
      accounts,
    );
    await play(door, ground, sequence, (asking, answer, { clock }) => {
      const { status } = answer;
      assert.deepEqual({ status, counters: countersOf(answer) }, expect(asking, clock()));
    });
  }),
  law("no window gives more than its limit, nor anything back", async (door, ground, sequence) => {
    const windows = new Map<string, { spent: number; remaining: number }>();
    await play(door, ground, sequence, (asking, answer) => {
      if (asking.target.startsWith("/bicyclists/")) return;
      const { limit, remaining, reset, used } = metered(answer);
      assert.equal(remaining + used, limit, "remaining + used is not the limit");
      assert.ok(remaining >= 0, `${remaining} requests remain`);
      const key = `${accounts[asking.who] ?? "anonymous"} ${reset}`;
      const before = windows.get(key) ?? { spent: 0, remaining: limit };
      assert.ok(remaining <= before.remaining, `remaining rose from ${before.remaining} to ${remaining}`);
      const spent = before.spent + (answer.status < 400 && answer.status !== 204 && answer.status !== 304 ? 1 : 0);
      assert.ok(spent <= limit, `${spent} answers in a window of ${limit}`);
      windows.set(key, { spent, remaining });
    });
  }),
  law("a request touches its own bucket alone, and a free one none", async (door, ground, sequence) => {
    let before: Readonly<Record<string, Quota>> = {};
    await play(
      door,
      ground,
      sequence,
      (asking, { status }, { player }) => {
        const own = accounts[asking.who] === undefined ? "address 127.0.0.1" : `account ${accounts[asking.who]}`;
        const after = player.quotas();
        const free = status === 403 || status === 204 || status >= 500 || asking.target.startsWith("/bicyclists/");
        for (const bucket of Object.keys(after)) {
          if (bucket !== own) assert.deepEqual(after[bucket], before[bucket], `${bucket} was touched`);
          else if (free) assert.equal(after[bucket]?.used, before[bucket]?.used ?? 0, `status ${status} was charged`);
        }
      },
      ({ player }) => {
        before = player.quotas();
      },
    );
  }),
  law("the same sequence gives the same bytes", async (door, ground, sequence) => {
    const heard: Answer[][] = [];
    for (const _time of ["first", "second"]) {
      const answers: Answer[] = [];
      await play(door, ground, sequence, (_asking, answer) => answers.push(answer));
      heard.push(answers);
    }
    assert.deepEqual(heard[1], heard[0]);
  }),
];

/** Reads from the environment how to search: `TAPEDECK_SEED` and `TAPEDECK_RUNS`. */
export function searchFrom(
  { TAPEDECK_SEED: seed = "1767225600", TAPEDECK_RUNS: runs }: Readonly<Record<string, string | undefined>>,
  usualRuns: number,
): Search {
  const search = { seed: Number(seed), runs: Number(runs ?? usualRuns) };
  if (!Number.isInteger(search.seed))
    throw new RangeError(`Cannot search from TAPEDECK_SEED=${seed}: not a whole number`);
  if (!(Number.isInteger(search.runs) && search.runs > 0)) {
    throw new RangeError(`Cannot make TAPEDECK_RUNS=${runs} runs: not a whole number above 0`);
  }
  return search;
}

function law(name: string, holds: (door: Door, ground: Ground, sequence: Sequence) => Promise<void>): Law {
  return {
    name,
    hold: (door, { seed, runs }) =>
      fc.assert(
        fc.asyncProperty(grounds(), sequences(), (ground, sequence) => holds(door, ground, sequence)),
        { seed, numRuns: runs },
      ),
  };
}

function grounds(): fc.Arbitrary<Ground> {
  return fc.record({
    anonymous: fc.integer({ min: 0, max: 8 }),
    token: fc.integer({ min: 0, max: 8 }),
    kind: fc.constantFrom("service", "github"),
  });
}

async function play(
  door: Door,
  { anonymous, token, kind }: Ground,
  sequence: Sequence,
  heard: (asking: Asking, answer: Answer, visit: Visit) => void,
  before: (visit: Visit) => void = () => {},
): Promise<void> {
  const profile = profileFrom({ name: "ground", extends: kind, limits: { anonymous, token }, windowSeconds });
  const setting: Setting = { profile };
  await visit(door, setting, async (open) => {
    for (const step of sequence) {
      if ("seconds" in step) open.clock.advance(step.seconds);
      else {
        before(open);
        heard(step, await open.ask(step.target, mannerOf(step)), open);
      }
    }
  });
}
