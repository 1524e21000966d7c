import type { RecordedResponse } from "../exchange.ts";

/** Characters that are held of the responses read last; what was read before them is read again. */
const mostHeld = 64 * 1024 * 1024;
const held = new Map<() => void, number>();
let characters = 0;

/**
 * Makes a response that is read when its reason phrase, its headers or its body are looked at, and held for a while.
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

/** Whether a response is read only when it is looked at; such a one does not say that a rate limit is used up. */
export function isLate(response: RecordedResponse): boolean {
  // A set of them would be gone through by each collection of garbage.
  return Object.getOwnPropertyDescriptor(response, "headers")?.get !== undefined;
}
