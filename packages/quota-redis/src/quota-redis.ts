import { createHash, randomUUID } from "node:crypto";
import type { Bucket, BucketChange } from "@tapedeck/rate-limit";
import type { HeldQuotas, QuotaStore } from "@tapedeck/replay";

/** A connection to Redis or Valkey, as a project's client has it: that of `@redis/client` is one. */
export interface RedisClient {
  /** Sends a command and resolves to its reply; rejects if there is none, or an error. */
  sendCommand(words: string[]): Promise<unknown>;
}

/** Where quotas are stored, and for how long. */
export interface QuotaRedisOptions {
  /** Prefix of all keys. In a cluster it decides which node has them. Default: `{tapedeck}`. */
  readonly prefix?: string;
  /**
   * How long a bucket is kept after its last charge, by the server's clock. Default: 32 days, longer than any window.
   */
  readonly keepSeconds?: number;
  /** How long to retry a server that does not answer. Default: 10. */
  readonly patienceSeconds?: number;
}

/** How long an applied change is remembered: longer than any client waits. */
const claimSeconds = 300;
/** Milliseconds between two tries. */
const shortestPause = 10;
const longestPause = 250;
/** Number of keys to scan or read at a time. */
const batch = 1000;

/**
 * Makes a store of quotas in Redis 6 or later, or in Valkey. A change is one script and one round trip. If the
 * connection breaks or the server restarts, it retries until the server answers, and makes no change twice.
 *
 * No window allows more than its limit as long as the server loses nothing: a server that may be killed needs
 * `appendonly yes` and `appendfsync always`.
 * @throws RangeError for invalid times, and a client that takes no list of words. Error from `read` and `swap` if the server refuses, or has not answered within
 *   the patience.
 * @see https://redis.io/docs/latest/develop/programmability/eval-intro/ (a script is one atomic step)
 * @example
 * const store = quotaRedis(await createClient({ url: "redis://127.0.0.1:6379" }).connect()); // of @redis/client
 * const player = createSharedPlayer({ tapes, store });
 */
export function quotaRedis(
  client: RedisClient,
  { prefix = "{tapedeck}", keepSeconds = 32 * 86_400, patienceSeconds = 10 }: QuotaRedisOptions = {},
): QuotaStore {
  // A client whose own `sendCommand` takes no words, as ioredis', has a `call` that does.
  if (typeof client?.sendCommand !== "function" || "call" in client)
    throw new RangeError(
      "Cannot count in Redis: the client's sendCommand() is not one that takes a list of words; with ioredis or iovalkey give { sendCommand: ([name, ...words]) => client.call(name, ...words) }",
    );
  for (const [name, seconds] of Object.entries({ keepSeconds, patienceSeconds })) {
    if (!(Number.isFinite(seconds) && seconds > 0))
      throw new RangeError(`Cannot count in Redis: ${name} is a number above 0, not ${seconds}`);
  }
  const start = `${prefix}:quota:`;
  const kept = String(Math.ceil(keepSeconds * 1000));
  const claimed = String(claimSeconds * 1000);
  const send = (words: string[]): Promise<unknown> => patiently(client, words, patienceSeconds);

  const run = async (words: readonly string[]): Promise<unknown> => {
    try {
      return await send(["EVALSHA", swapDigest, ...words]);
    } catch (error) {
      // A restarted server has no scripts, and remembers those that it gets.
      if (!messageOf(error).startsWith("NOSCRIPT")) throw error;
      return await send(["EVAL", swapScript, ...words]);
    }
  };

  const valuesOf = async (names: readonly string[]): Promise<HeldQuotas> => {
    const held: Array<readonly [string, Bucket]> = [];
    for (let from = 0; from < names.length; from += batch) {
      const some = names.slice(from, from + batch);
      held.push(...bucketsIn(some, await send(["MGET", ...some.map((name) => start + name)])));
    }
    return Object.fromEntries(held);
  };

  return {
    read: async (buckets) => valuesOf(buckets ?? (await namesFrom(start, send))),
    swap: async (changes) => {
      if (changes.length === 0) return null;
      const names = changes.map(({ bucket }) => bucket);
      const claim = `${prefix}:claim:${randomUUID()}`;
      const values = changes.flatMap(({ from, to }) => [textOf(from), textOf(to)]);
      const keys = [claim, ...names.map((name) => start + name)];
      const reply = await run([String(keys.length), ...keys, kept, claimed, ...values]);
      return Array.isArray(reply) ? Object.fromEntries(bucketsIn(names, reply)) : null;
    },
  };
}

