import { type HeaderList, headerList } from "@tapedeck/tape";

/** A request as it is put to a door. */
export interface Question {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** What came back through a door. */
export interface Answer {
  readonly status: number;
  /** Sorted, a repeated name joined, without what belongs to the connection: all that every client can see. */
  readonly headers: HeaderList;
  readonly body: Uint8Array;
}

/** The origin under which every door is asked, so that all of them must give the same bytes. */
export const askedOrigin = "http://api.service.example";

/** What a door's server or client says of its connection. */
const ofConnection: ReadonlySet<string> = new Set(["connection", "keep-alive", "transfer-encoding"]);

/**
 * Brings an answer into the form in which doors are compared.
 * @example
 * answerOf(200, [["Vary", "Accept"], ["Connection", "close"]], bytes).headers; // [["vary", "Accept"]]
 */
export function answerOf(
  status: number,
  fields: Iterable<readonly [name: string, value: string]>,
  body: Uint8Array,
): Answer {
  const joined = new Map<string, string>();
  for (const [name, value] of headerList(fields)) {
    if (ofConnection.has(name)) continue;
    const before = joined.get(name);
    joined.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return { status, headers: [...joined], body };
}

/** The value of a header of an answer; undefined where there is none. */
export function header({ headers }: Answer, wanted: string): string | undefined {
  return headers.find(([name]) => name === wanted)?.[1];
}

/** The body of an answer as text. */
export function text({ body }: Answer): string {
  return new TextDecoder().decode(body);
}
