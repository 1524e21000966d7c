import { FSPersister, type Polly, type PollyEntry, type PollyRecording, type PollyRequest } from "./polly.ts";

/** Takes one entry of Polly.js. The ticket is the id that the request's recording was given. */
export type SaveEntry = (ticket: string, entry: PollyEntry) => void;

/**
 * Polly.js's file persister with files that are not its own. It makes the HAR of each answer and passes it to its
 * `api`, which is ours: Polly's own writes in place, at the end of a run, with secrets and timings, and loses what
 * arrives meanwhile. Each answer is passed on by itself, as soon as it is there.
 * @example
 * new Polly("tapedeck", { persister: TapePersister, persisterOptions: { tape: { save } } });
 */
export class TapePersister extends FSPersister {
  static get id(): string {
    return "tape";
  }

  constructor(polly: Polly) {
    super(polly);
    const { save } = this.options as { readonly save: SaveEntry };
    this.api = {
      // There is nothing to merge with: Polly.js would compare every new entry with every old one.
      getRecording: () => ({ status: 204 }),
      saveRecording(ticket, { log }) {
        for (const entry of log.entries) save(ticket, entry);
      },
      // Never: another test may need a recording that this run did not ask for.
      deleteRecording() {},
    };
  }

  /** Polly.js parses it again: all of it, sorted, would cost a twentieth of a recording's time. */
  override stringify({ log }: PollyRecording): string {
    const entries = log.entries.map(({ request: { method }, response: { status, headers, content } }) => {
      return { request: { method }, response: { status, headers, content } };
    });
    return JSON.stringify({ log: { entries } });
  }

  override async recordRequest(request: PollyRequest): Promise<void> {
    // When Polly.js ends, it empties the current map, so each request gets a map of its own.
    this.pending = new Map([[request.recordingId, { name: request.recordingName, requests: [request] }]]);
    await this.persist();
  }
}
