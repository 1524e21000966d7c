import { anonymous, type RecordedRequest } from "@tapedeck/tape";
import { clip, findPlaceholders, graphqlOperation, placeholderParts } from "@tapedeck/tape/internal";
import { prefersText } from "../http/accept.ts";
import { lookupHeaders } from "../http/message.ts";
import type { ResponseDraft } from "../http/response-draft.ts";
import type { Answers } from "../index/layer/layer.ts";
import { type ExchangeIndex, scopedPath } from "../index/lookup.ts";
import type { PreparedExchange } from "../index/prepared-exchange.ts";
import { isIssued } from "../login/account.ts";
import { isKeyHeader, recordedLogin } from "../login/login.ts";
import type { RequestContext, Settings } from "../request/request-context.ts";
import { adviceFor, nearestPaths, unknownCredential } from "./advice.ts";
import { callHeaders } from "./call-headers.ts";
import {
  type Difference,
  difference,
  differenceText,
  generatedDifference,
  headerDifference,
  mostPlaces,
  tellable,
} from "./difference.ts";
import { pathOf } from "./matchers.ts";
import type { Recording } from "./record-command.ts";

/** A request that no tape has, with the closest recording, the differences, and advice. */
export interface Miss {
  readonly method: string;
  readonly target: string;
  /** The name of its GraphQL operation, if it has one. */
  readonly operation?: string;
  readonly principal: string;
  readonly closest: {
    readonly tape: string;
    readonly place: number;
    readonly method: string;
    readonly target: string;
    readonly principal: string;
    readonly differences: readonly Difference[];
  } | null;
  readonly advice: readonly string[];
  /** Why upstream could not answer either, if it was asked. */
  readonly upstream?: string;
}

/** Maximum number of recordings to compare with a request, and of characters of their bodies. */
const compared = { recordings: 64, characters: 256 * 1024 } as const;

/**
 * Explains why a request has no recording. Searches the recordings of the same path, or of the most similar paths;
 * never all of them.
 */
export function explain(
  index: ExchangeIndex,
  context: RequestContext,
  { recording = {} }: Partial<Pick<Settings, "recording">> = {},
): Miss {
  const { request, scope } = context;
  const best = nearestRecording(index, context);
  const { prepared } = best ?? {};
  const differences = tellable(best?.differences ?? []);
  const origin = prepared?.origin ?? index.origin ?? "ORIGIN";
  const { names, without } = index.rule(scope);
  const shown = shownBefore(index, differences);
  const advice = adviceFor(context, origin, names, differences, recording, shown, pathOf(without(request)));
  return missOf(request, prepared, differences, advice);
}

/** Returns the nearest of the recordings of a request's path, or of the most similar paths; what differs may be secret. */
export function nearestRecording(
  index: ExchangeIndex,
  context: RequestContext,
): { readonly prepared: PreparedExchange; readonly differences: readonly Difference[] } | undefined {
  const { request, scope } = context;
  const path = pathOf(request);
  const nearby = (paths: readonly string[]): readonly PreparedExchange[] =>
    comparable(Iterator.from(paths).flatMap((at) => index.atPath(scopedPath(scope, at))));
  const same = nearby([path]);
  return (same.length > 0 ? same : nearby(nearestPaths(index, scope, path)))
    .map((prepared) => ({ prepared, differences: differencesOf(index, context, prepared) }))
    .sort((a, b) => distance(a.differences) - distance(b.differences))[0];
}

/** Returns a placeholder of what an answer issued, or of an alias, for which a request has another value. */
function shownBefore(index: ExchangeIndex, differences: readonly Difference[]): string | null {
  for (const { part, asked, recorded } of differences) {
    if (part === "principal" || asked === "") continue;
    for (const each of findPlaceholders(recorded)) {
      const { tag = "" } = placeholderParts(each) ?? {};
      if (tagsOfShown.has(tag.length) || isIssued(index, each)) return each;
    }
  }
  return null;
}

/** Digits that no tag of a sent value has; the index knows the issuers of others. */
const tagsOfShown: ReadonlySet<number> = new Set([0, 4, 6]);

/**
 * Returns how far a recording is: two bodies that differ as a whole have less in common than two with other members,
 * and what is made anew for each request says next to nothing.
 */
function distance(differences: readonly Difference[]): number {
  return differences.reduce((sum, each) => sum + weight(each), 0);
}

