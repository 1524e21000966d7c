import fc from "fast-check";
import type { Door } from "../door.ts";
import { type Ground, grounds, visitGround } from "../ground.ts";
import type { ObservedResponse } from "../message.ts";
import { otherSpecimen } from "../other-specimen.ts";
import { type Asking, mannerOf, type Step, stepKinds } from "../step.ts";
import type { Visit } from "../visit.ts";

/** A ground and what happens on it. */
export interface Story {
  readonly ground: Ground;
  readonly steps: readonly Step[];
}

/** Any story. */
export function stories(): fc.Arbitrary<Story> {
  return grounds((ground, things) =>
    fc.record({ ground, steps: fc.array(fc.oneof(...stepKinds(things)), { maxLength: 40, size: "max" }) }),
  );
}

/** Who listens to a story as it is told. */
export interface Listener {
  /** Before a request. */
  readonly before?: (visit: Visit, asking: Asking) => void;
  /** After it. */
  readonly heard: (answer: ObservedResponse, asking: Asking, visit: Visit) => void;
  /** After anything but a request. */
  readonly happened?: (step: Step, visit: Visit) => void;
}

/** Tells a story through a door. */
export function tell(door: Door, { ground, steps }: Story, listener: Listener): Promise<void> {
  return visitGround(door, ground, async (visit) => {
    for (const step of steps) {
      if ("target" in step) {
        listener.before?.(visit, step);
        listener.heard(await visit.ask(step.target, mannerOf(step)), step, visit);
      } else {
        happen(step, visit);
        listener.happened?.(step, visit);
      }
    }
  });
}

/** Lets happen what is no request. */
export function happen(step: Exclude<Step, Asking>, { clock, player }: Visit): void {
  if ("seconds" in step) clock.advance(step.seconds);
  else if ("exhaust" in step) player.exhaust(step.exhaust);
  else if ("reset" in step) player.reset();
  else if (step.otherTapes) player.addOverride("other tapes", otherSpecimen);
  else player.removeOverride("other tapes");
}
