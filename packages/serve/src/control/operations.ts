// The control API, one entry for each operation: its name, parameters, answer, and code. Its OpenAPI document is made
// from these (document.ts); answers.ts has the types that it shares with its client.
import { type Clock, type MovableClock, missText } from "@tapedeck/replay";
import { pinnedMoment } from "@tapedeck/tape";
import { inTurns, nextTurn } from "@tapedeck/tape/internal";
import type { ControlAnswers, ControlOperation, Moment, QuotaReports } from "./answers.ts";
import { describeControl } from "./document.ts";
import {
  type ControlApiOperation,
  ControlError,
  type ControlParameter,
  moment,
  needed,
  type Parameters,
  type SteeredPlayer,
  wholeNumberIn,
} from "./operation.ts";
import { overrideOf } from "./override.ts";
import { count, either, integer, list, named, object, textSchema } from "./schema.ts";

const time = "epoch seconds, or a time such as 2026-01-01T00:00:00Z";
const bucket: ControlParameter = {
  schema: textSchema(
    "`account token`, `address 127.0.0.1`; of several policies, or of a hidden one, the policy first: `search account token`. As readQuotas names it.",
  ),
  required: true,
};
const override: ControlParameter = { schema: textSchema("The name of the override."), required: true };
const done = object({ status: { const: "ok" } });

/** The operations, by method and path. They return the answer's JSON. */
export const operations: { readonly [Name in ControlOperation]: ControlApiOperation<ControlAnswers[Name]> } = {
  "GET health": {
    id: "health",
    summary: "Whether it runs, and how many exchanges it holds",
    answer: object({ status: { const: "ok" }, exchanges: count() }),
    run: ({ exchanges }) => ({ status: "ok", exchanges }),
  },
  "GET clock": {
    id: "readClock",
    summary: "Where the clock stands",
    answer: named("Moment"),
    run: ({ clock }) => timeOf(clock),
  },
  "POST clock": {
    id: "moveClock",
    summary: "Sets the clock, moves it on, or both in this order",
    parameters: {
      set: { schema: textSchema(`Where it is to stand: ${time}.`) },
      advance: { schema: integer("Seconds; negative ones move it back.") },
    },
    answer: named("Moment"),
    refusals: [400, 409],
    run: ({ clock }, { query }) => moveClock(clock, query.get("set"), query.get("advance")),
  },
  "POST pace": {
    id: "setPace",
    summary: "Changes how fast streams are replayed from now on",
    parameters: {
      pace: {
        schema: textSchema("0: at once; 1: as recorded; 2: twice as fast; clock: as the clock is moved."),
        required: true,
      },
    },
    answer: object({ pace: textSchema() }),
    refusals: [400],
    run: async (player, given) => {
      const said = needed(given, "pace", "NUMBER, or clock");
      const multiple = Number(said);
      // A word that is no pace goes on as it is, so that the refusal can name it.
      await refusing(() => player.setPace(Number.isNaN(multiple) ? (said as "clock") : multiple));
      return { pace: said };
    },
  },
  "GET quotas": {
    id: "readQuotas",
    summary: "What each bucket holds",
    answer: named("Quotas"),
    run: quotasOf,
  },
  "POST quotas/exhaust": {
    id: "exhaust",
    summary: "Spends all that a bucket has left",
    parameters: { bucket },
    answer: named("Quotas"),
    refusals: [400],
    run: (player, given) => changed(player, () => player.exhaust(bucketIn(given))),
  },
  "POST quotas/set": {
    id: "setQuota",
    summary: "Changes what a bucket holds, in the window it is in; what is not named stays",
    parameters: {
      bucket,
      limit: { schema: integer("Requests a window.") },
      used: { schema: integer("What is spent.") },
      remaining: { schema: integer("What is left: another way to say what is spent.") },
      reset: { schema: textSchema(`When the window ends: ${time}.`) },
      blocked: { schema: textSchema(`Until when everything is refused: ${time}.`) },
    },
    answer: named("Quotas"),
    refusals: [400],
    run: (player, given) => {
      const name = bucketIn(given);
      const { query } = given;
      const numbers = ["limit", "used", "remaining"].flatMap((each) => {
        const said = query.get(each);
        return said === null ? [] : [[each, wholeNumberIn(said, ` for ${each}`)] as const];
      });
      const [reset, blocked] = [query.get("reset"), query.get("blocked")];
      if (numbers.length === 0 && reset === null && blocked === null)
        throw new ControlError(400, "Nothing to do: give limit, used or remaining, reset, or blocked");
      const change = {
        ...Object.fromEntries(numbers),
        ...(reset !== null && { resetsAt: moment(reset) }),
        ...(blocked !== null && { blockedUntil: moment(blocked) }),
      };
      return changed(player, () => player.setQuota(name, change));
    },
  },
  "POST quotas/reset": {
    id: "resetQuotas",
    summary: "Forgets what a bucket, those of a policy or a caller, or each, has spent, and what was set of it",
    parameters: {
      bucket: {
        schema: textSchema("The one to reset, or a policy (`search`), or a caller (`account token`). Default: all."),
      },
    },
    answer: named("Quotas"),
    refusals: [400],
    run: (player, { query }) => changed(player, () => player.resetQuotas(query.get("bucket") ?? undefined)),
  },
  "GET journal": {
    id: "readJournal",
    summary: "The latest thousand requests, oldest first",
    answer: list(named("JournalEntry")),
    run: (player) => player.journal(),
  },
  "GET misses": {
    id: "readMisses",
    summary: "The first thousand requests that no tape had, each explained",
    answer: list({ allOf: [named("Miss"), object({ text: textSchema("The whole explanation, for people.") })] }),
    run: (player) => player.misses().map((miss) => ({ ...miss, text: missText(miss) })),
  },
  "GET unplayed": {
    id: "readUnplayed",
    summary: "Recorded exchanges that were not asked for",
    answer: list(named("Unplayed")),
    run: (player) =>
      player.unplayed().map(({ tape, place, exchange: { request } }) => ({
        tape,
        place,
        method: request.method,
        target: request.target,
        principal: request.principal,
      })),
  },
  "GET tapes": {
    id: "readTapes",
    summary: "What is loaded, the uppermost first",
    answer: list(named("Tape")),
    run: (player) => player.tapes(),
  },
  "PUT tapes": {
    id: "addOverride",
    summary: "Overrides what was recorded: a request that the override has answers to gets those alone",
    parameters: { override },
    body: either(
      named("OverrideAnswer"),
      list(named("OverrideAnswer")),
      object({ log: { type: "object" } }, { description: "A recording: HAR 1.2." }),
    ),
    answer: list(named("Tape")),
    refusals: [400],
    run: async (player, given) => {
      const name = needed(given, "override", "NAME, and the answers in the body");
      const first = player.tapes()[0];
      const where = { origin: first?.origin ?? "http://localhost", recordedAt: first?.recordedAt ?? pinnedMoment };
      const tape = await inTurns(overrideOf(given.body, name, where));
      await nextTurn();
      await refusing(() => player.addOverride(name, [tape]));
      return player.tapes();
    },
  },
  "DELETE tapes": {
    id: "removeOverride",
    summary: "Removes an override",
    parameters: { override },
    answer: list(named("Tape")),
    refusals: [400, 404],
    run: (player, given) => {
      const name = needed(given, "override", "NAME");
      if (!player.removeOverride(name)) {
        const names = [...new Set(player.tapes().flatMap((tape) => tape.override ?? []))];
        throw new ControlError(404, `No override ${JSON.stringify(name)}: there is ${names.join(", ") || "none"}`);
      }
      return player.tapes();
    },
  },
  "POST reset": {
    id: "reset",
    summary: "Forgets what was played, spent and asked; the clock stays where it is",
    answer: done,
    run: (player) => {
      player.reset();
      return { status: "ok" };
    },
  },
  "GET openapi.json": {
    id: "describe",
    summary: "This document",
    answer: { type: "object" },
    run: () => describeControl(operations),
  },
};

