import { FSPersister, type Polly, type PollyEntry, type PollyRequest } from "./polly.ts";

/** Takes one entry of Polly.js. The ticket is what the request was given as its recording's id. */
export type SaveEntry = (ticket: string, entry: PollyEntry) => void;

/**
 * Polly.js's file persister without files. It makes the HAR of each answer and hands it on: its own writes in place, at the end of a run, with secrets and timings, and loses what arrives meanwhile.
 * Each answer is handed on as soon as it is there, alone.
 * @example
 * new Polly("tapedeck", { persister: TapePersister, persisterOptions: { tape: { save } } });
 */
export class TapePersister extends FSPersister {
  readonly #save: SaveEntry;

  static get id(): string {
    return "tape";
  }

  constructor(polly: Polly) {
    super(polly);
    this.#save = (this.options as { readonly save: SaveEntry }).save;
    this.api = {
      // Nothing to merge with: Polly.js would compare every new entry with every old one.
      getRecording: () => ({ status: 204 }),
      // Never: what this run did not ask for may be what another test plays.
      deleteRecording() {},
    };
  }

  // Not by way of `api`: Polly.js would sort all members of the HAR, write it as a text and read that.
  override onSaveRecording(
    ticket: string,
    { log }: { readonly log: { readonly entries: readonly PollyEntry[] } },
  ): void {
    for (const entry of log.entries) this.#save(ticket, entry);
  }

  override async recordRequest(request: PollyRequest): Promise<void> {
    // Polly.js empties the map that is current when it ends, so each request gets a map of its own to be emptied.
    this.pending = new Map([[request.recordingId, { name: request.recordingName, requests: [request] }]]);
    await this.persist();
  }
}
