import { createRecordingPlayer, type RecordingHandler } from "../player.ts";
import { messageOf, recordableRequest } from "./record-request.ts";
import { askForSocket, otherAnswer } from "./socket.ts";
import { upstreamOf } from "./upstream.ts";

/** How long a live API may take to accept a WebSocket. */
const timeoutSeconds = 30;

/**
 * Makes the function that opens WebSockets at a live API for clients, and records nothing. An answer in place of a
 * WebSocket is passed on.
 * @param from Base URL of the API.
 * @throws RangeError for an invalid URL.
 * @example
 * const answer = passSockets("https://api.service.example");
 */
export function passSockets(from: string): RecordingHandler["answer"] {
  const upstream = upstreamOf(from);
  const { answer } = createRecordingPlayer(
    ({ method }) => Promise.reject(new TypeError(`${method} with a body cannot be passed on`)),
    async (question, authorization) => {
      const message = messageOf(question, authorization, upstream);
      const came = await askForSocket(message, { timeoutSeconds, maxBytes: 0 });
      if (came.kind === "open") return came.socket;
      return { request: recordableRequest(message, upstream), response: await otherAnswer(came) };
    },
    upstream,
    true,
  );
  return answer;
}
