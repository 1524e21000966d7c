/**
 * Resolves once the process is asked to stop: Ctrl-C, or SIGTERM. Asked twice, the process ends at once.
 * Call it before saying that the process is ready: a signal that comes earlier ends it without a goodbye.
 */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
}
