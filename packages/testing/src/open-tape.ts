import { openSession } from "./session/tape-router.ts";
import { createTape, type OnRefused, type OpenTape, type TapeOptions, type TestTape } from "./tape/test-tape.ts";

/**
 * Opens a tape: from then on it answers what this process asks of the service, through `fetch` and Node's http clients;
 * all other hosts are refused. A refusal is printed, since a client may keep it to itself. {@link useTape} does it for
 * each test of a file.
 * @throws RangeError for an invalid mode, or one that CI does not allow, and for an invalid name or URL.
 * @throws RecordingSyntaxError for a file on the tape that is not a recording.
 * @example
 * const tape = await openTape({ from: "https://api.service.example", name: "." });
 * await fetch("https://api.service.example/users/ada");
 * await tape.close();
 */
export async function openTape(options: TapeOptions): Promise<TestTape> {
  // Without a wrapper around the test nothing else reports it, if its client does not: OpenAI's reports a timeout.
  return (await openTapeSession(options, ({ message }) => console.error(`tapedeck: ${message}`))).tape;
}

/** Opens a tape for a caller that runs the test in its session. */
export async function openTapeSession(options: TapeOptions, onRefused: OnRefused): Promise<OpenTape> {
  const { tape, session } = await createTape(options, onRefused);
  const endSession = openSession(session);
  const close = (): Promise<void> => {
    endSession();
    return tape.close();
  };
  return { tape: { ...tape, close, [Symbol.asyncDispose]: close }, session };
}
