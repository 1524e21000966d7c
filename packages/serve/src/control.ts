import { type Ask, type Clock, type MovableClock, missText, type Player, type Reply } from "@tapedeck/replay";
import type { ControlAnswers, ControlOperation, Moment, QuotaReport } from "./control-answers.ts";
import openapi from "./control-openapi.json" with { type: "json" };

/** Where the control API lives; no path of a recorded API begins so. */
const prefix = "/_tapedeck/";

/** The farthest that a date can be from 1970, in seconds: ECMA-262, "Time Values and Time Range". */
const lastMoment = 8_640_000_000_000;

const encoder = new TextEncoder();

/** A request to the control API that it cannot carry out; the message says why. */
class ControlError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

type Operations = {
  readonly [Name in ControlOperation]: (player: Player, parameters: URLSearchParams) => ControlAnswers[Name];
};

/** The operations, by method and path. What they return is the answer's JSON. */
export const operations: Operations = {
  "GET health": ({ exchanges }) => ({ status: "ok", exchanges }),
  "GET clock": ({ clock }) => timeOf(clock),
  "POST clock": ({ clock }, parameters) => {
    if (!isMovable(clock)) throw new ControlError(409, "This clock cannot be moved");
    const advance = parameters.get("advance");
    const set = parameters.get("set");
    if (advance === null && set === null)
      throw new ControlError(400, "Nothing to do: give ?advance=SECONDS or ?set=TIME");
    const start = set === null ? clock() : momentOf(set);
    const seconds = advance === null ? 0 : secondsOf(advance);
    // First all that may be wrong, then the clock: who is refused has changed nothing.
    if (Math.abs(start + seconds) > lastMoment) throw new ControlError(400, "Not a time: no calendar goes that far");
    if (set !== null) clock.set(start);
    clock.advance(seconds);
    return timeOf(clock);
  },
  "GET quotas": (player) => quotasOf(player),
  "POST quotas/exhaust": (player, parameters) => {
    const bucket = parameters.get("bucket");
    if (bucket === null) throw new ControlError(400, "Nothing to do: give ?bucket=NAME, as GET quotas names it");
    if (!/^(?:account|address) ./s.test(bucket)) {
      throw new ControlError(400, `Not a bucket: ${JSON.stringify(bucket)}; give "account NAME" or "address ADDRESS"`);
    }
    player.exhaust(bucket);
    return quotasOf(player);
  },
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
  "POST reset": (player) => {
    player.reset();
    return { status: "ok" };
  },
  "GET openapi.json": () => openapi,
};

/**
 * The control API of a player, for tests that steer a server from outside: `/_tapedeck/health`, `clock`, `quotas`,
 * `journal`, `misses`, `unplayed`, `reset`, and its own description, `openapi.json`. It answers callers on this machine
 * alone, under a name of this machine, and no page of another origin, so that no web site can reach it through
 * somebody's browser.
 * @returns null for a request that is not the control API's.
 * @example
 * await listen(player, { control: (ask) => control(player, ask) });
 * await fetch(`${url}/_tapedeck/clock?advance=3600`, { method: "POST" });
 */
export function control(player: Player, ask: Ask): Reply | null {
  if (!ask.target.startsWith(prefix)) return null;
  const { pathname, searchParams } = new URL(ask.target, "http://localhost");
  const path = pathname.slice(prefix.length);
  try {
    guard(ask);
    const name = `${ask.method} ${path}`;
    if (!isOperation(name)) throw new ControlError(404, `No operation ${name}: ${Object.keys(operations).join(", ")}`);
    return json(200, operations[name](player, searchParams));
  } catch (error) {
    if (!(error instanceof ControlError)) throw error;
    return json(error.status, { message: error.message });
  }
}

function isOperation(name: string): name is ControlOperation {
  return Object.hasOwn(operations, name);
}

function guard({ address, base, headers }: Ask): void {
  const { hostname } = new URL(base);
  if (!isLoopback(address)) throw new ControlError(403, "The control API answers this machine alone");
  if (!isLoopback(hostname)) throw new ControlError(403, `The control API is not to be had under the name ${hostname}`);
  const origin = headers["origin"];
  if (origin !== undefined && origin !== base)
    throw new ControlError(403, "The control API answers no other origin's page");
}

function isLoopback(name: string): boolean {
  return name === "localhost" || name === "::1" || name === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(name);
}

function isMovable(clock: Clock): clock is MovableClock {
  return "advance" in clock && "set" in clock;
}

function secondsOf(text: string): number {
  const seconds = Number(text);
  if (text.trim() === "" || !Number.isSafeInteger(seconds)) {
    throw new ControlError(400, `Not a whole number of seconds: ${JSON.stringify(text)}`);
  }
  return seconds;
}

function momentOf(text: string): number {
  if (/^-?\d+$/.test(text)) return secondsOf(text);
  const milliseconds = Date.parse(text);
  if (Number.isNaN(milliseconds))
    throw new ControlError(400, `Not a time: ${JSON.stringify(text)}; give 2026-01-01T00:00:00Z`);
  return Math.floor(milliseconds / 1000);
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

function json(status: number, value: unknown): Reply {
  const body = encoder.encode(`${JSON.stringify(value)}\n`);
  return {
    status,
    headers: [
      ["cache-control", "no-store"],
      ["content-length", String(body.length)],
      ["content-type", "application/json; charset=utf-8"],
    ],
    body,
  };
}
