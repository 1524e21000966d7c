// The readers of a target, and of headers that have a syntax of their own.
import { challengeParameters, cookies } from "./http/header-values.ts";
import { jsonMembers } from "./json/json-members.ts";
import type { Reader } from "./place.ts";
import { readers } from "./read.ts";

// A query without a name is a secret by its looks. In the compared form of a target it ends with "=".
const bareQuery = /^[^?#]*\?([^=&#]{16,512})(?==?(?:[&#]|$))/;
/** Matches a target without a query, in any coding. */
export const isPath: RegExp = /^[\w/.~-]*$/;
/** The readers of a target with a query. */
export const targetReaders: readonly Reader[] = [
  ...readers,
  (text) => {
    const [whole = "", value = ""] = bareQuery.exec(text) ?? [];
    return value === ""
      ? []
      : [{ start: whole.length - value.length, end: whole.length, where: "parameter", name: "" }];
  },
];

/** The readers of a challenge, whatever its name. */
export const challenge: readonly Reader[] = [challengeParameters];
/** The readers of headers with a syntax of their own, by name. */
export const ownReaders: ReadonlyMap<string, readonly Reader[]> = new Map<string, readonly Reader[]>([
  ...["cookie", "set-cookie"].map((name) => [name, [(value: string) => cookies(name, value), jsonMembers]] as const),
  ...["www-authenticate", "proxy-authenticate", "authentication-info", "proxy-authentication-info"].map(
    (name) => [name, challenge] as const,
  ),
]);

const ofHeaders: ReadonlySet<readonly Reader[]> = new Set(ownReaders.values());

/** Returns whether readers are those of a header with a syntax of its own, whose value may look like a form. */
export function areOfHeader(its: readonly Reader[]): boolean {
  return ofHeaders.has(its);
}
