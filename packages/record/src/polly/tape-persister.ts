import { FSPersister, type PollyEntry, type PollyRequest } from "./polly.ts";

/** Keeps one entry of Polly.js. The ticket is what the request was given as its recording's id. */
export type SaveEntry = (ticket: string, entry: PollyEntry) => Promise<void>;

/**
 * Polly.js's file persister, with the files taken out of its hands: it writes in place, at the end of a run, with
 * secrets and timings, and loses what arrives meanwhile. Each answer is handed on as soon as it is there, alone; whoever
 * asked hears of it when it is kept.
 * @example
 * new Polly("tapedeck", { persister: TapePersister, persisterOptions: { tape: { save } } });
 */
export class TapePersister extends FSPersister {
  static get id(): string {
    return "tape";
  }

  override async recordRequest(request: PollyRequest): Promise<void> {
    // Polly.js empties the map that is current when it ends, so each request gets a map of its own to be emptied.
    this.pending = new Map([[request.recordingId, { name: request.recordingName, requests: [request] }]]);
    await this.persist();
  }

  /** Nothing to merge with: Polly.js would compare every new entry with every old one. */
  override async onFindRecording(): Promise<null> {
    return null;
  }

  override async onSaveRecording(
    ticket: string,
    har: { readonly log: { readonly entries: readonly PollyEntry[] } },
  ): Promise<void> {
    const { save } = this.options as { readonly save: SaveEntry };
    for (const entry of har.log.entries) await save(ticket, entry);
  }

  /** Never: what this run did not ask for may be what another test plays. */
  override async onDeleteRecording(): Promise<void> {}
}