/** Returns whether an operation exists. */
export function isOperation(name: string): name is ControlOperation {
  return Object.hasOwn(operations, name);
}

/** The largest distance of a date from 1970, in seconds: ECMA-262, "Time Values and Time Range". */
const lastMoment = 8_640_000_000_000;

function moveClock(clock: Clock, set: string | null, advance: string | null): Moment {
  if (!isMovable(clock)) throw new ControlError(409, "This clock cannot be moved");
  if (advance === null && set === null)
    throw new ControlError(400, "Nothing to do: give ?advance=SECONDS or ?set=TIME");
  const start = set === null ? clock() : moment(set);
  const seconds = advance === null ? 0 : wholeNumberIn(advance, " of seconds");
  // Checks everything before it moves the clock: a refused request changes nothing.
  if (Math.abs(start + seconds) > lastMoment) throw new ControlError(400, "Not a time: no calendar goes that far");
  if (set !== null) clock.set(start);
  clock.advance(seconds);
  return timeOf(clock);
}

function bucketIn(given: Parameters): string {
  return needed(given, "bucket", "NAME, as GET quotas names it");
}

async function changed(player: SteeredPlayer, change: () => void | Promise<void>): Promise<QuotaReports> {
  await refusing(change);
  return quotasOf(player);
}

/** Converts a `RangeError` into a refusal. */
async function refusing(change: () => void | Promise<void>): Promise<void> {
  try {
    await change();
  } catch (error) {
    throw error instanceof RangeError ? new ControlError(400, error.message) : error;
  }
}

function isMovable(clock: Clock): clock is MovableClock {
  return "advance" in clock && "set" in clock;
}

function timeOf(clock: Clock): Moment {
  const now = clock();
  return { now, time: new Date(now * 1000).toISOString().replace(".000Z", "Z") };
}

async function quotasOf(player: SteeredPlayer): Promise<QuotaReports> {
  const held = Object.entries(await player.quotas()).map(([name, { limit, used, resetsAt }]) => {
    return [name, { limit, used, remaining: limit - used, reset: resetsAt }] as const;
  });
  return Object.fromEntries(held);
}
