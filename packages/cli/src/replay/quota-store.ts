import { resolve } from "node:path";
import type { QuotaStore } from "@tapedeck/replay";
import { quotaFile } from "@tapedeck/serve";
import { systemReason, UsageError, UserError } from "../command/user-error.ts";

/** A store in which several replays count. */
interface OpenStore {
  readonly store: QuotaStore;
  /** Its name for messages, without a password. */
  readonly name: string;
  close(): Promise<void>;
  /** Returns why its connection was lost; "" if it never was. */
  readonly lost?: () => string;
}

/**
 * Parses the store that `--quota` names: a file, or a server of Redis or Valkey. The part after `#` separates groups
 * that count in one server.
 * @throws UsageError that shows no password.
 * @example
 * quotaPlace("file:quotas.ndjson"); // "file:quotas.ndjson"
 */
export function quotaPlace(text: string): string {
  if (filePath.test(text) || (/^(?:redis|valkey)s?:/.test(text) && URL.canParse(text))) return text;
  throw new UsageError(
    `Cannot count in "${shown(text)}" (--quota): a store is a file or a server\n  - file:quotas.ndjson, or redis://127.0.0.1:6379 (of Redis or Valkey)`,
  );
}

const filePath = /^file:(?:\/\/)?(.+)$/s;

/**
 * Opens a store that {@link quotaPlace} has parsed.
 * @throws UserError for one that cannot be reached.
 */
export async function openQuotaStore(where: string): Promise<OpenStore> {
  const { store, ...opened } = await openStore(where);
  const said = new Set<string>();
  // The client only learns that its request could not be answered.
  const failed = (error: Error): never => {
    const lost = opened.lost?.() || "no answer came";
    const why = error.message
      .replace(/^(?!Cannot )/, `Cannot count in ${opened.name}: `)
      .replace("no answer came", () => lost);
    if (!said.has(why)) console.error(`tapedeck: ${why}`);
    said.add(why);
    throw error;
  };
  return {
    ...opened,
    store: {
      read: (buckets) => store.read(buckets).catch(failed),
      swap: (changes) => store.swap(changes).catch(failed),
    },
  };
}

async function openStore(where: string): Promise<OpenStore> {
  const [, path] = filePath.exec(where) ?? [];
  if (path !== undefined) {
    const store = quotaFile(resolve(path));
    const advice = "name a file in a folder that is there, on a disk of this machine: --quota file:quotas.ndjson";
    await store.read([]).catch((cause: Error) => {
      throw new UserError(`Cannot count in "${path}": ${systemReason(cause)}\n  - ${advice}`, { cause });
    });
    return { store, name: path, close: async () => {} };
  }
  return openRedis(where);
}

async function openRedis(where: string): Promise<OpenStore> {
  // Loaded here, since few replays count in a server.
  const [{ quotaRedis }, { createClient }] = await Promise.all([
    import("@tapedeck/quota-redis"),
    import("@redis/client"),
  ]);
  const address = new URL(where.replace(/^valkey/, "redis"));
  const run = decodeURIComponent(address.hash.slice(1));
  address.hash = "";
  const name = shown(where);
  let wasThere = false;
  const reconnectStrategy = (tries: number): number | false => wasThere && Math.min(50 * 2 ** tries, 2000);
  const client = createClient({ url: address.href, socket: { reconnectStrategy, connectTimeout: 5000 } });
  let lost = "";
  client.on("error", ({ message }: Error) => {
    lost = message;
  });
  try {
    await client.connect();
    wasThere = true;
    const store = quotaRedis(client, run === "" ? {} : { prefix: `{tapedeck:${run}}` });
    await store.read([""]);
    return { store, name, close: async () => client.destroy(), lost: () => lost };
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const why = { ECONNREFUSED: "no server listens there", ENOTFOUND: "there is no host of this name" }[code ?? ""];
    throw new UserError(
      `Cannot count in ${name}: ${why ?? (message || code)}\n  - start the server, or see its address and password\n  - or count in a file: --quota file:quotas.ndjson`,
      { cause },
    );
  }
}

/** Returns an address without its password. */
function shown(where: string): string {
  return where.replace(/\/\/[^/@]*@/, "//");
}
