import { createScrubber } from "@tapedeck/tape";

/**
 * Returns the base URL of a live API as it may be shown and written down: some services have a key in its path.
 * @example
 * shownUrl("https://node.example/v3/9f86d081884c7d659a2feaa0c55ad015"); // "https://node.example/v3/__redacted-path__"
 */
export function shownUrl(from: string): string {
  return createScrubber().text(from);
}