function textOf(bucket: BucketChange["to"]): string {
  return bucket === null ? "" : JSON.stringify(bucket);
}

function bucketsIn(names: readonly string[], reply: unknown): ReadonlyArray<readonly [string, Bucket]> {
  const texts = reply as ReadonlyArray<string | Uint8Array | null>;
  return names.flatMap((name, at) => {
    const text = texts[at] ?? null;
    return text === null ? [] : [[name, JSON.parse(String(text)) as Bucket] as const];
  });
}

async function namesFrom(start: string, send: (words: string[]) => Promise<unknown>): Promise<readonly string[]> {
  const names = new Set<string>();
  const pattern = `${start.replace(/[\\*?[\]]/g, "\\$&")}*`;
  for (let cursor = "0", first = true; first || cursor !== "0"; first = false) {
    const words = ["SCAN", cursor, "MATCH", pattern, "COUNT", String(batch)];
    const [next, keys] = (await send(words)) as readonly [unknown, readonly unknown[]];
    cursor = String(next);
    for (const key of keys) names.add(String(key).slice(start.length));
  }
  return [...names].sort();
}

// It will answer later: it is starting, or another one takes over.
const passing = /^(?:BUSY|LOADING|MASTERDOWN|CLUSTERDOWN|TRYAGAIN|READONLY) /;
// An error of the server itself begins with a word in capitals.
const answered = /^[A-Z]{2,} /;

/** Repeats a command until the server has answered it. */
async function patiently(client: RedisClient, words: string[], patienceSeconds: number): Promise<unknown> {
  const end = performance.now() + patienceSeconds * 1000;
  for (let pause = shortestPause; ; pause = Math.min(2 * pause, longestPause)) {
    const { promise: tooLate, reject } = Promise.withResolvers<never>();
    // A client may hold commands back while it has no connection, for as long as it takes.
    const timer = setTimeout(() => reject(new Error("no answer came")), Math.max(end - performance.now(), 0));
    try {
      return await Promise.race([client.sendCommand(words), tooLate]);
    } catch (cause) {
      const message = messageOf(cause);
      if (answered.test(message) && !passing.test(message)) throw cause;
      if (performance.now() >= end)
        throw new Error(
          `Cannot count in Redis: the server has not answered for ${patienceSeconds} s (${message}); start it, or see its address`,
          { cause },
        );
    } finally {
      clearTimeout(timer);
    }
    await new Promise((resume) => setTimeout(resume, pause));
  }
}

function messageOf(error: unknown): string {
  // Of several addresses of one name, each has an error of its own.
  if (error instanceof AggregateError) return messageOf(error.errors[0]);
  return error instanceof Error ? error.message || error.name : String(error);
}

/**
 * Compares and sets, in one step. KEYS: a claim, and the buckets. ARGV: how long a bucket and a claim are kept, in
 * milliseconds; then for each bucket its expected and its new state, "" for none.
 *
 * A known claim was applied: a client whose connection broke retries with the same one. Returns 1 if the changes are
 * made, else what the buckets hold.
 */
const swapScript: string = `
if redis.call("EXISTS", KEYS[1]) == 1 then return 1 end
local held = redis.call("MGET", unpack(KEYS, 2))
for nth = 1, #held do
  if (held[nth] or "") ~= ARGV[2 * nth + 1] then return held end
end
local changed = false
for nth = 1, #held do
  local from, to = ARGV[2 * nth + 1], ARGV[2 * nth + 2]
  if to ~= from then
    changed = true
    if to == "" then redis.call("DEL", KEYS[nth + 1])
    else redis.call("SET", KEYS[nth + 1], to, "PX", ARGV[1]) end
  end
end
if changed then redis.call("SET", KEYS[1], "1", "PX", ARGV[2]) end
return 1
`;

/** The script's name on a server that has run it before. */
const swapDigest: string = createHash("sha1").update(swapScript).digest("hex");
