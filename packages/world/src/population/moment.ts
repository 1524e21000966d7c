/** The first account of a world was made then: 2008-01-01, epoch seconds. */
export const beginning = 1_199_145_600;

/** Nothing in a world is later: 2026-01-01, epoch seconds. A world's clock stands there at first. */
export const present = 1_767_225_600;

/**
 * Writes a moment the way the API does.
 * @example
 * timestamp(1_767_225_600); // "2026-01-01T00:00:00Z"
 */
export function timestamp(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
}