function weight(difference: Difference): number {
  if (generatedDifference(difference) !== null) return 1 / (mostPlaces * 10);
  if (difference.part === "method") return 2;
  if (difference.asked === unknownCredential) return 1 / 2;
  // Another user's recordings say more than those without a credential.
  if (difference.part === "principal" && difference.recorded === anonymous) return 3 / 2;
  return difference.part === "body" && difference.at === null ? mostPlaces + 1 : 1;
}

/** Returns those with the smallest bodies, at least one, in recorded order: comparing large bodies takes long. */
function comparable(exchanges: IteratorObject<PreparedExchange>): readonly PreparedExchange[] {
  const lengthOf = ({ exchange }: PreparedExchange): number => exchange.request.body?.text?.length ?? 0;
  const first = Array.from(exchanges.take(compared.recordings));
  const chosen = new Set<PreparedExchange>();
  let characters = 0;
  for (const prepared of first.toSorted((a, b) => lengthOf(a) - lengthOf(b))) {
    characters += lengthOf(prepared);
    if (chosen.size > 0 && characters > compared.characters) break;
    chosen.add(prepared);
  }
  return first.filter((prepared) => chosen.has(prepared));
}

/** Returns the differences between a request and a recorded one that the rule compares; at least one. */
function differencesOf(
  index: ExchangeIndex,
  context: RequestContext,
  { exchange, refusal }: PreparedExchange,
): readonly Difference[] {
  const { request, scope } = context;
  const differences = index.rule(scope).differences(request, exchange.request);
  if (differences.length > 0) return differences;
  if (refusal) return [{ part: "condition", at: null, asked: "", recorded: "the limit used up" }];
  const calls = callHeaders.flatMap((name) => headerDifference("header", name, request, exchange.request));
  if (calls.length > 0) return calls;
  const recorded = recordedLogin(exchange.request);
  const login = context.login();
  const strange = login.strangeTo(recorded);
  if (strange !== null) return [difference("principal", null, unknownCredential, strange)];
  if (login.isOther(recorded)) {
    const [mine, other] = [login.insteadOf(recorded), recorded.said].map((said) => said ?? "another login");
    return [difference("principal", null, mine as string, other as string)];
  }
  for (const [name, said] of recorded.credentials)
    if (isKeyHeader(name) && login.key(name) !== said) return [difference("header", name, login.key(name), said)];
  return [...lookupHeaders, "content-type"].flatMap((name) =>
    headerDifference("condition", name, request, exchange.request),
  );
}

/**
 * Explains why a request has no recording any more: all its answers were played, and none follows the last.
 * @param answers Its recorded answers.
 */
export function explainEnd(context: RequestContext, answers: Answers, recording: Recording): Miss {
  const last = answers.at(answers.length - 1);
  const recorded = answers.length === 1 ? "1 answer" : `${answers.length} answers`;
  const differences: readonly Difference[] = [{ part: "turn", at: null, asked: "one more", recorded }];
  return missOf(context.request, last, differences, adviceFor(context, last.origin, [], differences, recording));
}

/**
 * Explains why a message over a WebSocket has no answer: another message was recorded there, or none.
 * @param nth The client's message, counted from 1.
 * @param differences From the recorded message; null if there was none.
 */
export function explainMessage(
  context: RequestContext,
  prepared: PreparedExchange,
  nth: number,
  differences: readonly Difference[] | null,
  recording: Recording,
): Miss {
  const part = `message ${nth}`;
  const places = differences && tellable(differences).map((each) => ({ ...each, part }));
  const none: Difference = { part, at: null, asked: "one more", recorded: "the end" };
  // A command that records one request, such as `curl`, holds no conversation.
  const [record = "", ...others] = adviceFor(context, prepared.origin, [], differences ?? [], recording);
  const again =
    recording.inTest ?? `record the conversation again: ${record.replace(/^record it: (.*) -- .*$/s, "$1 -- COMMAND")}`;
  return missOf(context.request, prepared, places ?? [none], [again, ...others]);
}

/** @param prepared The closest recording, if there is any. */
function missOf(
  request: RecordedRequest,
  prepared: PreparedExchange | undefined,
  differences: readonly Difference[],
  advice: readonly string[],
): Miss {
  const { method, target, principal } = request;
  const operation = graphqlOperation(request);
  const known = prepared?.exchange.request;
  const closest = known && {
    tape: prepared.tape,
    place: prepared.place,
    method: known.method,
    target: known.target,
    principal: known.principal,
    differences,
  };
  return { method, target, ...(operation !== null && { operation }), principal, closest: closest ?? null, advice };
}

