import type { Summary, Waiting } from "@tapedeck/record";
import type { Upstream } from "@tapedeck/replay";
import type { RecordingTask, RemoteRecorder } from "./remote-recorder.ts";

/** The live API behind a recorder, which starts with the first request. */
export interface LazyUpstream {
  readonly ask: Upstream;
  /** Ends the recorder, if it was started, and says what it kept. */
  readonly close: () => Promise<void>;
}

/** Folders that a tape of this process records into. */
const recording = new Set<string>();

/**
 * Opens the way to a live API for a tape.
 * @param tape The tape's name, for what is said on the way.
 * @throws Error if another test of this process records the tape just now.
 */
export function openUpstream(tape: string, task: RecordingTask): LazyUpstream {
  if (recording.has(task.out)) {
    throw new Error(
      `Cannot record the tape "${tape}": another test is recording it\n` +
        "  - give each test a tape of its own, or record them one after the other",
    );
  }
  recording.add(task.out);
  let recorder: Promise<RemoteRecorder> | null = null;
  const start = async (): Promise<RemoteRecorder> => {
    // Loaded only now: whoever replays should not wait for a recorder.
    const { openRemoteRecorder } = await import("./remote-recorder.ts");
    return openRemoteRecorder(task, (waiting) => console.error(waitingLine(tape, waiting)));
  };
  return {
    async ask(request) {
      recorder ??= start();
      return (await recorder).player(request);
    },
    async close() {
      try {
        const started = await recorder?.catch(() => null);
        if (started) console.error(summaryLine(tape, await started.close()));
      } finally {
        recording.delete(task.out);
      }
    },
  };
}

function waitingLine(tape: string, { principal, seconds, reason }: Waiting): string {
  return `tapedeck: recording "${tape}" waits ${Math.ceil(seconds)} s as ${principal} (${reason})`;
}

function summaryLine(tape: string, { captured, unchanged, redacted, invalid, failed }: Summary): string {
  const hidden = Object.values(redacted).reduce((sum, count) => sum + count, 0);
  const counts = `captured ${captured}, unchanged ${unchanged}, redacted ${hidden}, invalid ${invalid.length}, failed ${failed.length}`;
  return `tapedeck: recorded "${tape}": ${counts}`;
}
