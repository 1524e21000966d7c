import type { Pace } from "@tapedeck/replay";
import { checkUrl } from "@tapedeck/tape/internal";
import type { ControlAnswers, ControlOperation } from "./answers.ts";
import type { OverrideAnswer } from "./override.ts";

/** The control API of a running server, as functions. */
export interface Control {
  health(): Promise<ControlAnswers["GET health"]>;
  readonly clock: {
    /** Epoch seconds. */
    now(): Promise<number>;
    /** Sets the clock, to epoch seconds or a time such as `2026-01-01T00:00:00Z`; resolves to the new time. */
    set(time: number | string): Promise<number>;
    /** Moves the clock forward by seconds, or back by negative ones; resolves to the new time. */
    advance(seconds: number): Promise<number>;
  };
  /** Changes how fast streams are replayed: 0 for at once, 1 as recorded, 2 twice as fast, or by the clock. */
  setPace(pace: Pace): Promise<void>;
  /** Returns the state of each bucket, by name: `account token`, `address 127.0.0.1`. */
  quotas(): Promise<ControlAnswers["GET quotas"]>;
  /** Spends everything that a bucket has left; resolves to the state of each bucket. */
  exhaust(bucket: string): Promise<ControlAnswers["POST quotas/exhaust"]>;
  /** Changes the state of a bucket in its current window; resolves to the state of each bucket. */
  setQuota(bucket: string, change: QuotaSetting): Promise<ControlAnswers["POST quotas/set"]>;
  /**
   * Forgets the spending and settings of a bucket, of the buckets of a policy or caller, or of all; resolves to the
   * state of each bucket.
   */
  resetQuotas(bucket?: string): Promise<ControlAnswers["POST quotas/reset"]>;
  /** The latest thousand requests, oldest first. */
  journal(): Promise<ControlAnswers["GET journal"]>;
  /** The first thousand requests that no tape had, each explained. */
  misses(): Promise<ControlAnswers["GET misses"]>;
  /** Recorded exchanges that were not requested. */
  unplayed(): Promise<ControlAnswers["GET unplayed"]>;
  /** The loaded tapes, the topmost first. */
  tapes(): Promise<ControlAnswers["GET tapes"]>;
  /**
   * Overrides what was recorded: a request that the override has answers to gets only those. Takes answers, or the text
   * of a recording (HAR). Replaces an override of the same name; {@link Control.reset} removes all.
   * @example
   * await addOverride("gone", [{ target: "/users/ada", status: 404, json: { message: "Not Found" } }]);
   */
  addOverride(name: string, answers: readonly OverrideAnswer[] | string): Promise<ControlAnswers["PUT tapes"]>;
  /** Removes an override. */
  removeOverride(name: string): Promise<ControlAnswers["DELETE tapes"]>;
  /** Clears play counts, spending, journal and misses, and removes overrides. The clock stays where it is. */
  reset(): Promise<void>;
}

/** Settings for a bucket; absent ones stay. */
export interface QuotaSetting {
  /** Requests per window. */
  readonly limit?: number;
  readonly used?: number;
  /** Another way to say how much is used. */
  readonly remaining?: number;
  /** End of the window: epoch seconds, or a time such as `2026-01-01T00:00:00Z`. */
  readonly reset?: number | string;
  /** Until when everything is refused, in the same forms. */
  readonly blocked?: number | string;
}

/** The control API refused, or was not there. */
export class ControlRefusal extends Error {
  override readonly name = "ControlRefusal";
  readonly status: number;
  constructor(operation: ControlOperation, status: number, reason: string) {
    super(`Cannot ${operation} of the control API: ${reason}`);
    this.status = status;
  }
}

/** Options for calling the control API. */
export interface ControlOptions {
  /** The token of the control API, if it has one. */
  readonly token?: string;
}

/**
 * Returns a typed client for the control API of a server, for tests.
 * @throws RangeError for an address that is no URL.
 * @throws ControlRefusal from each of its functions, if the server refuses.
 * @example
 * const { clock, exhaust } = controlOf("http://127.0.0.1:8787");
 * await exhaust("address 127.0.0.1");
 * await clock.advance(3600);
 */
export function controlOf(url: string, { token }: ControlOptions = {}): Control {
  const base = new URL("/_tapedeck/", checkUrl("control a server", "its address", url));
  const ask = async <Name extends ControlOperation>(
    operation: Name,
    parameters: object = {},
    body: string | null = null,
  ): Promise<ControlAnswers[Name]> => {
    const [method = "", path = ""] = operation.split(" ");
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const query = new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]));
    const target = new URL(`${path}?${query}`, base);
    const response = await fetch(target, { method, body, headers });
    const text = await response.text();
    if (!response.ok)
      throw new ControlRefusal(operation, response.status, reasonIn(text) ?? `status ${response.status}`);
    return JSON.parse(text) as ControlAnswers[Name];
  };
  const move = async (parameters: object): Promise<number> => (await ask("POST clock", parameters)).now;
  return {
    health: () => ask("GET health"),
    clock: {
      now: async () => (await ask("GET clock")).now,
      set: (time) => move({ set: time }),
      advance: (seconds) => move({ advance: seconds }),
    },
    setPace: async (pace) => {
      await ask("POST pace", { pace });
    },
    quotas: () => ask("GET quotas"),
    exhaust: (bucket) => ask("POST quotas/exhaust", { bucket }),
    setQuota: (bucket, change) => ask("POST quotas/set", { bucket, ...change }),
    resetQuotas: (bucket) => ask("POST quotas/reset", bucket === undefined ? {} : { bucket }),
    journal: () => ask("GET journal"),
    misses: () => ask("GET misses"),
    unplayed: () => ask("GET unplayed"),
    tapes: () => ask("GET tapes"),
    addOverride: (name, answers) =>
      ask("PUT tapes", { override: name }, typeof answers === "string" ? answers : JSON.stringify(answers)),
    removeOverride: (name) => ask("DELETE tapes", { override: name }),
    reset: async () => {
      await ask("POST reset");
    },
  };
}

/** Returns the reason in a refusal; undefined for another answer, of a replay without control API for example. */
function reasonIn(text: string): string | undefined {
  try {
    const { message, detail } = JSON.parse(text) as { readonly message?: string; readonly detail?: string };
    return message ?? detail;
  } catch {
    return undefined;
  }
}