/** Characters of a target in a text for people, beside the command that records it, which has all of it. */
const longestTarget = 2000;

/**
 * Returns a miss as text for people.
 * @param nowhere Says where the recording is missing.
 * @example
 * Cannot replay GET /users/adda: no tape has it
 *   closest is GET /users/ada (#1 on "api.service.example/users/ada"), which differs in path segment 2: ada, not adda
 *   - …
 */
export function missText(
  { method, target, operation, principal, closest, advice, upstream }: Miss,
  nowhere = "no tape has it",
): string {
  const who = principal === "anonymous" ? "" : ` as ${principal}`;
  const asked = clip(target, longestTarget);
  const over = closest?.differences.find(({ part }) => part === "turn");
  const why = over ? `all that was recorded has been given (${over.recorded})` : nowhere;
  const lines = [
    `Cannot replay ${method} ${asked}${operation === undefined ? "" : ` (${operation})`}${who}: ${why}${upstream === undefined ? "" : ", and upstream had no answer"}`,
    ...(upstream === undefined ? [] : [`  upstream: ${upstream.replaceAll("\n", "\n  ")}`]),
  ];
  if (closest && over) {
    lines.push(`  the last was #${closest.place} on "${closest.tape}"`);
  } else if (closest) {
    const places = closest.differences.map(differenceText).join("; ");
    lines.push(
      `  closest is ${closest.method} ${clip(closest.target, longestTarget)} (#${closest.place} on "${closest.tape}"), which differs in ${places}`,
    );
  }
  return [...lines, ...advice.map((line) => `  - ${line}`)].join("\n");
}

/**
 * Returns misses as one list, for the end of a test; counts equal ones. "" for none.
 * @example
 * expect(missesText(player.misses())).toBe("");
 */
export function missesText(misses: readonly Miss[]): string {
  if (misses.length === 0) return "";
  const texts = Map.groupBy(
    misses.map((miss) => missText(miss)),
    (text) => text,
  );
  const list = Array.from(texts, ([text, { length }]) => (length === 1 ? text : `${text}\n  - asked ${length} times`));
  const count = misses.length === 1 ? "1 request was" : `${misses.length} requests were`;
  return [`${count} not recorded:`, ...list].join("\n");
}

/**
 * Returns a miss as an answer. The harness speaks here, not the API, so neither status nor media type is one of the
 * API's.
 * @param accept The request's `Accept`: a client that prefers text gets text, any other a problem document.
 * @see beyond-the-spec, "Errors"; RFC 9457 (problem details)
 */
export function missResponse(miss: Miss, accept: string | undefined): ResponseDraft {
  const text = missText(miss);
  const [type, body] = prefersText(accept) ? ["text/plain", text] : ["application/problem+json", problemOf(miss, text)];
  return {
    status: 501,
    headers: [
      ["access-control-allow-origin", "*"],
      // JSON is UTF-8 anyway. With the charset, clients such as Octokit take it for text and put it into their error.
      ["content-type", `${type}; charset=utf-8`],
      // A cache may store a 501 (RFC 9110, section 15.1).
      ["vary", "Accept"],
      // Clients that Stainless generates, OpenAI's and Anthropic's among them, ask a 5xx again unless told not to.
      ["x-should-retry", "false"],
      ["x-tapedeck", "miss"],
    ],
    body: new TextEncoder().encode(`${body}\n`),
  };
}

/**
 * Characters of the text in each member of a problem document that tells it: `request` and `advice` have what is cut off,
 * and five times a long target is more than anyone reads.
 */
const longestDetail = 4000;

/**
 * Besides what RFC 9457 names, the members in which APIs tell their errors (`error_description`: RFC 6749): SDKs print
 * one of them, and without `error` may take any JSON for the answer.
 */
function problemOf({ method, target, principal, closest, advice, upstream }: Miss, whole: string): string {
  const text = clip(whole, longestDetail);
  const problem = {
    type: "about:blank",
    title: "No recorded exchange for this request",
    status: 501,
    detail: text,
    message: text,
    description: text,
    error: { message: text },
    error_description: text,
    request: { method, target, principal },
    closest,
    advice,
    ...(upstream !== undefined && { upstream }),
  };
  return JSON.stringify(problem, null, 2);
}
