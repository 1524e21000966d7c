import type { RateLimitScheme, Refusal, Told, When } from "../generated/scheme.ts";
import { jittered } from "../limiter/jitter.ts";
import { withValues } from "../limiter/json-pointer.ts";
import type { Decision } from "../limiter/limiter.ts";
import { memoizeShort } from "../limiter/memoize.ts";
import { hashOf, limitedAccount } from "../limiter/partition.ts";
import type { Standing } from "../limiter/policy.ts";
import { refuseUnread } from "../scheme/scheme-error.ts";
import { templateWriter } from "./composite.ts";
import { type MomentForm, momentWriters, secondsUntil, waitText, writeMoment } from "./moment.ts";
import { policyItem, standingItem } from "./structured.ts";

/** How a refused request is answered. */
export interface WrittenRefusal {
  readonly status: number;
  /** Headers of the refusal itself; {@link Writer.headers} returns those that tell the limit. */
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>;
  readonly body: string;
}

/** Writes the decisions of a scheme into answers. Times are epoch seconds. */
export interface Writer {
  /**
   * Returns the headers that tell a decision, in the scheme's order.
   * @param answered Number of requests answered so far: a reset with jitter depends on it.
   */
  headers(decision: Decision, now: number, answered?: number): Array<readonly [name: string, value: string]>;
  /** Returns the answer to a refused request; null for an allowed one. */
  refusal(decision: Decision, now: number): WrittenRefusal | null;
  /** Adds what the scheme tells in bodies to a JSON body; returns any other body unchanged. */
  body(text: string, decision: Decision, now: number, answered?: number): string;
}

type Write = (decision: Decision, shown: Standing, now: number, answered: number) => string | null;

/**
 * Makes the writer of a scheme.
 * @example
 * const scheme = presetNamed("x");
 * const decision = createLimiter(scheme).take(new Map(), { address: "::1", method: "GET", path: "/" }, 1_767_225_600);
 * createWriter(scheme).headers(decision, 1_767_225_600)[1]; // ["x-rate-limit-remaining", "899"]
 */
export function createWriter(scheme: RateLimitScheme): Writer {
  refuseUnread(scheme);
  const written = scheme.tell
    .filter(({ header }) => header !== undefined)
    .map((told) => {
      const { policy, when = "always" } = told;
      const each = told.header?.includes("{policy}") === true;
      const name = told.header ?? "";
      const nameFor = memoizeShort((own: string) => name.replace("{policy}", own));
      const condition = when === "always" ? null : conditionOf(when);
      return { name, nameFor, each, policy, isWord: isWord(told), when: condition, write: writerOf(told) };
    });
  const inBody = scheme.tell.filter(({ pointer }) => pointer !== undefined);
  const bodyWriters = inBody.map((told) => [told, writerOf(told)] as const);

  const writer: Writer = {
    headers(decision, now, answered = 0) {
      const headers: Array<readonly [string, string]> = [];
      const usual = shownOf(decision);
      for (const { name, nameFor, each, policy, isWord, when, write } of written) {
        const shown =
          policy !== undefined
            ? (decision.standings.find((at) => at.policy.name === policy) ?? null)
            : isWord
              ? (decision.refusedBy ?? usual)
              : usual;
        if (shown === null || (when !== null && !when(decision, shown))) continue;
        if (!each) {
          const value = shown.policy.hidden && !isWord ? null : write(decision, shown, now, answered);
          if (value !== null) headers.push([name, value]);
          continue;
        }
        for (const standing of decision.standings) {
          if (standing.policy.hidden && !isWord) continue;
          const value = write(decision, standing, now, answered);
          if (value !== null) headers.push([nameFor(standing.policy.name), value]);
        }
      }
      return headers;
    },
    refusal(decision, now) {
      const { refusedBy } = decision;
      if (refusedBy === null) return null;
      const refusal = writeRefusal(refusedBy.policy.source.refusal ?? scheme.refusal, refusedBy, decision, now);
      return { ...refusal, body: writer.body(refusal.body, decision, now) };
    },
    body(text, decision, now, answered = 0) {
      const usual = shownOf(decision);
      if (usual === null || bodyWriters.length === 0) return text;
      const values = bodyWriters.flatMap(([{ pointer = "", form, policy }, write]) => {
        const shown = policy === undefined ? usual : decision.standings.find((at) => at.policy.name === policy);
        const value = shown ? write(decision, shown, now, answered) : null;
        if (value === null) return [];
        return [[pointer, /^(?:integer|epoch|delta)/.test(form) ? Number(value) : value] as const];
      });
      return withValues(text, values);
    },
  };
  return writer;
}

// Values that describe the refusal itself are also told of a hidden policy.
function isWord({ value }: Told): boolean {
  return value === "scope" || value === "reason" || value === "global";
}

/** Returns the policy of headers that name none: the one that refuses, else the one with the smallest share left. */
function shownOf({ standings, refusedBy }: Decision): Standing | null {
  if (refusedBy !== null && !refusedBy.policy.hidden) return refusedBy;
  let shown: Standing | null = null;
  for (const standing of standings) {
    if (standing.policy.hidden) continue;
    if (shown === null || standing.remaining * shown.limit < shown.remaining * standing.limit) shown = standing;
  }
  return shown;
}

