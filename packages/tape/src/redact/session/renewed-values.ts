// What answers to GETs of one target issue has one placeholder, since many renew the last. Where one answer has two such
// values, and equal requests send them, a replay cannot tell these apart. `secret-namer.ts` uses it.

import type { RecordedRequest } from "../../exchange.ts";
import { textHash } from "../../text/text-hash.ts";
import { createTextMemory } from "../../text-memory.ts";

/** Values that answers to GETs issued. */
export interface RenewedValues {
  /** Begins an exchange. */
  begin(): void;
  /** Notes that its request sends a value under a placeholder. */
  send(value: string, placeholder: string): void;
  /**
   * Returns the placeholders of its request, secrets hidden, under which an equal one sent other values that another place
   * of an answer issued.
   */
  ask(request: RecordedRequest): readonly string[];
  /**
   * @param answer Equal for what one answer issues.
   * @param beside A value that the same answer issues under the same placeholder: neither renews the other.
   */
  issue(value: string, answer: object, beside?: string): void;
}

const mostCharacters = 4 * 1024 * 1024;

/** @param most Number of values, and of requests that send them, that are remembered. */
export function createRenewedValues(most: number): RenewedValues {
  /** The target whose answer issued a value, and its number among the values of the answer. */
  const origins = createTextMemory<string>(most, mostCharacters);
  const counts = new WeakMap<object, number>();
  const asked = new Map<string, string>();
  let sent = new Map<string, string>();
  let target = "";
  return {
    begin() {
      sent = new Map();
    },
    send(value, placeholder) {
      if (origins.get(value) !== undefined && sent.size < most) sent.set(value, placeholder);
    },
    ask(request) {
      target = textHash(request.target).join();
      if (sent.size === 0) return [];
      const { method, headers, body } = request;
      const key = textHash(JSON.stringify([method, target, headers, body])).join();
      return Array.from(sent).flatMap(([value, placeholder], at) => {
        const origin = origins.get(value) ?? "";
        const place = `${at} ${placeholder} ${key}`;
        const before = asked.get(place);
        if (before === undefined && asked.size < most) asked.set(place, origin);
        return before === undefined || before === origin ? [] : [placeholder];
      });
    },
    issue(value, answer, beside) {
      const nth = (counts.get(answer) ?? 0) + 1;
      counts.set(answer, nth);
      if (origins.get(value) === undefined) origins.set(value, `${nth} ${target}`);
      if (beside !== undefined) origins.set(beside, `beside ${nth} ${target}`);
    },
  };
}
