import { FSPersister, type Polly, type PollyEntry, type PollyRequest } from "./polly.ts";

/** Takes one entry of Polly.js. The ticket is what the request was given as its recording's id. */
export type SaveEntry = (ticket: string, entry: PollyEntry) => void;

/**
 * Polly.js's file persister over files that are not its own. It makes the HAR of each answer and hands it to its `api`,
 * which is ours: its own writes in place, at the end of a run, with secrets and timings, and loses what arrives meanwhile.
 * Each answer is handed on as soon as it is there, alone.
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
      // Nothing to merge with: Polly.js would compare every new entry with every old one.
      getRecording: () => ({ status: 204 }),
      saveRecording(ticket, { log }) {
        for (const entry of log.entries) save(ticket, entry);
      },
      // Never: a recording that this run did not ask for may be played by another test.
      deleteRecording() {},
    };
  }

  override async recordRequest(request: PollyRequest): Promise<void> {
    // Polly.js empties the map that is current when it ends, so each request gets a map of its own to be emptied.
    this.pending = new Map([[request.recordingId, { name: request.recordingName, requests: [request] }]]);
    await this.persist();
  }
}
