import type { RecordedResponse } from "../exchange.ts";

/** Maximum number of characters of late responses in memory; older ones are read again. */
const mostHeld = 64 * 1024 * 1024;
const held = new Map<() => void, number>();
let characters = 0;

/**
 * Makes a response that is read when its reason phrase, headers or body are accessed, and then kept for a while.
 * @example
 * lateResponse(200, () => ({ status: 200, headers: [], body: null })).body; // null
 */
export function lateResponse(status: number, read: () => RecordedResponse): RecordedResponse {
  let whole: RecordedResponse | undefined;
  const known = (): RecordedResponse => {
    if (whole !== undefined) return whole;
    whole = read();
    const { body } = whole;
    const length = 1024 + (body === null || body.encoding === "file" ? 0 : body.text.length);
    held.set(forget, length);
    characters += length;
    for (const [forgetOldest, size] of held) {
      if (characters <= mostHeld || forgetOldest === forget) break;
      held.delete(forgetOldest);
      characters -= size;
      forgetOldest();
    }
    return whole;
  };
  const forget = (): void => {
    whole = undefined;
  };
  return {
    status,
    get reason() {
      return known().reason;
    },
    get headers() {
      return known().headers;
    },
    get body() {
      return known().body;
    },
  };
}

/** Returns whether a response is read late; such a one is never a rate-limit refusal, and issues nothing. */
export function isLate(response: RecordedResponse): boolean {
  // A set of them would slow every garbage collection.
  return Object.getOwnPropertyDescriptor(response, "headers")?.get !== undefined;
}
