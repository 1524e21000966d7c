// A client's own key in a header, which is new in this run, and another one in the recordings on file: a replay takes any
// key for the only one, so what was recorded again replaces what is there.
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isKeyHeader } from "@tapedeck/replay/internal";
import { type Exchange, headerOf, type RecordedRequest } from "@tapedeck/tape";
import { listRecordings } from "@tapedeck/tape/files";
import { findPlaceholders, opaqueTag } from "@tapedeck/tape/internal";

/** Knows the keys of a run. */
export interface OtherKeys {
  /** Notes a request of the run, before it is stored. */
  note(request: RecordedRequest): Promise<void>;
  /** Whether a header has one key in the run, and that is on file nowhere. */
  readonly isNew: boolean;
  /** Returns the exchanges of a tape without those that the run has recorded again with its own key. */
  without(exchanges: readonly Exchange[]): readonly Exchange[];
  /** Returns the folders of what stays under a signing key that is replaced elsewhere: its requests tell a player of another user. */
  folders(): Promise<readonly string[]>;
  /** Puts that under the run's key. */
  renamed(exchange: Exchange): Exchange;
}

/** @param wasSent Returns whether the run sent a request. */
export function createOtherKeys(
  root: string,
  hashOf: (request: RecordedRequest) => string,
  wasSent: (hash: string) => boolean,
): OtherKeys {
  /** The new key of each header; null if that has several, or one that is on file: nothing tells what it replaces. */
  const keys = new Map<string, string | null>();
  const replacedUsers = new Set<string>();
  const withRunsKeys = (request: RecordedRequest): RecordedRequest => ({
    ...request,
    headers: request.headers.map(([name, value]) => [name, (isOwn(name, value) && keys.get(name)) || value]),
  });
  async function* having(texts: Iterable<string>): AsyncIterable<string> {
    const all = [...texts];
    for (const file of await listRecordings(root, { onUnreadable: () => {} })) {
      const text = await readFile(join(root, file), "utf8");
      if (all.some((each) => text.includes(each))) yield file;
    }
  }
  const isOnFile = async (value: string): Promise<boolean> => {
    for await (const _file of having(findPlaceholders(value))) return true;
    return false;
  };
  return {
    async note({ headers }) {
      for (const [name, value] of headers) {
        if (!isOwn(name, value)) continue;
        const key = keys.get(name);
        if (key === undefined) keys.set(name, (await isOnFile(value).catch(() => true)) ? null : value);
        else if (key !== value) keys.set(name, null);
      }
    },
    get isNew() {
      return keys.values().some((key) => key !== null);
    },
    without(exchanges) {
      const marked = exchanges.map((exchange) => {
        const runs = withRunsKeys(exchange.request);
        return { exchange, user: userOf(runs), own: hashOf(exchange.request), runs: hashOf(runs) };
      });
      const alike = Map.groupBy(marked, ({ runs }) => runs);
      return marked.flatMap(({ exchange, user, own, runs }) => {
        const others = own !== runs && wasSent(runs) ? (alike.get(runs) ?? []) : [];
        // Of several keys on file, nothing tells whose the new one is; and a key that is refused replaces none that was not.
        const isReplaced =
          new Set(others.map((each) => each.own)).size === 2 &&
          others.some((each) => each.own === runs && kindOf(each.exchange) === kindOf(exchange));
        if (!isReplaced) return [exchange];
        const before = userOf(exchange.request);
        if (before !== null && before !== user) replacedUsers.add(before);
        return [];
      });
    },
    async folders() {
      if (replacedUsers.size === 0) return [];
      const found = new Set<string>();
      for await (const file of having(replacedUsers)) found.add(dirname(file));
      return [...found];
    },
    renamed(exchange) {
      if (!replacedUsers.has(userOf(exchange.request) ?? "")) return exchange;
      const request = withRunsKeys(exchange.request);
      return wasSent(hashOf(request)) ? exchange : { ...exchange, request };
    },
  };
}

/** Returns whether a header has a key of its client's own, which no answer issued: no user's name, no tenant or page. */
const isOwn = (name: string, value: string): boolean =>
  (isKeyHeader(name) || name === "authorization") &&
  (value.search(opaqueTag) >= 0 || /^(?!(?:basic|digest|ntlm|negotiate) )[\w-]+ __redacted-user\./i.test(value));

const userOf = ({ headers }: RecordedRequest): string | null => {
  const said = headerOf(headers, "authorization");
  return said !== null && /__redacted-user\./.test(said) ? said : null;
};

const kindOf = ({ response }: Exchange): number => Math.floor(response.status / 100);
