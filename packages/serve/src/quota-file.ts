import { randomUUID } from "node:crypto";
import { appendFile, open } from "node:fs/promises";
import type { Bucket, BucketChange } from "@tapedeck/rate-limit";
import type { QuotaStore } from "@tapedeck/replay";
import { quotasIn, swapIn } from "@tapedeck/replay/internal";

/** A line of the file: changes to make, and an id to recognize them. */
interface Claim {
  readonly id: string;
  readonly changes: readonly BucketChange[];
}

/**
 * A store of quotas in a file, for players in several processes: Node, Deno and Bun in any mixture. The file is a log:
 * a writer appends its change, and every reader applies the changes that fit, in the file's order, so that all agree.
 * No process holds a lock, so a killed one leaves none behind.
 * @param path A file on a local disk; network disks do not append in one step. It is created if it does not exist,
 *   grows by some hundred bytes a request, and may be removed when no process counts in it.
 * @throws Error from `read` and `swap` if the file cannot be written or read.
 * @see POSIX, write(): O_APPEND
 * @example
 * const player = createSharedPlayer({ tapes, store: quotaFile("quotas.ndjson") });
 * const server = await listen(player); // in each process
 */
export function quotaFile(path: string): QuotaStore {
  const held = new Map<string, Bucket>();
  const made = new Set<string>();
  let offset = 0;
  let catchingUp: Promise<void> = Promise.resolve();

  const readOn = async (mine: ReadonlySet<string>): Promise<void> => {
    const file = await open(path, "a+");
    try {
      const { size } = await file.stat();
      if (size < offset) throw new Error(`Cannot count in "${path}": it was cut short while it was in use`);
      const { buffer, bytesRead } = await file.read(Buffer.alloc(size - offset), 0, size - offset, offset);
      // A line without an end is still being written.
      const end = buffer.subarray(0, bytesRead).lastIndexOf("\n") + 1;
      offset += end;
      for (const line of buffer.toString("utf8", 0, end).split("\n")) {
        const claim = claimIn(line);
        if (claim === null) continue;
        if (swapIn(held, claim.changes) === null && mine.has(claim.id)) made.add(claim.id);
      }
    } finally {
      await file.close();
    }
  };
  const waiting = new Set<string>();
  const catchUp = (): Promise<void> => {
    catchingUp = catchingUp.catch(() => {}).then(() => readOn(waiting));
    return catchingUp;
  };

  return {
    read: async (buckets) => {
      await catchUp();
      return quotasIn(held, buckets);
    },
    swap: async (changes) => {
      // A swap that changes nothing is not written.
      if (changes.every(({ from, to }) => from === to)) {
        await catchUp();
        return swapIn(held, changes);
      }
      const id = randomUUID();
      waiting.add(id);
      try {
        // With a line break before it: whatever a killed process or a full disk left behind ends there.
        await appendFile(path, `\n${JSON.stringify({ id, changes } satisfies Claim)}\n`);
        await catchUp();
        return made.has(id)
          ? null
          : quotasIn(
              held,
              changes.map(({ bucket }) => bucket),
            );
      } finally {
        waiting.delete(id);
        made.delete(id);
      }
    },
  };
}

function claimIn(line: string): Claim | null {
  try {
    const claim = JSON.parse(line) as Claim | null;
    return Array.isArray(claim?.changes) ? claim : null;
  } catch {
    // An empty or incomplete line, which is no claim: its writer was not told that it was applied.
    return null;
  }
}
