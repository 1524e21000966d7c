import { createScrubber, type Tape } from "@tapedeck/tape";
import { identifier } from "./caller.ts";
import { type Deck, insert } from "./deck.ts";
import type { Settings } from "./inquiry.ts";
import { defaultRule } from "./matchers.ts";
import { remember } from "./memory.ts";
import type { PlayerOptions } from "./player.ts";
import { profiles } from "./profile.ts";
import { locate } from "./route.ts";

/** As many different targets as a player keeps in their compared form. */
const targetsKept = 4096;

/** What a player's options make of it: all that does not change from one request to the next. */
export function settingsOf(options: PlayerOptions): Settings {
  const profile = typeof options.profile === "object" ? options.profile : profiles[options.profile ?? "service"];
  const { credentials = [] } = options;
  const scrubber = createScrubber({
    secrets: credentials.map(({ alias, token }) => ({ alias, value: token })),
  });
  return {
    profile,
    scrubber,
    deck: deckOf(options.tapes, options, { profile, scrubber }),
    identify: remember(targetsKept, identifier(credentials)),
    locate: remember(targetsKept, (target: string) => {
      const place = locate(target, profile.pathPrefixes);
      return { ...place, target: scrubber.text(place.target) };
    }),
  };
}

/** Tapes in a deck, as a player's options and settings want it. */
export function deckOf(
  tapes: readonly Tape[],
  { rule = defaultRule, generate }: PlayerOptions,
  { profile, scrubber }: Pick<Settings, "profile" | "scrubber">,
): Deck {
  return insert(tapes, { ...profile, rule, scrubber, generate });
}
