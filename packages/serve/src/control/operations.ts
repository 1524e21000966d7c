import { type Clock, type MovableClock, missText, type Player } from "@tapedeck/replay";
import { pinnedMoment } from "@tapedeck/tape";
import type { ControlAnswers, ControlOperation, Moment, QuotaReport } from "./answers.ts";
import { ControlError } from "./control-error.ts";
import openapi from "./openapi.json" with { type: "json" };
import { moment, needed, type Parameters, wholeNumber } from "./parameters.ts";
import { patchOf } from "./patch.ts";

/** The farthest that a date can be from 1970, in seconds: ECMA-262, "Time Values and Time Range". */
const lastMoment = 8_640_000_000_000;

type Operations = {
  readonly [Name in ControlOperation]: (player: Player, given: Parameters) => ControlAnswers[Name];
};

/** The operations, by method and path. What they return is the answer's JSON. */
export const operations: Operations = {
  "GET health": ({ exchanges }) => ({ status: "ok", exchanges }),
  "GET clock": ({ clock }) => timeOf(clock),
  "POST clock": ({ clock }, { query }) => {
    if (!isMovable(clock)) throw new ControlError(409, "This clock cannot be moved");
    const advance = query.get("advance");
    const set = query.get("set");
    if (advance === null && set === null)
      throw new ControlError(400, "Nothing to do: give ?advance=SECONDS or ?set=TIME");
    const start = set === null ? clock() : moment(set);
    const seconds = advance === null ? 0 : wholeNumber(advance, " of seconds");
    // First all that may be wrong, then the clock: who is refused has changed nothing.
    if (Math.abs(start + seconds) > lastMoment) throw new ControlError(400, "Not a time: no calendar goes that far");
    if (set !== null) clock.set(start);
    clock.advance(seconds);
    return timeOf(clock);
  },
  "GET quotas": (player) => quotasOf(player),
  "POST quotas/exhaust": (player, given) => {
    const bucket = bucketIn(given);
    return changed(player, () => player.exhaust(bucket));
  },
  "POST quotas/set": (player, given) => {
    const bucket = bucketIn(given);
    const { query } = given;
    const numbers = ["limit", "used", "remaining"].flatMap((name) => {
      const text = query.get(name);
      return text === null ? [] : [[name, wholeNumber(text, ` for ${name}`)] as const];
    });
    const reset = query.get("reset");
    if (numbers.length === 0 && reset === null)
      throw new ControlError(400, "Nothing to do: give limit, used or remaining, or reset");
    const change = { ...Object.fromEntries(numbers), ...(reset !== null && { resetsAt: moment(reset) }) };
    return changed(player, () => player.setQuota(bucket, change));
  },
  "POST quotas/reset": (player, { query }) =>
    changed(player, () => player.resetQuotas(query.get("bucket") ?? undefined)),
  "GET journal": (player) => player.journal(),
  "GET misses": (player) => player.misses().map((miss) => ({ ...miss, text: missText(miss) })),
  "GET unplayed": (player) =>
    player.unplayed().map(({ tape, place, exchange: { request } }) => ({
      tape,
      place,
      method: request.method,
      target: request.target,
      principal: request.principal,
    })),
  "GET tapes": (player) => player.tapes(),
  "PUT tapes": (player, given) => {
    const name = needed(given, "patch", "NAME, and the answers in the body");
    const first = player.tapes()[0];
    const where = { origin: first?.origin ?? "http://localhost", recordedAt: first?.recordedAt ?? pinnedMoment };
    player.addOverride(name, [patchOf(given.body, name, where)]);
    return player.tapes();
  },
  "DELETE tapes": (player, given) => {
    const name = needed(given, "patch", "NAME");
    if (!player.removeOverride(name)) {
      const laid = [...new Set(player.tapes().flatMap(({ patch }) => patch ?? []))];
      throw new ControlError(404, `No patch ${JSON.stringify(name)}: there is ${laid.join(", ") || "none"}`);
    }
    return player.tapes();
  },
  "POST reset": (player) => {
    player.reset();
    return { status: "ok" };
  },
  "GET openapi.json": () => openapi,
};

/** Whether there is such an operation. */
export function isOperation(name: string): name is ControlOperation {
  return Object.hasOwn(operations, name);
}

function bucketIn(given: Parameters): string {
  return needed(given, "bucket", "NAME, as GET quotas names it");
}

function changed(player: Player, change: () => void): Readonly<Record<string, QuotaReport>> {
  try {
    change();
  } catch (error) {
    if (error instanceof RangeError) throw new ControlError(400, error.message);
    throw error;
  }
  return quotasOf(player);
}

function isMovable(clock: Clock): clock is MovableClock {
  return "advance" in clock && "set" in clock;
}

function timeOf(clock: Clock): Moment {
  const now = clock();
  return { now, time: new Date(now * 1000).toISOString().replace(".000Z", "Z") };
}

function quotasOf(player: Player): Readonly<Record<string, QuotaReport>> {
  return Object.fromEntries(
    Object.entries(player.quotas()).map(([bucket, { limit, used, resetsAt }]) => [
      bucket,
      { limit, used, remaining: limit - used, reset: resetsAt },
    ]),
  );
}
