import type { Exchange } from "../exchange.ts";
import type { Separators } from "../json/json-text.ts";

/** An exchange as another tool's file has it, with its secrets: never write it as it is. */
export interface ImportedExchange {
  /** Its place in the file: `entry 3`, `definition 2`, `mapping 1`. */
  readonly place: string;
  /** Its file, of several, with `/` between folders. */
  readonly file?: string;
  /** Scheme, host and port that were asked; null if the format has none. */
  readonly origin: string | null;
  /** Its target is a path and query; its credential is not among its headers. */
  readonly exchange: Exchange;
  /** The value of the `Authorization` header; null if there was none. A secret, unless it is a placeholder. */
  readonly authorization: string | null;
}

/** Something that could not be imported, or only in part. */
export interface Warning {
  readonly place: string;
  /** `left out`: the exchange is missing from the result. `changed`: it is there, without the named part. */
  readonly kind: "left out" | "changed";
  /** What was found, and why it could not be imported. Holds no secret. */
  readonly text: string;
}

/** The content of a file of another tool. */
export interface ImportResult {
  /** Null for several formats, or none. */
  readonly format: FormatName | null;
  /** The tool that wrote it, with its version if known: `Playwright 1.65.1`. */
  readonly tool: string;
  /** Epoch seconds; null if the file does not say when tapedeck recorded it. */
  readonly recordedAt: number | null;
  readonly found: readonly ImportedExchange[];
  readonly warnings: readonly Warning[];
}

/** The foreign formats, by the names that the command takes. */
export type FormatName = "har" | "nock" | "wiremock" | "vcr" | "vcrpy" | "go-vcr" | "undici";

/** Tapes in the format of another tool. */
export interface ExportResult {
  readonly content: string;
  /** How many exchanges it holds: without those that the format cannot express at all. */
  readonly exchanges: number;
  /** Facts of the tapes that the format cannot express. */
  readonly warnings: readonly Warning[];
}

/** Reads a file that stands beside the one that is read, by its name; null where there is none. */
export type SidecarReader = (name: string) => Uint8Array | null;

/** tapedeck's own facts in another format; other tools ignore them. */
export interface Metadata {
  readonly principal?: string;
  /** Request headers that distinguish no two requests. */
  readonly headers?: ReadonlyArray<readonly [name: string, value: string]>;
  readonly origin?: string;
  /** ISO 8601. */
  readonly recordedAt?: string;
  /** The request's body is the hexadecimal form of bytes. */
  readonly bodyIsHex?: boolean;
  /** The body of the request as it was sent, if its value stands in its place. */
  readonly bodyText?: string;
  /** The white space of the answer's JSON as it was sent. */
  readonly separators?: Separators;
}
