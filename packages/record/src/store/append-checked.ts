import type { Api } from "@tapedeck/api";
import type { Exchange } from "@tapedeck/tape";
import type { Store, Turn } from "@tapedeck/tape/files";
import { checkAnswer } from "../check-answer.ts";
import type { Captured, Tally } from "../summary.ts";

/**
 * Stores an exchange, and counts it, and what is wrong with its answer.
 * @returns The exchange as the store has it, and the event for the recorder's user.
 */
export async function appendChecked(
  store: Store,
  exchange: Exchange,
  turn: Turn,
  tally: Tally,
  api: Api | undefined,
): Promise<{ readonly stored: Exchange; readonly event: Captured }> {
  const { file, outcome, earlier, exchange: stored } = await store.append(exchange, turn);
  const { method, target, principal } = exchange.request;
  const { status, cut } = exchange.response;
  const event: Captured = { method, target, principal, status, outcome, file, ...(cut && { cut }) };
  tally.kept(event, earlier);
  const problems = checkAnswer(exchange, api);
  if (problems.length > 0) tally.invalid({ file, method, target, principal, problems });
  return { stored, event };
}
