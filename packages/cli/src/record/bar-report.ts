// A file of its own, since only a recording on a terminal needs the package that draws the bar.
import type { Waiting } from "@tapedeck/record";
import { SingleBar } from "cli-progress";
import { type Progress, plainReport, progressText, type Report } from "./progress.ts";

const barOptions = {
  barsize: 24,
  barCompleteChar: "█",
  barIncompleteChar: "░",
  hideCursor: true,
  clearOnComplete: true,
};

/**
 * Reports with a bar that stays in its place, and lines for what still matters when the bar is gone.
 * @param now Returns seconds, by any clock that runs.
 */
export function barReport(stream: NodeJS.WritableStream, now: () => number): Report {
  const plain = plainReport((line) => line !== "" && stream.write(`${line}\n`));
  let bar: SingleBar | null = null;
  const start = now();
  let last: Progress | null = null;
  let kept = 0;
  let wait: Waiting | null = null;
  const draw = (): void => {
    if (last === null) return;
    const text = progressText({ ...last, kept, seconds: now() - start, wait });
    bar ??= new SingleBar({ ...barOptions, stream, format: last.of === null ? "{text}" : "{bar} {text}" });
    if (bar.isActive) bar.update(last.done, { text });
    else bar.start(last.of ?? Number.MAX_SAFE_INTEGER, last.done, { text });
  };
  // A bar redraws its own line.
  const apart = (tell: () => void): void => {
    if (bar?.isActive) bar.stop();
    tell();
  };
  return {
    say: (event, fields, line) => apart(() => plain.say(event, fields, line)),
    exchange() {
      kept += 1;
      wait = null;
      draw();
    },
    failure: (event) => apart(() => plain.failure(event)),
    waiting(event) {
      wait = event;
      if (last === null) plain.waiting(event);
      draw();
    },
    progress(progress) {
      last = progress;
      draw();
    },
    skipped: (skipped) => apart(() => plain.skipped(skipped)),
    summary: (summary, out, again) => apart(() => plain.summary(summary, out, again)),
  };
}
