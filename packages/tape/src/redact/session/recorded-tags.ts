import { bytesOf } from "../../body/body.ts";
import type { Exchange, RecordedRequest, RecordedResponse } from "../../exchange.ts";
import type { Hit } from "../hits.ts";
import { looksLikeIdentifier } from "../judge/secret-entropy.ts";
import { findIssued, findPlaceholders, placeholderParts } from "../placeholder.ts";
import { knownRank } from "../read/read.ts";
import { finish, isDue, type Steps } from "../steps.ts";
import { opaqueDigits, tagOf } from "./pseudonym.ts";
import { longestFollowed } from "./secret-index.ts";
import { lastingClaims } from "./signed-claims.ts";

/** Returns the placeholders of opaque values in recorded requests, by their tags. */
export function tagsIn(exchanges: readonly Exchange[]): ReadonlyMap<string, string> {
  const found = exchanges.flatMap(({ request: { target, body } }) =>
    [target, body?.encoding === "utf8" ? body.text : ""].flatMap(findPlaceholders),
  );
  return new Map(
    found
      .map((placeholder) => [placeholderParts(placeholder)?.tag ?? "", placeholder] as const)
      .filter(([tag]) => tag.length === opaqueDigits),
  );
}

/** A stretch of a text that may be an opaque value: as long as one that is followed, for megabytes overflow the stack. */
export const opaqueRun: RegExp = /[\w.~+-]{16,65536}={0,2}/g;

/**
 * Finds what a replay's client sends and the recorder saw: opaque values whose tags recordings have. Null where it found
 * nothing for a while.
 */
export function* recordedHits(text: string, placeholderOf: (tag: string) => string | undefined): Iterable<Hit | null> {
  let goesOn = -1;
  for (const { index: start, 0: value } of text.matchAll(opaqueRun)) {
    if (isDue()) yield null;
    const end = start + value.length;
    const isPart = value.length >= longestFollowed || start === goesOn;
    goesOn = isPart ? end : -1;
    const placeholder = isPart || looksLikeIdentifier(value) ? undefined : placeholderOf(tagOf(value));
    if (placeholder === undefined) continue;
    // Of a JWT, recordings had a tag of all of it.
    const rank = lastingClaims(value) === value ? knownRank : 0.5;
    yield { start, end, kind: "opaque", value, placeholder, rank };
  }
}

/**
 * Returns the placeholders that an exchange's answer issued, and those that its request sent. An answer to a safe method
 * issues none: what it sets has no placeholder of its own.
 */
export function issuedIn(exchange: Exchange): Issued {
  return finish(issuedSteps(exchange));
}

/** Does what {@link issuedIn} does, with pauses. */
export function* issuedSteps(exchange: Exchange): Steps<Issued> {
  return mayNotIssue(exchange.request.method) ? { issued: [], sent: [] } : yield* passedSteps(exchange);
}

/** Returns the placeholders that an exchange's request sent, and the others of its answer, whatever the method. */
export function passedIn(exchange: Exchange): Issued {
  return finish(passedSteps(exchange));
}

/** Does what {@link passedIn} does, with pauses. */
export function* passedSteps({ request, response }: Exchange): Steps<Issued> {
  const sent = placeholdersIn(request);
  yield;
  const all = placeholdersIn(response);
  yield;
  const known = new Set(sent);
  const issued: string[] = [];
  for (const each of all) {
    if (isDue()) yield;
    if (!known.has(each)) issued.push(each);
  }
  return { sent, issued };
}

interface Issued {
  readonly issued: readonly string[];
  readonly sent: readonly string[];
}

/** Returns whether a method is safe: see {@link issuedIn}. */
export function mayNotIssue(method: string): boolean {
  return /^(?:GET|HEAD|OPTIONS|TRACE)$/.test(method);
}

/** Returns the placeholders that a message has anywhere. */
export function placeholdersIn(message: PartsOf<RecordedRequest> | PartsOf<RecordedResponse>): readonly string[] {
  const { headers, body } = message;
  const isHeld = body !== null && body.encoding !== "file";
  const said = !isHeld ? "" : body.encoding === "utf8" ? body.text : new TextDecoder().decode(bytesOf(body));
  const target = "target" in message ? message.target : "";
  return findIssued([target, ...headers.map(([, value]) => value), said].join("\n"));
}

type PartsOf<Message> = Pick<Message, keyof Message & ("target" | "headers" | "body")>;
