import { dropOldest } from "@tapedeck/tape/internal";
import type { Answer } from "../answer.ts";
import { type IncomingRequest, requestHeader } from "../http/message.ts";

const mostRemembered = 4096;

/**
 * Watches what credentials without an alias get: of answers to one request that were recorded for any of them, in
 * recorded order, one may get what another asked for.
 * @param onShared Called once, when two of them get different ones.
 * @returns A function that looks at an answer, and returns it.
 */
export function watchSharedAlias(onShared: () => void): (ask: IncomingRequest, made: Answer) => Answer {
  const latest = new Map<number, { readonly sender: string; readonly answer: number }>();
  let isTold = false;
  return (ask, made) => {
    const { sequence, unnamedId: answer } = made.chosen;
    const sender = isTold || answer === null ? undefined : requestHeader(ask, "authorization");
    if (sender === undefined || sequence === null || answer === null) return made;
    const before = latest.get(sequence);
    if (before !== undefined && before.sender !== sender && before.answer !== answer) {
      isTold = true;
      onShared();
    }
    latest.set(sequence, { sender, answer });
    dropOldest(latest, mostRemembered);
    return made;
  };
}
