// A recorder that looks back hides a secret also where no rule knows its place. A replay's client may send it there before
// any place that a rule knows. Of a token that cannot be guessed the request finds the tag by itself; of a password, whose
// tag takes long to derive, what stands at that place is tried.
import { findPlaceholders, placeholderParts } from "@tapedeck/tape/internal";
import type { RequestContext, Settings } from "../request/request-context.ts";
import { valueAtPlaceholder } from "./difference.ts";
import { type Miss, nearestRecording } from "./explain.ts";

/**
 * Learns a secret from a miss: the value that a request has where the nearest recording has a guessable one, if their tags
 * are the same. Returns whether it did: the request then reads differently.
 */
export function learnsByPlace(
  { index, scrubber }: Pick<Settings, "index" | "scrubber">,
  context: RequestContext,
  { closest }: Miss,
): boolean {
  if (!closest?.differences.some(({ recorded }) => placeholderIn(recorded) !== null)) return false;
  // What a miss tells has no value of the client's.
  const { differences = [] } = nearestRecording(index, context) ?? {};
  for (const { asked, recorded } of differences) {
    const placeholder = placeholderIn(recorded);
    if (placeholder === null) continue;
    // To try more would hold the thread.
    return scrubber.recognizes(valueAtPlaceholder(asked, recorded, placeholder).value, placeholder);
  }
  return false;
}

function placeholderIn(recorded: string): string | null {
  return findPlaceholders(recorded).find((each) => placeholderParts(each)?.tag.length === guessableDigits) ?? null;
}

// Of the tag of a password; a shorter one is a number's, or counts what answers issued.
const guessableDigits = 3;
