import assert from "node:assert/strict";
import fc from "fast-check";
import type { Adapter } from "../adapter.ts";
import { countersIn } from "../counters.ts";
import { contractFixtures } from "../fixtures/fixtures.ts";
import { overrideFixtures } from "../fixtures/override-fixtures.ts";
import { type ContractLaw, law } from "../law.ts";
import { header } from "../message.ts";
import type { PlayerSession } from "../with-adapter.ts";
import { createModel, type Model } from "./scenario/model.ts";
import {
  modelRulesOf,
  type PlayerFixture,
  playerFixtures,
  recordedInWorld,
  recordedOn,
  withPlayer,
} from "./scenario/player-fixture.ts";
import { applyEvent } from "./scenario/scenario.ts";
import { optionsFor, type Step, stepKinds } from "./scenario/step.ts";

type Command = fc.AsyncCommand<Model, PlayerSession>;

interface Commanded {
  readonly fixture: PlayerFixture;
  readonly commands: Iterable<Command>;
}

/** The main law: a player and the model get the same steps, and must give the same answers. */
export const specification: ContractLaw = law<
  Commanded | { readonly fixture: PlayerFixture; readonly steps: readonly Step[] }
>({
  id: "limits-20",
  share: 6,
  cases: playerFixtures((fixture, things) =>
    fc.record({
      fixture,
      commands: fc.commands(
        stepKinds(things).map((kind) => kind.map(commandOf)),
        { maxCommands: 40, size: "max", disableReplayLog: true },
      ),
    }),
  ),
  // Commands print their steps as JSON, without those that were not run.
  written: (sample) => {
    if ("steps" in sample) return sample;
    return { fixture: sample.fixture, steps: JSON.parse(`[${String(sample.commands)}]`) };
  },
  holds: (sample, adapter) =>
    compare(adapter, sample.fixture, "steps" in sample ? sample.steps.map(commandOf) : sample.commands),
});

function compare(adapter: Adapter, fixture: PlayerFixture, commands: Iterable<Command>): Promise<void> {
  return withPlayer(adapter, fixture, async (real) => {
    const shelf = fixture.played === "world" ? recordedInWorld() : recordedOn(contractFixtures);
    await fc.asyncModelRun(() => ({ model: createModel(modelRulesOf(fixture), shelf), real }), commands);
  });
}

function commandOf(step: Step): Command {
  return {
    check: () => true,
    run: (model, session) => run(step, model, session),
    toString: () => JSON.stringify(step),
  };
}

async function run(step: Step, model: Model, session: PlayerSession): Promise<void> {
  const now = session.clock();
  if (!("target" in step)) {
    applyEvent(step, session);
    if ("exhaust" in step) model.exhaust(step.exhaust, now);
    else if ("reset" in step) model.reset();
    else if ("otherTapes" in step) model.override(step.otherTapes ? recordedOn(overrideFixtures) : null);
    return;
  }
  const { etag, ...expected } = model.ask(step, now);
  const answer = await session.ask(step.target, optionsFor(step));
  assert.deepEqual({ status: answer.status, counters: countersIn(answer) }, expected, JSON.stringify(step));
  if (etag !== undefined) assert.equal(header(answer, "etag") ?? null, etag, JSON.stringify(step));
  else if (answer.status === 200) assert.match(header(answer, "etag") ?? "none", /^W\/"/);
}
