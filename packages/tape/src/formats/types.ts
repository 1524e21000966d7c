import type { Exchange } from "../exchange.ts";
import type { Separators } from "../json/json-text.ts";

/** An exchange as a file of another tool has it, secrets and all: never write it down as it is. */
export interface ImportedExchange {
  /** Where it stands in the file: `entry 3`, `definition 2`, `mapping 1`. */
  readonly place: string;
  /** The file among many that it stands in, with `/` between folders. */
  readonly file?: string;
  /** Scheme, host and port that was asked; null where the format names none. */
  readonly origin: string | null;
  /** Its target is a path and query; its credential is not among its headers. */
  readonly exchange: Exchange;
  /** The value of the `Authorization` header; null where there was none. A secret, unless it is a placeholder. */
  readonly authorization: string | null;
}

/** Something that could not be taken over, or only in part. */
export interface Warning {
  readonly place: string;
  /** `left out`: the exchange is missing from the result. `changed`: it is there, without what is said. */
  readonly kind: "left out" | "changed";
  /** The finding, and why the part could not be taken over. Holds no secret. */
  readonly text: string;
}

/** The content of a file of another tool. */
export interface ImportResult {
  /** Null where it holds several, or none. */
  readonly format: FormatName | null;
  /** The tool that wrote it, with its version where it says so: `Playwright 1.65.1`. */
  readonly tool: string;
  /** Epoch seconds; null where the file does not say when tapedeck recorded it. */
  readonly recordedAt: number | null;
  readonly found: readonly ImportedExchange[];
  readonly warnings: readonly Warning[];
}

/** The foreign formats, by the names that the command takes. */
export type FormatName = "har" | "nock" | "wiremock" | "vcr" | "vcrpy" | "go-vcr" | "undici";

/** What tapes are written as for another tool. */
export interface ExportResult {
  readonly content: string;
  /** Facts of the tapes that the format cannot express. */
  readonly warnings: readonly Warning[];
}

/** Reads a file that stands beside the one that is read, by its name; null where there is none. */
export type SidecarReader = (name: string) => Uint8Array | null;

/** How tapedeck marks what another format has no word for; other tools pass over it. */
export interface Metadata {
  readonly principal?: string;
  /** Request headers that tell no two requests apart. */
  readonly headers?: ReadonlyArray<readonly [name: string, value: string]>;
  readonly origin?: string;
  /** ISO 8601. */
  readonly recordedAt?: string;
  /** The request's body is the hexadecimal form of bytes. */
  readonly bodyIsHex?: boolean;
  /** The body of the request as it was sent, where what stands for it is its value. */
  readonly bodyText?: string;
  /** The white space that the JSON of the answer was sent with. */
  readonly separators?: Separators;
}
