import { FSPersister, type Polly, type PollyEntry, type PollyRecording, type PollyRequest } from "./polly.ts";

/** Takes one entry of Polly.js. The ticket is the id that the request's recording was given. */
export type SaveEntry = (ticket: string, entry: PollyEntry) => void;

/**
 * Polly.js's file persister with files that are not its own. It makes the HAR of each answer, which is passed on as soon
 * as it is there: Polly's own writes in place, at the end of a run, with secrets and timings, and loses what arrives
 * meanwhile.
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
      // There is nothing to merge with: Polly.js would compare every new entry with every old one.
      getRecording: () => ({ status: 204 }),
      // Never: another test may need a recording that this run did not ask for.
      deleteRecording() {},
    };
  }

  /** Polly.js would write it as text, and parse that again. */
  override onSaveRecording(ticket: string, { log }: PollyRecording): void {
    for (const entry of log.entries) this.#save(ticket, entry);
  }

  override async recordRequest(request: PollyRequest): Promise<void> {
    // When Polly.js ends, it empties the current map, so each request gets a map of its own.
    this.pending = new Map([[request.recordingId, { name: request.recordingName, requests: [request] }]]);
    await this.persist();
  }
}
