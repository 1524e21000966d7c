import { Buffer } from "node:buffer";
import { closeSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { namingFile } from "./unfinished-file.ts";

/** Sorts more lines than fit in memory. */
interface LineSorter {
  /** Takes a line, without its end. */
  add(line: string): void;
  /** Yields the lines in order of their characters. No line can be added afterwards; removes the files at the end. */
  sorted(): Generator<string>;
  /** Removes what was written. */
  remove(): void;
}

/** Default number of characters in memory before they go to a file. */
const usuallyHeld = 2 * 1024 * 1024;

const chunkBytes = 64 * 1024;

/**
 * Makes a sorter that holds a limited number of characters; the rest goes into sorted files, which are merged as they
 * are read.
 * @param path Where the files are made, with numbers appended.
 */
export function createLineSorter(path: string, mostHeld: number = usuallyHeld): LineSorter {
  let held: string[] = [];
  let size = 0;
  const runs: string[] = [];
  const spill = (): void => {
    const run = `${path}.${runs.length}`;
    runs.push(run);
    const descriptor = openSync(run, "w");
    try {
      held.sort();
      namingFile(run, () => {
        for (let at = 0; at < held.length; at += 4096)
          writeSync(descriptor, `${held.slice(at, at + 4096).join("\n")}\n`);
      });
    } finally {
      closeSync(descriptor);
    }
    held = [];
    size = 0;
  };
  const remove = (): void => {
    for (const run of runs.splice(0)) rmSync(run, { force: true });
  };
  return {
    add(line) {
      held.push(line);
      size += line.length + 16;
      if (size > mostHeld) spill();
    },
    *sorted() {
      try {
        held.sort();
        const heads = [held.values(), ...runs.map(linesOf)].flatMap((lines) => {
          const { value, done } = lines.next();
          return done ? [] : [{ line: value, lines }];
        });
        while (heads.length > 0) {
          let least = heads[0] as (typeof heads)[number];
          for (const head of heads) if (head.line < least.line) least = head;
          yield least.line;
          const { value, done } = least.lines.next();
          if (done) heads.splice(heads.indexOf(least), 1);
          else least.line = value;
        }
      } finally {
        remove();
      }
    },
    remove,
  };
}

function* linesOf(path: string): Generator<string, undefined> {
  const descriptor = openSync(path, "r");
  try {
    const chunk = Buffer.alloc(chunkBytes);
    let rest = Buffer.alloc(0);
    for (let at = 0; ; ) {
      const read = readSync(descriptor, chunk, 0, chunkBytes, at);
      if (read === 0) return;
      at += read;
      const bytes = Buffer.concat([rest, chunk.subarray(0, read)]);
      const end = bytes.lastIndexOf(10) + 1;
      rest = bytes.subarray(end);
      if (end > 0) yield* bytes.toString("utf8", 0, end - 1).split("\n");
    }
  } finally {
    closeSync(descriptor);
  }
}
