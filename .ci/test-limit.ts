/** Milliseconds that a test may take, and a hook: to end what hangs, also on a slow and busy machine, and not to measure. */
export const testLimit = 300_000;
