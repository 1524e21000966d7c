import type { HarContent } from "../formats/har/content.ts";

export interface NameValue {
  readonly name: string;
  readonly value: string;
}

/** The members of an entry's response for its chunks. */
export interface WrittenFlow {
  readonly _chunks?: string;
  readonly _cut?: string;
  readonly _trailers?: readonly NameValue[];
  readonly _informational?: ReadonlyArray<{ readonly status: number; readonly headers: readonly NameValue[] }>;
}

/** The place of a body that is neither text nor base64. */
interface OwnBody {
  readonly _json?: unknown;
  readonly _separators?: unknown;
  readonly _file?: string;
}

/** An entry of a HAR file, as far as it is read. */
export interface HarEntry {
  /** Polly.js's id of the request; `_order`, from 0, distinguishes answers to the same request. */
  readonly _id?: string;
  readonly _order?: number;
  /** How often the recording had started over from the top of the sorted files before this entry. Default: 0. */
  readonly _pass?: number;
  readonly startedDateTime: string;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly NameValue[];
    readonly bodySize?: number;
    /** See `RecordedRequest.session`. */
    readonly _session?: string;
    readonly postData?: {
      readonly mimeType?: string;
      readonly text?: string;
      readonly params?: readonly Partial<NameValue>[];
      readonly _encoding?: "base64";
      /** Used by some that store HAR as YAML: the value of a JSON body. */
      readonly textJSON?: unknown;
    } & OwnBody;
  };
  readonly response: WrittenFlow & {
    readonly status: number;
    readonly statusText?: string | null;
    readonly headers: readonly NameValue[];
    /** The file of headers that it shares with other answers. */
    readonly _headers?: string;
    readonly content?: HarContent & OwnBody;
    readonly _error?: string | null;
  };
  readonly _webSocketMessages?: unknown;
  readonly _webSocketClose?: unknown;
}
