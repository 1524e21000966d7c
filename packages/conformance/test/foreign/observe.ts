// What a client sees of a server: told apart from what no recording promises, and without the address it was asked at.
// Not the comparison itself: that is each test's. Read next: `record-by.ts`.

/** Asks a server by path, as a client's `fetch` does. */
export type Ask = (path: string, init?: RequestInit) => Promise<Response>;

/** A client's work: it asks in turn, and may use what it was answered. */
export type Program = (ask: Ask) => Promise<void>;

/** What a client saw of one answer. */
export interface Seen {
  readonly asked: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The bytes, one character each. */
  readonly body: string;
}

// Of the moment or of the connection; and of the coding that `fetch` undid: recordings hold bodies decoded.
const passing = ["date", "connection", "keep-alive", "transfer-encoding", "content-encoding"];

/** Runs a program against a base URL, and tells what it saw: the base itself reads `{base}`, what a server makes up `{id}`. */
export async function observe(program: Program, base: string, send: typeof fetch = fetch): Promise<Seen[]> {
  const seen: Seen[] = [];
  const masked = (text: string): string => text.replaceAll(base, "{base}").replaceAll(new URL(base).host, "{host}");
  await program(async (path, init = {}) => {
    const response = await send(base + path, { redirect: "manual", ...init });
    const body = masked(Buffer.from(await response.clone().arrayBuffer()).toString("latin1"));
    const coded = response.headers.has("content-encoding");
    const headers = [...response.headers].filter(
      ([name]) => !passing.includes(name) && !(name === "content-length" && coded),
    );
    seen.push({
      asked: `${init.method ?? "GET"} ${path}`,
      status: response.status,
      headers: Object.fromEntries(headers.map(([name, value]) => [name, withoutId(name, masked(value))])),
      body,
    });
    return response;
  });
  return seen;
}

function withoutId(name: string, value: string): string {
  if (name === "www-authenticate") return value.replaceAll(/="(?:[0-9a-f]{32}|__redacted-[^"]+__)"/g, '="{id}"');
  return name === "set-cookie" ? value.replace(/=[^;]+/, "={id}") : value;
}

/** The same as a recording promises it: where a body came coded, its decoded length is the replay's to tell. */
export function promised(replayed: readonly Seen[], direct: readonly Seen[]): Seen[] {
  return replayed.map((each, at) => {
    const { "content-length": length, ...others } = each.headers;
    const told = length === undefined || direct[at]?.headers["content-length"] !== undefined;
    return told ? each : { ...each, headers: others };
  });
}
