import { describedText } from "@tapedeck/api/files";
import type { Remark, Summary, Waiting } from "@tapedeck/record";
import type { FetchHandler, IncomingRequest, Outcome } from "@tapedeck/replay";
import { handlerOf } from "@tapedeck/replay/internal";
import { collected, isSpooled } from "@tapedeck/tape/internal";
import type { RecorderHooks, RecordingTask, RemoteRecorder } from "./remote-recorder.ts";

/** The live API behind a recorder that starts with the first request. */
export interface LazyUpstream {
  readonly ask: FetchHandler;
  /** Closes the recorder, if it was started, and prints what it recorded. */
  readonly close: () => Promise<void>;
}

/** Folders into which this process records. */
const recording = new Set<string>();

/**
 * Opens a live API for a tape.
 * @param tape The tape's name, for messages.
 * @param beforeStore As `createRecorder` takes it.
 * @throws Error if this process is recording the tape already.
 */
export function openUpstream(
  tape: string,
  task: RecordingTask,
  beforeStore: RecorderHooks["beforeStore"],
): LazyUpstream {
  if (recording.has(task.out)) {
    throw new Error(
      `Cannot record the tape "${tape}": it is being recorded, by another test or for another host\n` +
        '  - name its tape, as in taped("NAME", async (tape) => …), or record one after the other',
    );
  }
  recording.add(task.out);
  let recorder: Promise<RemoteRecorder> | null = null;
  const start = async (): Promise<RemoteRecorder> => {
    // Loaded on demand: a replaying test does not wait for a recorder.
    const { openRemoteRecorder } = await import("./remote-recorder.ts");
    const onWait = (waiting: Waiting): void => console.error(waitingLine(tape, waiting));
    return openRemoteRecorder(task, { onWait, ...(beforeStore && { beforeStore }) });
  };
  const answer = async (ask: IncomingRequest): Promise<Outcome> => {
    const body = isSpooled(ask.body) ? await collected(ask.body) : new Uint8Array(ask.body ?? []);
    recorder ??= start();
    return (await recorder).ask({ ...ask, body });
  };
  return {
    ask: handlerOf(answer),
    async close() {
      try {
        const started = await recorder?.catch(() => null);
        if (started === null || started === undefined) return;
        const { summary, limit } = await started.close();
        console.error(summaryLine(tape, summary));
        if (limit !== null) console.error(describedText(limit));
      } finally {
        recording.delete(task.out);
      }
    },
  };
}

function waitingLine(tape: string, { principal, seconds, reason }: Waiting): string {
  return `tapedeck: recording "${tape}" waits ${Math.ceil(seconds)} s as ${principal} (${reason})`;
}

function summaryLine(tape: string, { captured, unchanged, redacted, invalid, failed, remarks = {} }: Summary): string {
  const hidden = Object.values(redacted).reduce((sum, count) => sum + count, 0);
  const counts = `captured ${captured}, unchanged ${unchanged}, redacted ${hidden}, invalid ${invalid.length}, failed ${failed.length}`;
  const said = Object.entries(remarks).map(([remark, sentence]) => {
    const advice = adviceOn[remark as Remark];
    return `\n  - ${sentence}${advice === undefined ? "" : `; ${advice}`}`;
  });
  return `tapedeck: recorded "${tape}": ${counts}${said.join("")}`;
}

const adviceOn: Readonly<Partial<Record<Remark, string>>> = {
  ambiguous: "credentials are told apart by tokens: { ada: …, bob: … }",
  secondLogins: "give each user a tape of its own, or a client without the other's cookies",
  unfollowed: "search the tape for them before you share it",
  shared: "record the tape anew, without what is on file",
  outnumbered: 'until "tapedeck prune" removes them',
  unread: "record with credentials that were made for it alone",
  redirects: "give each host a tape of its own: useTape({ from: … })",
};
