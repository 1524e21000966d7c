import type { CompiledPolicy, LimitedRequest } from "@tapedeck/rate-limit";
import type { HeaderList } from "@tapedeck/tape";
import { mayBeUnnamed, redirectedTo } from "@tapedeck/tape/internal";
import type { PlayedAnswer } from "../handlers/journal-log.ts";
import { requestHeader } from "../http/message.ts";
import { readableBy } from "../http/page-origin.ts";
import { type CompleteDraft, completed } from "../http/response-draft.ts";
import { statedMoment } from "../http/stated-moment.ts";
import type { ExchangeIndex, PlayCounts } from "../index/lookup.ts";
import type { PreparedExchange } from "../index/prepared-exchange.ts";
import type { Source } from "../journal.ts";
import type { Limits } from "../limit/limits.ts";
import { recordedLogin } from "../login/login.ts";
import { memoizeObject } from "../memoize.ts";
import type { RequestContext, Settings } from "../request/request-context.ts";
import type { SelectedResponse } from "./selected-response.ts";

/**
 * The response that a request gets, with all that is the same each time. It repeats what its parts hold: among
 * thousands of requests, each object that an answer reads has to be fetched from memory.
 */
export class ChosenResponse implements CompleteDraft, PlayedAnswer {
  readonly index: ExchangeIndex;
  /** Of the states that were sent. */
  readonly changes: number;
  readonly plays: SelectedResponse["plays"];
  /** The only one of them; null if there are none or several. */
  readonly id: number | null;
  /** The first of them, if nothing tells its caller from others without an alias; null for any other. */
  readonly unnamedId: number | null;
  readonly states: NonNullable<SelectedResponse["states"]> | null;
  readonly context: RequestContext;
  readonly status: number;
  readonly reason: CompleteDraft["reason"];
  readonly headers: HeaderList;
  readonly fixed: CompleteDraft["fixed"];
  readonly length: HeaderList[number] | null;
  readonly body: CompleteDraft["body"];
  readonly draft: CompleteDraft["draft"];
  /** The time that its headers tell, in epoch seconds; null for the present. */
  readonly date: number | null;
  /** Name of the header with the request's id, and what stands around the number; null if none is sent. */
  readonly requestId: readonly [name: string, before: string, after: string] | null;
  /** Null if no limit counts it. */
  readonly limits: Limits | null;
  readonly limited: LimitedRequest | null;
  readonly counting: readonly CompiledPolicy[];
  readonly isFree: boolean;
  readonly sequence: number | null;
  readonly method: string;
  readonly target: string;
  readonly principal: string;
  readonly operation: string | null;
  readonly redirectsTo: string | null;
  readonly source: Source;
  /** Whether the source tells how often it was played before. */
  readonly isCounted: boolean;

  constructor({ index, states }: Settings, selected: SelectedResponse, context: RequestContext) {
    const { draft, source, sequence, cost, identified, isLasting } = selected;
    const { ask, api, limits, limited, counting, request, operation } = context;
    this.index = index;
    this.changes = states.changes;
    const [only, another] = selected.plays;
    this.plays = selected.plays;
    this.id = only && !another ? only.id : null;
    this.unnamedId = only && isUnnamed(only) ? only.id : null;
    this.states = selected.states ?? null;
    this.context = context;
    const {
      status,
      reason,
      headers,
      fixed,
      length,
      body,
      draft: whole,
    } = completed(readableBy(draft, requestHeader(ask, "origin") ?? null));
    this.status = status;
    this.reason = reason;
    this.headers = headers;
    this.fixed = fixed;
    this.length = length;
    this.body = body;
    this.draft = whole;
    // If the date of an error differs from its own, a client that signs requests with the time assumes that its clock
    // is wrong, and retries.
    this.date = limits === null ? statedMoment(ask) : null;
    this.requestId = identified && api.requestId !== null ? partsOfRequestId(api.requestId) : null;
    this.limits = cost === null ? null : limits;
    this.limited = limited;
    this.counting = counting;
    this.isFree = cost === 0;
    this.sequence = sequence;
    this.method = ask.method;
    this.target = request.target;
    this.principal = request.principal;
    this.operation = operation;
    this.redirectsTo = redirectedTo(draft, context.base);
    this.source = source;
    this.isCounted = isLasting && source.kind === "played" && sequence !== null;
  }

  /** Returns the header that identifies the request. @param asked Number of requests before it. */
  requestIdAt(asked: number): HeaderList[number] | null {
    if (this.requestId === null) return null;
    const [name, before, after] = this.requestId;
    return [name, before + asked.toString(16).padStart(8, "0") + after];
  }

  /** Returns how often it was played before; null if its source does not tell. */
  turn(counts: PlayCounts): number | null {
    return this.isCounted ? counts.get(this.sequence as number) : null;
  }
}

function isUnnamed(prepared: PreparedExchange): boolean {
  return mayBeUnnamed(prepared.principal) && recordedLogin(prepared.exchange.request).said === null;
}

const partsOfRequestId = memoizeObject(([name, value]: readonly [string, string]) => {
  const [before = "", ...after] = value.split("{n}");
  return [name, before, after.join("{n}")] as const;
});
