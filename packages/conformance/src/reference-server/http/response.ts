import type { Headers } from "./headers.ts";

/** An answer as plain data, not yet compressed. */
export interface ReferenceResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer | null;
}
