import type { PartitionKey, Policy } from "../generated/scheme.ts";
import { parameterOf } from "./condition.ts";
import { bodyValueAt } from "./json-pointer.ts";
import { memoizeShort } from "./memoize.ts";
import type { LimitedRequest } from "./request.ts";

// A longer value is cut and gets a hash: no caller can make a store hold a megabyte.
const longestValue = 200;

/**
 * The accounts whose limits hold for callers without a credential, and for other callers without a limit of their own.
 */
export const anonymousAccount = "anonymous";
export const tokenAccount = "token";

/** Returns the account of a request; undefined for a caller without a credential. */
export function limitedAccount(request: LimitedRequest): string | undefined {
  return request.account ?? request.credential;
}

/**
 * Makes the function that returns the name of the bucket of a request: the policy, then each partition key and its
 * value.
 * @example
 * const nameOf = bucketNamer({ name: "core", partition: ["account"], algorithm: { kind: "concurrency", limit: 1 } });
 * nameOf({ address: "::1", method: "GET" }); // "core address ::1"
 */
export function bucketNamer({ name, partition = [], when }: Policy): (request: LimitedRequest) => string {
  const parts = partition.map((key) => partOf(key, when?.paths ?? []));
  const root = nameFrom(name, " ");
  return (request) => {
    let found = root;
    for (const part of parts) found = found.with(part(request));
    return found.name;
  };
}

/** The beginning of a name. Equal names are the same string, whose hash the engine knows. */
interface PartialName {
  readonly name: string;
  readonly with: (part: string) => PartialName;
}

function nameFrom(name: string, separator: string): PartialName {
  return { name, with: memoizeShort((part: string) => nameFrom(`${name}${separator}${part}`, ", ")) };
}

/** The parts of a bucket's name. */
export interface BucketName {
  readonly policy: string;
  readonly parts: Readonly<Record<string, string>>;
}

/**
 * Reads the name of a bucket.
 * @example
 * readBucketName("core account ada"); // { policy: "core", parts: { account: "ada" } }
 */
export function readBucketName(bucket: string): BucketName {
  const space = bucket.indexOf(" ");
  if (space < 0) return { policy: bucket, parts: {} };
  const parts = bucket
    .slice(space + 1)
    .split(", ")
    .map((part) => {
      const end = part.indexOf(" ");
      return [
        part.slice(0, end),
        part
          .slice(end + 1)
          .replaceAll("%2C", ",")
          .replaceAll("%25", "%"),
      ] as const;
    });
  return { policy: bucket.slice(0, space), parts: Object.fromEntries(parts) };
}

/**
 * Returns a hash of a text in hexadecimal, the same on every runtime; not for secrets (FNV-1a, 64 bits in two halves).
 */
export function hashOf(text: string): string {
  let low = 0x811c9dc5;
  let high = 0x9e3779b9;
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ (code + place), 0x01000193);
  }
  return [high, low].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}

function partOf(key: PartitionKey, paths: readonly string[]): (request: LimitedRequest) => string {
  const [kind = "", name = ""] = key.split(/:(.*)/s);
  const addressed = memoizeShort((value: string) => `address ${escaped(value)}`);
  const named = memoizeShort((value: string) => `${kind} ${escaped(value)}`);
  const keyed = memoizeShort((value: string) => `${key} ${escaped(value)}`);
  const byAddress = ({ address }: LimitedRequest): string => addressed(address);
  switch (kind) {
    case "account":
      return (request) => {
        const account = limitedAccount(request);
        return account === undefined ? byAddress(request) : named(account);
      };
    case "credential":
      return (request) => (request.credential === undefined ? byAddress(request) : named(request.credential));
    case "param": {
      const read = memoizeShort(parameterOf(paths, name));
      return ({ parameters, path = "" }) => keyed(parameters?.[name] ?? read(path) ?? "");
    }
    case "header":
      return ({ headers }) => keyed(headers?.[name.toLowerCase()] ?? "");
    case "address":
      return byAddress;
    case "method":
      return ({ method }) => named(method);
    case "operation":
      return ({ operation, method, path = "" }) => named(operation ?? `${method} ${path}`);
    case "body":
      return ({ body }) => keyed(body === undefined ? "" : String(bodyValueAt(body, name) ?? ""));
    default:
      return ({ app = "" }) => named(app);
  }
}

function escaped(value: string): string {
  if (value.length > longestValue) return escaped(`${value.slice(0, longestValue - 17)}~${hashOf(value)}`);
  return /[%,]/.test(value) ? value.replaceAll("%", "%25").replaceAll(",", "%2C") : value;
}
