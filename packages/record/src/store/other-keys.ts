// A client's own key in a header, which is another one in this run than in the recordings on file: a replay takes any key
// for the only one, so what was recorded again replaces what is there.
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Exchange, headerOf, type RecordedRequest } from "@tapedeck/tape";
import { listRecordings } from "@tapedeck/tape/files";
import { madeForOne, opaqueTag } from "@tapedeck/tape/internal";

/** Knows the keys of a run. */
export interface OtherKeys {
  /** Notes a request of the run. */
  note(request: RecordedRequest): void;
  /** Whether a header has one key in the run. */
  readonly isOne: boolean;
  /** Returns the exchanges of a tape without those that the run has recorded again with its own key. */
  without(exchanges: readonly Exchange[]): readonly Exchange[];
  /** Returns the folders of what stays under a signing key that is replaced elsewhere: its requests tell a player of another user. */
  folders(root: string): Promise<readonly string[]>;
  /** Puts that under the run's key. */
  renamed(exchange: Exchange): Exchange;
}

/** @param wasSent Returns whether the run sent a request. */
export function createOtherKeys(
  hashOf: (request: RecordedRequest) => string,
  wasSent: (hash: string) => boolean,
): OtherKeys {
  const keys = new Map<string, Set<string>>();
  const replacedUsers = new Set<string>();
  const withRunsKeys = (request: RecordedRequest): RecordedRequest => ({
    ...request,
    headers: request.headers.map(([name, value]) => {
      const [key = value, ...others] = isOwn(value) ? (keys.get(name) ?? []) : [];
      return [name, others.length === 0 ? key : value];
    }),
  });
  return {
    note({ headers }) {
      const made = madeForOne(headers);
      for (const [name, value] of headers) {
        if (made.has(name) || !isOwn(value)) continue;
        const values = keys.get(name) ?? new Set();
        keys.set(name, values);
        if (values.size < 2) values.add(value);
      }
    },
    get isOne() {
      return [...keys.values()].some(({ size }) => size === 1);
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
    async folders(root) {
      if (replacedUsers.size === 0) return [];
      const found = new Set<string>();
      for (const file of await listRecordings(root, { onUnreadable: () => {} })) {
        const text = await readFile(join(root, file), "utf8");
        if (replacedUsers.values().some((user) => text.includes(user))) found.add(dirname(file));
      }
      return [...found];
    },
    renamed(exchange) {
      if (!replacedUsers.has(userOf(exchange.request) ?? "")) return exchange;
      const request = withRunsKeys(exchange.request);
      return wasSent(hashOf(request)) ? exchange : { ...exchange, request };
    },
  };
}

/** Returns whether a header has a key of its client's own, which no answer issued: no name of a user. */
const isOwn = (value: string): boolean =>
  value.search(opaqueTag) >= 0 || /^(?!(?:basic|digest|ntlm|negotiate) )[\w-]+ __redacted-user\./i.test(value);

const userOf = ({ headers }: RecordedRequest): string | null => {
  const said = headerOf(headers, "authorization");
  return said !== null && /__redacted-user\./.test(said) ? said : null;
};

const kindOf = ({ response }: Exchange): number => Math.floor(response.status / 100);
