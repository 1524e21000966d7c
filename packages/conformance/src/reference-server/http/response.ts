import type { Headers } from "./headers.ts";

/** A response as plain data, before compression. */
export interface ReferenceResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer | null;
}
