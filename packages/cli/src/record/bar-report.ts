// A file of its own, since only a recording on a terminal needs the package that draws the bar.
import type { Waiting } from "@tapedeck/record";
import { SingleBar } from "cli-progress";
import type { Tell } from "../command/tell.ts";
import { type Progress, progressText } from "./progress.ts";

const barOptions = {
  barsize: 24,
  barCompleteChar: "█",
  barIncompleteChar: "░",
  hideCursor: true,
  clearOnComplete: true,
};

/**
 * Tells events with a bar that stays in its place, and lines for what still matters when the bar is gone.
 * @param now Returns seconds, by any clock that runs.
 */
export function barTeller(stream: NodeJS.WritableStream, now: () => number): Tell {
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
  return (event, fields, line) => {
    if (event === "exchange") {
      kept += 1;
      wait = null;
    } else if (event === "waiting") wait = fields as Waiting;
    else if (event === "progress") last = fields as Progress;
    const isDrawn = event === "exchange" || event === "progress" || (event === "waiting" && last !== null);
    if (isDrawn) return draw();
    // A bar redraws its own line.
    if (bar?.isActive) bar.stop();
    if (line !== null) stream.write(`${line}\n`);
  };
}
