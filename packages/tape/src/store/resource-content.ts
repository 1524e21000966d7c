// What the folder of a resource holds, and which of it a request of a run is recorded as. Read next: `resource.ts`.
import { hash } from "node:crypto";
import { alikeKey, requestKey } from "../canonical.ts";
import type { Exchange, RecordedRequest } from "../exchange.ts";
import type { Filed } from "./read/read-folder.ts";

/** What the folder of a resource holds. */
export interface ResourceContent {
  readonly filed: readonly Filed[];
  /** By {@link markOf} of their requests. */
  readonly answers: ReadonlyMap<string, readonly Exchange[]>;
  /**
   * Returns an exchange with its request as the first alike one here is written: a client that writes parameters or members
   * in another order each time, or signs each request with its time, would else never record one again, and a replay
   * would give its old answers.
   * @param isLeft Whether the run has not yet replaced all answers to a request of this mark.
   */
  alike(exchange: Exchange, isLeft: (mark: string) => boolean): Exchange;
}

/** Makes the content of a folder from its files. */
export function contentOf(filed: readonly Filed[]): ResourceContent {
  let answers: ResourceContent["answers"] | null = null;
  let marks: Map<string, string[]> | null = null;
  return {
    filed,
    // Most resources are asked for once.
    get answers() {
      answers ??= Map.groupBy(
        filed.map(({ exchange }) => exchange),
        ({ request }) => markOf(request),
      );
      return answers;
    },
    alike(exchange, isLeft) {
      if (filed.length === 0) return exchange;
      marks ??= Map.groupBy(this.answers.keys(), (mark) => keyOf(this.answers.get(mark)?.[0]));
      const mark = marks.get(keyOf(exchange))?.find(isLeft);
      const [past] = (mark !== undefined && this.answers.get(mark)) || [];
      if (past === undefined) return exchange;
      const { target, headers, body } = past.request;
      const own = exchange.request.body;
      const request = { ...exchange.request, target, headers, body: own?.encoding === "utf8" ? body : own };
      return { ...exchange, request };
    },
  };
}

function keyOf(exchange: Exchange | undefined): string {
  return exchange === undefined ? "" : alikeKey(exchange.request);
}

/** Returns a short mark of a request: a run may remember a million of them. */
export function markOf(request: RecordedRequest): string {
  return hash("sha256", requestKey(request), "base64").slice(0, 16);
}
