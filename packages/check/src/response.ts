import { type HeaderList, headerList } from "@tapedeck/tape";

/** A response as every client can see it, without what belongs only to the connection. */
export interface ObservedResponse {
  readonly status: number;
  /** Names in lower case, sorted; repeated fields joined. */
  readonly headers: HeaderList;
  readonly body: Uint8Array;
}

// RFC 9110, section 7.6.1: fields of one connection.
const ofConnection: ReadonlySet<string> = new Set(["connection", "keep-alive", "transfer-encoding"]);

/**
 * Brings a response into the form in which responses are compared.
 * @example
 * responseOf(200, [["Vary", "Accept"], ["Connection", "close"]], new Uint8Array()).headers; // [["vary", "Accept"]]
 */
export function responseOf(
  status: number,
  fields: Iterable<readonly [name: string, value: string]>,
  body: Uint8Array,
): ObservedResponse {
  const joined = new Map<string, string>();
  for (const [name, value] of headerList(fields)) {
    if (ofConnection.has(name)) continue;
    const before = joined.get(name);
    joined.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return { status, headers: [...joined], body };
}

/** Returns the value of a header field of a response; undefined if it is absent. */
export function header({ headers }: Pick<ObservedResponse, "headers">, wanted: string): string | undefined {
  return headers.find(([name]) => name === wanted)?.[1];
}

/** Returns the body of a response as text. */
export function text({ body }: ObservedResponse): string {
  return new TextDecoder().decode(body);
}
