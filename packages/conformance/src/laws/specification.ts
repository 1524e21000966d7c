import assert from "node:assert/strict";
import fc from "fast-check";
import { countersOf } from "../counters.ts";
import type { Door } from "../door.ts";
import { type Ground, grounds, rulesOf, shelfOf, shelfOfWorld, visitGround } from "../ground.ts";
import { type Law, law } from "../law.ts";
import { header } from "../message.ts";
import { createModel, type Model } from "../model.ts";
import { otherSpecimen } from "../other-specimen.ts";
import { specimen } from "../specimen.ts";
import { mannerOf, type Step, stepKinds } from "../step.ts";
import type { Visit } from "../visit.ts";
import { happen } from "./story.ts";

type Command = fc.AsyncCommand<Model, Visit>;

interface Commanded {
  readonly ground: Ground;
  readonly commands: Iterable<Command>;
}

/** The heart of the laws: player and model are told the same, and must say the same. */
export const specification: Law = law<Commanded | { readonly ground: Ground; readonly steps: readonly Step[] }>({
  name: "status, counters and etag are what the specification makes them",
  share: 6,
  cases: grounds((ground, things) =>
    fc.record({
      ground,
      commands: fc.commands(
        stepKinds(things).map((kind) => kind.map(commandOf)),
        { maxCommands: 40, size: "max", disableReplayLog: true },
      ),
    }),
  ),
  // Commands print the steps that they are, as JSON; those that were not run are left out.
  written: (sample) => {
    if ("steps" in sample) return sample;
    return { ground: sample.ground, steps: JSON.parse(`[${String(sample.commands)}]`) };
  },
  holds: (sample, door) =>
    compare(door, sample.ground, "steps" in sample ? sample.steps.map(commandOf) : sample.commands),
});

function compare(door: Door, ground: Ground, commands: Iterable<Command>): Promise<void> {
  return visitGround(door, ground, async (real) => {
    const shelf = ground.played === "world" ? shelfOfWorld() : shelfOf(specimen);
    await fc.asyncModelRun(() => ({ model: createModel(rulesOf(ground), shelf), real }), commands);
  });
}

function commandOf(step: Step): Command {
  return { check: () => true, run: (model, visit) => run(step, model, visit), toString: () => JSON.stringify(step) };
}

async function run(step: Step, model: Model, visit: Visit): Promise<void> {
  const now = visit.clock();
  if (!("target" in step)) {
    happen(step, visit);
    if ("exhaust" in step) model.exhaust(step.exhaust, now);
    else if ("reset" in step) model.reset();
    else if ("otherTapes" in step) model.lay(step.otherTapes ? shelfOf(otherSpecimen) : null);
    return;
  }
  const { etag, ...expected } = model.ask(step, now);
  const answer = await visit.ask(step.target, mannerOf(step));
  assert.deepEqual({ status: answer.status, counters: countersOf(answer) }, expected, JSON.stringify(step));
  if (etag !== undefined) assert.equal(header(answer, "etag") ?? null, etag, JSON.stringify(step));
  else if (answer.status === 200) assert.match(header(answer, "etag") ?? "none", /^W\/"/);
}
