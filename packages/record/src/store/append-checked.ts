import { type Api, checkExchange } from "@tapedeck/api";
import type { Exchange } from "@tapedeck/tape";
import type { Store, Turn } from "@tapedeck/tape/files";
import { redirectedTo, unreadType } from "@tapedeck/tape/internal";
import type { Captured } from "../summary.ts";
import type { Tally } from "../tally.ts";

/**
 * Stores an exchange, and counts it, and what is wrong with its answer.
 * @param origin The only origin that is recorded; without it, no redirect is told.
 * @returns The exchange as the store has it, and the event for the recorder's user.
 */
export async function appendChecked(
  store: Store,
  exchange: Exchange,
  turn: Turn,
  tally: Tally,
  api: Api | undefined,
  origin?: string,
): Promise<{ readonly stored: Exchange; readonly event: Captured }> {
  const { file, outcome, earlier, exchange: stored } = await store.append(exchange, turn);
  const { method, target, principal } = exchange.request;
  const { status, cut } = exchange.response;
  const redirectsTo = origin === undefined ? null : redirectedTo(exchange.response, origin);
  const event: Captured = {
    ...{ method, target, principal, status, outcome, file },
    ...(cut && { cut }),
    ...(redirectsTo !== null && { redirectsTo }),
  };
  tally.kept(event, earlier);
  for (const message of [exchange.request, exchange.response]) {
    const type = unreadType(message);
    if (type !== null) tally.unread(type);
  }
  const problems = checkAnswer(exchange, api);
  if (problems.length > 0) tally.invalid({ file, method, target, principal, problems });
  return { stored, event };
}

/**
 * Finds how an answer contradicts its own headers or its schema; returns a line for each flaw.
 * @example
 * checkAnswer(exchange, service)[0]; // "/login: expected string, found nothing"
 */
export function checkAnswer(exchange: Exchange, api?: Api): string[] {
  return checkExchange(exchange, api).map(
    ({ path, expected, found }) => `${path === "" ? "the body" : path}: expected ${expected}, found ${found}`,
  );
}
