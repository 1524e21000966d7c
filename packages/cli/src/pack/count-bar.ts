import { SingleBar } from "cli-progress";

/** Shows progress as a bar on a terminal, and nothing elsewhere. */
interface CountBar {
  update(count: number, of: number): void;
  stop(): void;
}

/** Makes a progress bar on standard error. */
export function countBar(what: string): CountBar {
  const stream = process.stderr;
  let bar: SingleBar | null = null;
  return {
    update(count, of) {
      if (!stream.isTTY || (count % 64 !== 0 && count !== of)) return;
      bar ??= new SingleBar({
        stream,
        format: `{bar} {value}/{total} ${what} · {eta_formatted} to go`,
        barsize: 24,
        hideCursor: true,
        clearOnComplete: true,
      });
      if (bar.isActive) bar.update(count);
      else bar.start(of, count);
    },
    stop: () => bar?.stop(),
  };
}
