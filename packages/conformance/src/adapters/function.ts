import { type Adapter, noSockets } from "../adapter.ts";
import { askedOrigin, type ObservedResponse, responseOf, type TestRequest } from "../message.ts";

/** The player itself, called as a fetch function. */
export const functionAdapter: Adapter = {
  name: "function",
  cannotKeep: {
    ...noSockets,
    "errors-10": "the Fetch standard forbids a Request with this method",
    "servers-2": "calling a function takes nothing over, so every other request goes its own way",
  },
  open: async (player) => ({
    ask: async (question) => answerFrom(await player(new Request(...fetchArguments(question)))),
    close: async () => {},
  }),
};

/** Returns a request as the arguments of `fetch` and `Request`. */
export function fetchArguments({ method, target, headers, body }: TestRequest): [url: string, init: RequestInit] {
  // A redirect must be returned and not followed.
  return [askedOrigin + target, { method, headers, body, redirect: "manual" }];
}

/** Returns a `Response` as plain data. */
export async function answerFrom(response: Response): Promise<ObservedResponse> {
  return responseOf(response.status, response.headers, new Uint8Array(await response.arrayBuffer()));
}
