import { clip, isObject, pointerTo } from "@tapedeck/tape/internal";
import { type Drift, drifted } from "../finding.ts";

// Counters are numbers, and so is nearly everything that is not an id.
const volatileName = /(?:^|_)(?:at|date|time|etag|sha|cursor|nonce|token|request_id|ttl|expires|expires_in)$/i;
const moment = /^\d{4}-\d\d-\d\d(?:[T ]|$)|^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d /;
const longest = 59;

/**
 * Compares plain values, without those that always change: dates, counts, etags, request ids. Items of a list are
 * matched by their `id`; lists without ids are skipped.
 * @example
 * compareValues({ archived: false, stars: 3 }, { archived: true, stars: 4 }); // value at /archived, false → true
 */
export function compareValues(was: unknown, now: unknown, pointer = ""): readonly Drift[] {
  if (Array.isArray(was) && Array.isArray(now)) return unique(compareItems(was, now, pointer));
  if (isObject(was) && isObject(now)) {
    return Object.keys(was).flatMap((name) =>
      Object.hasOwn(now, name) && !isVolatile(name, was[name], now[name])
        ? compareValues(was[name], now[name], pointerTo(pointer, name))
        : [],
    );
  }
  if (was === now || typeof was !== typeof now || typeof was === "object") {
    return [];
  }
  // A bare number is a count.
  return pointer === ""
    ? []
    : [drifted("value", "body", pointer, clip(JSON.stringify(was), longest), clip(JSON.stringify(now), longest))];
}

function compareItems(was: readonly unknown[], now: readonly unknown[], pointer: string): readonly Drift[] {
  const after = new Map(now.filter(isObject).map((item) => [item["id"], item]));
  return was.filter(isObject).flatMap((item) => {
    const same = item["id"] === undefined ? undefined : after.get(item["id"]);
    return same === undefined ? [] : compareValues(item, same, `${pointer}/*`);
  });
}

function isVolatile(name: string, was: unknown, now: unknown): boolean {
  if (volatileName.test(name)) return true;
  if (typeof was === "number" && typeof now === "number") return name !== "id";
  return [was, now].every((value) => typeof value === "string" && moment.test(value));
}

function unique(found: readonly Drift[]): readonly Drift[] {
  return [...new Map(found.map((each) => [JSON.stringify(each), each])).values()];
}