function conditionOf(when: When): (decision: Decision, shown: Standing) => boolean {
  if (when === "success") return ({ allowed }) => allowed;
  if (when === "refused") return ({ allowed }) => !allowed;
  const share = Number(when.slice("below:".length));
  return (_decision, { remaining, limit }) => remaining < share * limit;
}

const bucketHash = memoizeShort(hashOf);

function writerOf({ value, form, template = "", jitter = 0, partitionKey = false }: Told): Write {
  const keyOf = (bucket: string): string | null => (partitionKey ? partitionHash(bucket) : null);
  const space = form === "structured-spaced" ? " " : "";
  const moment = momentWriters[form as MomentForm];
  switch (value) {
    case "limit":
    case "remaining":
    case "used":
      if (form === "integer-window")
        return (_decision, standing) => `${standing[value]};w=${Math.ceil(standing.policy.seconds)}`;
      if (form === "integer-list")
        return ({ standings }, standing) => `${standing[value]}, ${listOf(standings, oldPolicy, 0)}`;
      return (_decision, standing) => String(standing[value]);
    case "reset":
      return (_decision, standing, now, answered) => moment(jittered(standing, jitter, answered), now);
    case "retry":
      return ({ retryAt }, _standing, now) => (retryAt === null ? null : moment(retryAt, now));
    case "name":
      return (_decision, { policy }) => policy.name;
    case "bucket":
      return (_decision, { bucket }) => bucketHash(bucket);
    case "scope":
    case "reason":
      return (_decision, { policy }) => policy.source[value] ?? null;
    case "global":
      return (_decision, { policy }) => (policy.source.scope === "global" ? "true" : null);
    case "template": {
      const fill = templateWriter(template);
      return ({ standings }, shown, now) => fill(standings, shown, now);
    }
    case "policies": {
      const item: WriteItem =
        form === "structured-07"
          ? oldPolicy
          : ({ policy: { name, unit, seconds }, limit, bucket }) =>
              policyItem({ name, limit, unit, seconds: Math.ceil(seconds), partitionKey: keyOf(bucket) }, space);
      return ({ standings }, _shown, now) => listOf(standings, item, now);
    }
    case "standings": {
      const untilMore = (standing: Standing, now: number): number =>
        secondsUntil(standing.policy.moreAt(standing, now), now);
      if (form === "structured-07")
        return (_decision, shown, now) =>
          `limit=${shown.limit}, remaining=${shown.remaining}, reset=${untilMore(shown, now)}`;
      const item: WriteItem = (standing, now) => {
        const { policy, remaining, bucket } = standing;
        const delta = untilMore(standing, now);
        return standingItem({ name: policy.name, remaining, delta, partitionKey: keyOf(bucket) }, space);
      };
      return ({ standings }, _shown, now) => listOf(standings, item, now);
    }
  }
}

// Without the policy: two policies with the same partition have the same key.
const partitionHash = memoizeShort((bucket: string) => btoa(hashOf(bucket.replace(/^[^ ]*/, "")).slice(0, 12)));

type WriteItem = (standing: Standing, now: number) => string;

/** Lists an item for each advertised policy; returns null if there is none. */
function listOf(standings: readonly Standing[], write: WriteItem, now: number): string | null {
  let text = "";
  for (const standing of standings) {
    if (!standing.policy.hidden) text += text === "" ? write(standing, now) : `, ${write(standing, now)}`;
  }
  return text === "" ? null : text;
}

const oldPolicy: WriteItem = ({ policy, limit }) => `${limit};w=${Math.ceil(policy.seconds)}`;

function writeRefusal(refusal: Refusal, standing: Standing, decision: Decision, now: number): WrittenRefusal {
  const { status, seen = false, retryAfter, headers = {}, body = "" } = refusal;
  // If a refusal without a type was observed, it has none.
  const { contentType = seen ? "" : "application/json" } = refusal;
  const { retryAt, request } = decision;
  const wait = Math.max(0, (retryAt ?? now) - now);
  const words: Readonly<Record<string, string>> = {
    policy: standing.policy.name,
    limit: String(standing.limit),
    who: limitedAccount(request) ?? request.address,
    retryAfter: String(Number(writeMoment("delta-decimal", now + wait, now))),
    wait: waitText(wait),
    reset: writeMoment("epoch", standing.resetsAt, now),
    required: String(standing.required),
    reason: standing.policy.source.reason ?? "",
    global: String(standing.policy.source.scope === "global"),
  };
  const json = /[/+]json\b/.test(contentType);
  const said = (word: string): string => {
    const text = Object.hasOwn(words, word) ? (words[word] ?? "") : "";
    return json ? JSON.stringify(text).slice(1, -1) : text;
  };
  return {
    status,
    headers: [
      ...(body === "" || contentType === "" ? [] : [["content-type", contentType] as const]),
      ...Object.entries(headers),
      ...(retryAfter === undefined ? [] : [["retry-after", writeMoment(retryAfter, now + wait, now)] as const]),
    ],
    body: body.replace(/\{\{(\w+)\}\}/g, (_all, word: string) => said(word)),
  };
}
