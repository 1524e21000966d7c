import fc from "fast-check";
import type { Adapter } from "../../adapter.ts";
import { overrideFixtures } from "../../fixtures/override-fixtures.ts";
import type { ObservedResponse } from "../../message.ts";
import type { PlayerSession } from "../../with-adapter.ts";
import { type PlayerFixture, playerFixtures, withPlayer } from "./player-fixture.ts";
import { optionsFor, type RequestStep, type Step, stepKinds } from "./step.ts";

/** A player, and what happens to it. */
interface Scenario {
  readonly fixture: PlayerFixture;
  readonly steps: readonly Step[];
}

/** Makes scenarios. */
export function scenarios(): fc.Arbitrary<Scenario> {
  return playerFixtures((fixture, things) =>
    fc.record({ fixture, steps: fc.array(fc.oneof(...stepKinds(things)), { maxLength: 40, size: "max" }) }),
  );
}

/** Callbacks of a scenario. */
interface Listener {
  /** Called before a request. */
  readonly before?: (session: PlayerSession, asking: RequestStep) => void;
  /** Called after a request. */
  readonly onResponse: (answer: ObservedResponse, asking: RequestStep, session: PlayerSession) => void;
  /** Called after any other step. */
  readonly onEvent?: (step: Step, session: PlayerSession) => void;
}

/** Runs a scenario at an adapter. */
export function runScenario(adapter: Adapter, { fixture, steps }: Scenario, listener: Listener): Promise<void> {
  return withPlayer(adapter, fixture, async (session) => {
    for (const step of steps) {
      if ("target" in step) {
        listener.before?.(session, step);
        listener.onResponse(await session.ask(step.target, optionsFor(step)), step, session);
      } else {
        applyEvent(step, session);
        listener.onEvent?.(step, session);
      }
    }
  });
}

/** Applies a step that is not a request. */
export function applyEvent(step: Exclude<Step, RequestStep>, { clock, player }: PlayerSession): void {
  if ("seconds" in step) clock.advance(step.seconds);
  else if ("exhaust" in step) player.exhaust(step.exhaust);
  else if ("reset" in step) player.reset();
  else if (step.otherTapes) player.addOverride("other tapes", overrideFixtures);
  else player.removeOverride("other tapes");
}
