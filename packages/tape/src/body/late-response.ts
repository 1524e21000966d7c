import type { RecordedResponse } from "../exchange.ts";

/**
 * Makes a response that is read when its reason phrase, its headers or its body are first looked at, once.
 * @example
 * lateResponse(200, () => ({ status: 200, headers: [], body: null })).body; // null
 */
export function lateResponse(status: number, read: () => RecordedResponse): RecordedResponse {
  let whole: RecordedResponse | undefined;
  const known = (): RecordedResponse => {
    whole ??= read();
    return whole;
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
