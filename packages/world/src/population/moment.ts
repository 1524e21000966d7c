/** Creation of the first account of a world: 2008-01-01, in epoch seconds. */
export const beginning = 1_199_145_600;

/** The latest time in a world: 2026-01-01, in epoch seconds. The clock of its player starts there. */
export const present = 1_767_225_600;

/**
 * Writes a time in the form of the API.
 * @example
 * timestamp(1_767_225_600); // "2026-01-01T00:00:00Z"
 */
export function timestamp(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
}
