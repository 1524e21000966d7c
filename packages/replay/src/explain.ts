import { anonymous, type RecordedRequest } from "@tapedeck/tape";
import type { Card } from "./card.ts";
import { conditionOf, type Deck } from "./deck.ts";
import type { Draft } from "./draft.ts";
import { type MatcherName, matchers } from "./matchers.ts";
import { nearestPath } from "./nearest-path.ts";

/** A part in which a request and the nearest recorded one differ. */
export interface Difference {
  readonly part: MatcherName | "condition" | "turn";
  readonly asked: string;
  readonly recorded: string;
}

/** A request that no tape has: what came, what was nearest, how they differ, what to do. */
export interface Miss {
  readonly method: string;
  readonly target: string;
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
  /** Why upstream had no answer either, where it was asked. */
  readonly upstream?: string;
}

/** As many recordings of one path as are compared with a request. */
const compared = 64;

/** As much of a part as is shown. */
const longestShown = 200;

/**
 * Explains why a request has no recording. Looks among the recordings of the same path, or of the path that is
 * spelled most alike; never through all of them.
 */
export function explain(deck: Deck, request: RecordedRequest): Miss {
  const path = matchers.path(request);
  const nearby = deck.byPath.get(path) ?? deck.byPath.get(nearestPath(deck, path) ?? "") ?? [];
  const candidates = nearby
    .slice(0, compared)
    .map((card) => ({ card, differences: differencesOf(deck, request, card) }));
  candidates.sort((a, b) => a.differences.length - b.differences.length);
  const best = candidates[0];
  const { method, target, principal } = request;
  const origin = best?.card.origin ?? deck.cards[0]?.origin ?? "ORIGIN";
  const closest = best ? { ...placeOf(best.card), differences: best.differences } : null;
  return { method, target, principal, closest, advice: adviceFor(request, origin, closest?.differences ?? []) };
}

/**
 * Explains why a request has no recording any more: all its answers were given, and none comes after the last.
 * @param cards Its answers.
 */
export function explainEnd(request: RecordedRequest, cards: readonly Card[]): Miss {
  const { method, target, principal } = request;
  const last = cards.at(-1);
  const recorded = cards.length === 1 ? "1 answer" : `${cards.length} answers`;
  const differences: readonly Difference[] = [{ part: "turn", asked: "one more", recorded }];
  const advice = adviceFor(request, last?.origin ?? "ORIGIN", differences);
  return { method, target, principal, closest: last ? { ...placeOf(last), differences } : null, advice };
}

function placeOf({ tape, place, exchange: { request } }: Card): Omit<NonNullable<Miss["closest"]>, "differences"> {
  const { method, target, principal } = request;
  return { tape, place, method, target, principal };
}

/**
 * A miss as text for people.
 * @example
 * Cannot replay GET /users/adda: no tape has it
 *   closest is GET /users/ada (#1 on "api.service.example/users/ada"), which differs in path: /users/ada
 *   - …
 */
export function missText({ method, target, principal, closest, advice, upstream }: Miss): string {
  const who = principal === "anonymous" ? "" : ` as ${principal}`;
  const over = closest?.differences.find(({ part }) => part === "turn");
  const why = over ? `all that was recorded has been given (${over.recorded})` : "no tape has it";
  const lines = [
    `Cannot replay ${method} ${target}${who}: ${why}${upstream === undefined ? "" : ", and upstream had no answer"}`,
    ...(upstream === undefined ? [] : [`  upstream: ${upstream.replaceAll("\n", "\n  ")}`]),
  ];
  if (closest && over) {
    lines.push(`  the last was #${closest.place} on "${closest.tape}"`);
  } else if (closest) {
    const parts = closest.differences.map(({ part, recorded }) => `${part}: ${recorded === "" ? "none" : recorded}`);
    lines.push(
      `  closest is ${closest.method} ${closest.target} (#${closest.place} on "${closest.tape}"), which differs in ${parts.join("; ")}`,
    );
  }
  return [...lines, ...advice.map((line) => `  - ${line}`)].join("\n");
}

/**
 * A miss as an answer: the harness speaks, not the API, so neither the status nor the media type is one of the API's.
 * @see beyond-the-spec, "Errors"; RFC 9457 (problem details)
 */
export function missDraft(miss: Miss): Draft {
  const problem = {
    type: "about:blank",
    title: "No recorded exchange for this request",
    status: 501,
    detail: missText(miss),
    request: { method: miss.method, target: miss.target, principal: miss.principal },
    closest: miss.closest,
    advice: miss.advice,
    ...(miss.upstream !== undefined && { upstream: miss.upstream }),
  };
  return {
    status: 501,
    headers: [
      ["access-control-allow-origin", "*"],
      // JSON is UTF-8 anyway; said aloud, clients such as Octokit take it for text and put it into their error.
      ["content-type", "application/problem+json; charset=utf-8"],
      ["x-tapedeck", "miss"],
    ],
    body: new TextEncoder().encode(`${JSON.stringify(problem, null, 2)}\n`),
  };
}

function differencesOf(deck: Deck, request: RecordedRequest, card: Card): readonly Difference[] {
  const differences: Difference[] = deck.rule.flatMap((part) => {
    const asked = matchers[part](request);
    const recorded = matchers[part](card.exchange.request);
    return asked === recorded ? [] : [{ part, asked: clipped(asked), recorded: clipped(recorded) }];
  });
  if (differences.length > 0) return differences;
  const recorded = card.refusal ? "the limit used up" : conditionOf(card.exchange.request.headers);
  return [{ part: "condition", asked: conditionOf(request.headers), recorded }];
}

// A body may be of any length.
function clipped(text: string): string {
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}

/** The command that records what was asked; what it cannot know stands in capitals. */
function recordCommand({ method, target, principal, body }: RecordedRequest, origin: string): string {
  const how = method === "HEAD" ? "--head " : method === "GET" ? "" : `--request ${method} `;
  const who = principal === anonymous ? "" : '--header "Authorization: token $TOKEN" ';
  const what = body === null ? "" : "--data @BODY ";
  // What a shell would take for more than text is percent-encoded: it came from a client.
  const safe = target.replace(/[^\w/?&=%.,:;@~+*[\]-]/g, encodeForShell);
  return `npx tapedeck record --from ${origin} --out recordings -- sh -c 'curl ${how}${who}${what}"$TAPEDECK_URL${safe}"'`;
}

function encodeForShell(character: string): string {
  const encoded = encodeURIComponent(character);
  return encoded === character ? `%${character.charCodeAt(0).toString(16).toUpperCase()}` : encoded;
}

function adviceFor(request: RecordedRequest, origin: string, differences: readonly Difference[]): string[] {
  const advice = [`record it: ${recordCommand(request, origin)}`];
  for (const { part, asked, recorded } of differences) {
    if (part === "path") advice.push(`if ${asked} is a slip for ${recorded}, mend the client`);
    else if (part === "principal") advice.push(`if it was meant to be asked as "${recorded}", send that credential`);
    else if (part === "turn") advice.push("if the last answer may be given again, let it stay: --after-last stay");
    else if (part !== "method" && part !== "condition")
      advice.push(`if the ${part} does not matter here, leave "${part}" out of the rule`);
  }
  return advice;
}
