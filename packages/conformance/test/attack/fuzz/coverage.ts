// Which blocks of our sources ran, by V8's own counters: what guides the fuzzer. @jazzer.js/core would, but its addon needs
// a newer glibc (2.38) than Debian 12 has, and instruments no sources that Node loads by stripping their types.
import { Session } from "node:inspector";

/** What ran that had never run before: functions, and blocks within functions. */
export type Fresh = ReadonlyArray<readonly [name: string, block: Range | null]>;

/** Counts what runs. */
export interface Coverage {
  /** What ran for the first time since the last look. */
  look(): Fresh;
  /** Which of these ran again since the last look. */
  ranAgain(fresh: Fresh): Fresh;
  /** Functions that were entered, and blocks of them that never ran. */
  count(): { readonly functions: number; readonly unreached: number };
  stop(): void;
}

type Range = readonly [from: number, to: number];

interface Taken {
  readonly result: ReadonlyArray<{
    readonly url: string;
    readonly functions: ReadonlyArray<{
      readonly ranges: ReadonlyArray<{
        readonly startOffset: number;
        readonly endOffset: number;
        readonly count: number;
      }>;
    }>;
  }>;
}

/** Starts to count in the files whose URL a pattern fits. */
export function startCoverage(files: RegExp): Coverage {
  const session = new Session();
  session.connect();
  const post = (method: string, parameters: object = {}): Taken => {
    let taken: Taken = { result: [] };
    // Answered before it returns, as the session is of this very thread.
    session.post(method as "Profiler.takePreciseCoverage", parameters as never, (error, result) => {
      if (error !== null) throw error;
      taken = result as Taken;
    });
    return taken;
  };
  post("Profiler.enable");
  post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  // By function: the blocks in it that did not run.
  const missedNow = (): Map<string, Range[]> => {
    const entered = post("Profiler.takePreciseCoverage").result.flatMap(({ url, functions }) =>
      files.test(url)
        ? functions.flatMap(({ ranges: [whole, ...blocks] }) =>
            whole === undefined || whole.count === 0 ? [] : [[`${url} ${whole.startOffset}`, blocks] as const],
          )
        : [],
    );
    return new Map(
      entered.map(([name, blocks]) => [
        name,
        blocks.filter(({ count }) => count === 0).map(({ startOffset, endOffset }): Range => [startOffset, endOffset]),
      ]),
    );
  };
  // V8 joins neighbours that ran equally often.
  const isMissed = ([from, to]: Range, missed: readonly Range[]): boolean =>
    missed.some(([start, end]) => start <= from && to <= end);
  const unreached = new Map<string, Range[]>();
  return {
    look() {
      const fresh: Array<readonly [string, Range | null]> = [];
      for (const [name, missed] of missedNow()) {
        const before = unreached.get(name);
        if (before === undefined) fresh.push([name, null]);
        for (const block of before ?? []) if (!isMissed(block, missed)) fresh.push([name, block]);
        unreached.set(name, before?.filter((block) => isMissed(block, missed)) ?? missed);
      }
      return fresh;
    },
    ranAgain(fresh) {
      const now = missedNow();
      return fresh.filter(([name, block]) => {
        const missed = now.get(name);
        return missed !== undefined && (block === null || !isMissed(block, missed));
      });
    },
    count: () => ({ functions: unreached.size, unreached: [...unreached.values()].flat().length }),
    stop: () => session.disconnect(),
  };
}
