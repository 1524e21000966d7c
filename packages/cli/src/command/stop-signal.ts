/**
 * Resolves once the process is asked to stop: Ctrl-C, or SIGTERM; or once who runs the command in a process of theirs
 * aborts it. Asked twice, the process ends at once.
 * Call it before saying that the process is ready: a signal that comes earlier ends it without a goodbye.
 */
export function stopSignal(aborted?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      process.off("SIGINT", stop).off("SIGTERM", stop);
      resolve();
    };
    process.on("SIGINT", stop).on("SIGTERM", stop);
    aborted?.addEventListener("abort", stop, { once: true });
  });
}
