/** Resolves once somebody asks the process to stop: Ctrl-C, or SIGTERM. Asked twice, the process ends at once. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
}
