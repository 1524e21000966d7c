import { literally } from "@tapedeck/tape/internal";

/** Returns a pattern such as `GET /users/*` as the source of a regular expression; `*` stands for any text. */
export function requestPattern(pattern: string): string {
  return pattern.split("*").map(literally).join(".*");
}
