// The view of a packed file that a player gets: exchanges are found where they lie. Types only;
// `store/packed/open-pack.ts` opens one.
import type { Exchange, HeaderList, Principal, RecordedRequest, Tape } from "./exchange.ts";
import type { RedactOptions } from "./redact/options.ts";

/** The tables of a packed file in which exchanges are found. */
type PackTable = "key" | "condition" | "path" | "refusal" | "issuer";

/** Facts about a whole packed file. */
export interface PackedContents {
  readonly origins: readonly string[];
  /** Epoch seconds of the latest recording. */
  readonly recordedAt: number;
  /** Bytes that the longest request body may have had when it was sent. */
  readonly longestRequestBody: number;
  /** Redaction settings beyond the defaults. */
  readonly redact: readonly RedactOptions[];
  /** How the exchanges are keyed: rule, exceptions and descriptions. Other keys find none of them. */
  readonly keyedBy: string;
}

/** Exchanges that are found by the hash of a text, and read on demand. Everything is synchronous. */
export interface PackedTapes extends PackedContents {
  /** The file, for messages. */
  readonly file: string;
  readonly size: number;
  /**
   * Finds the positions, from 0, under a text, in recorded order; also those under another text with the same hash.
   * @throws PackDamagedError if that part of the file is damaged.
   */
  find(table: PackTable, text: string): readonly number[];
  /**
   * Reads the exchange that alone can answer a GET, by the text of its target; null if there is no such exchange.
   * @see PackKeys.alone
   * @throws PackDamagedError if it is damaged.
   */
  only(text: string): PackedExchange | null;
  /** Whether it holds any facts. */
  readonly hasFacts: boolean;
  /** Returns the facts under a name. */
  facts(name: string): readonly string[];
  /** The recorded paths in order. */
  readonly paths: { readonly length: number; at(place: number): string };
  /**
   * Reads an exchange.
   * @throws PackDamagedError if it is damaged.
   */
  read(place: number): PackedExchange;
  tapes(): Iterable<PackedTapeInfo>;
}

/** The keys of an exchange in a packed file. */
export interface PackKeys {
  /** Its request in the compared form. */
  readonly request: RecordedRequest;
  /** The texts under which each table has it. */
  readonly tables: Readonly<Partial<Record<PackTable, readonly string[]>>>;
  /**
   * For an exchange that can answer a GET. `among` is equal for all exchanges that can answer the same GET, of any
   * principal and under any condition. `target` is the text by which `only` finds this exchange if it shares its `among`
   * with no other; null if a request's target alone does not decide whether and how it is sent.
   */
  readonly alone?: { readonly among: string; readonly target: string | null } | undefined;
  /** Its path, in sortable form. */
  readonly path: string;
  /** Whether the text of its answer may name the origin. */
  readonly namesOrigin: boolean;
  /** Facts from its documents, by name. */
  readonly facts: ReadonlyArray<readonly [name: string, value: string]>;
}

/** A tape in a packed file. */
export interface PackedTapeInfo extends Omit<Tape, "exchanges"> {
  /** The file that it was in. */
  readonly file: string;
  /** The position of its first exchange, and their number. */
  readonly first: number;
  readonly exchanges: number;
  /** Whether its file held what is written of a tape, and nothing else. */
  readonly isWhole: boolean;
}

/** An exchange from a packed file. */
export interface PackedExchange {
  /** Its position, from 0. */
  readonly at: number;
  /** The name of its tape, and where it was recorded. */
  readonly tape: string;
  readonly origin: string;
  /** Its place on its tape, from 1. */
  readonly place: number;
  readonly pass: number;
  /** The target of its request as it was recorded. */
  readonly target: string;
  readonly status: number;
  /** The same list for each response with the same headers, if there are many. */
  readonly headers: HeaderList;
  /** The principal of its request in the compared form. */
  readonly principal: Principal;
  /** The whole, put together when it is first read. */
  readonly exchange: Exchange;
  /** Its request in the compared form. */
  readonly formed: RecordedRequest;
  /** Whether it is in the table of refusals. */
  readonly refusal: boolean;
  readonly namesOrigin: boolean;
  /** The body as it is sent; null where it has none. */
  readonly body: Uint8Array<ArrayBuffer> | null;
}
