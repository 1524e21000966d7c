import fc from "fast-check";
import type { Adapter } from "../../adapter.ts";
import { overrideFixtures } from "../../fixtures/override-fixtures.ts";
import type { ObservedResponse } from "../../message.ts";
import type { PlayerSession } from "../../with-adapter.ts";
import { type PlayerFixture, playerFixtures, withPlayer } from "./player-fixture.ts";
import { optionsFor, type RequestStep, type Step, stepKinds } from "./step.ts";

/** A fixture and what happens on it. */
interface Scenario {
  readonly fixture: PlayerFixture;
  readonly steps: readonly Step[];
}

/** Any scenario. */
export function scenarios(): fc.Arbitrary<Scenario> {
  return playerFixtures((fixture, things) =>
    fc.record({ fixture, steps: fc.array(fc.oneof(...stepKinds(things)), { maxLength: 40, size: "max" }) }),
  );
}

/** Who listens to a scenario as it is told. */
interface Listener {
  /** Before a request. */
  readonly before?: (session: PlayerSession, asking: RequestStep) => void;
  /** After it. */
  readonly onResponse: (answer: ObservedResponse, asking: RequestStep, session: PlayerSession) => void;
  /** After anything but a request. */
  readonly onEvent?: (step: Step, session: PlayerSession) => void;
}

/** Tells a scenario through an adapter. */
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

/** Lets happen what is no request. */
export function applyEvent(step: Exclude<Step, RequestStep>, { clock, player }: PlayerSession): void {
  if ("seconds" in step) clock.advance(step.seconds);
  else if ("exhaust" in step) player.exhaust(step.exhaust);
  else if ("reset" in step) player.reset();
  else if (step.otherTapes) player.addOverride("other tapes", overrideFixtures);
  else player.removeOverride("other tapes");
}
