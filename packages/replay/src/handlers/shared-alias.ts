import { dropOldest, mayBeUnnamed } from "@tapedeck/tape/internal";
import type { Answer } from "../answer.ts";
import { type IncomingRequest, requestHeader } from "../http/message.ts";
import { recordedLogin } from "../login/login.ts";

const mostRemembered = 4096;

/**
 * Watches what credentials without an alias get: of answers to one request that were recorded for any of them, in
 * recorded order, one may get what another asked for.
 * @param onShared Called once, when two of them get different ones.
 * @returns A function that looks at an answer, and returns it.
 */
export function watchSharedAlias(
  onShared: () => void,
): <Made extends Pick<Answer, "sequence" | "plays">>(ask: IncomingRequest, made: Made) => Made {
  const latest = new Map<number, { readonly sender: string; readonly answer: number }>();
  let isTold = false;
  return (ask, made) => {
    const { sequence, plays } = made;
    const sender = isTold || sequence === null ? undefined : requestHeader(ask, "authorization");
    const [card] = plays;
    if (sender === undefined || sequence === null || card === undefined || !mayBeUnnamed(card.principal)) return made;
    const { id: answer, exchange } = card;
    if (recordedLogin(exchange.request).said !== null) return made;
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
