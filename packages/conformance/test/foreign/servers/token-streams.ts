// A stand-in for what streams tokens: chat completions as OpenAI and Anthropic send them, and events with ids.
import type { RequestListener, ServerResponse } from "node:http";
import { json } from "node:stream/consumers";

/** The answer that each model gives, token by token. */
export const tokens: readonly string[] = ["Once ", "upon ", "a ", "time."];

/** Serves them; each part is on the wire before the next one is written. */
export const tokenStreams: RequestListener = async (request, response) => {
  if (request.url === "/events") return send(response, eventsAfter(request.headers["last-event-id"]));
  const { model } = (await json(request)) as { readonly model: string };
  if (request.url === "/v1/messages") return send(response, anthropicEvents(model));
  await send(response, openAiEvents(model));
};

async function send(response: ServerResponse, parts: readonly string[]): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
  for (const part of parts) await new Promise((written) => response.write(part, written));
  response.end();
}

/** Two events a connection: the next ones follow on what the client has. */
function eventsAfter(last: string | string[] | undefined): readonly string[] {
  const id = Number(last ?? 0);
  return ["retry: 1\n\n", ...[id + 1, id + 2].map((each) => `id: ${each}\ndata: event ${each}\n\n`)];
}

function openAiEvents(model: string): readonly string[] {
  const event = (delta: object, reason: string | null): string =>
    `data: ${JSON.stringify({
      id: "chatcmpl-1",
      object: "chat.completion.chunk",
      created: 1_767_225_600,
      model,
      choices: [{ index: 0, delta, finish_reason: reason }],
    })}\n\n`;
  return [
    ...tokens.map((content) => event({ role: "assistant", content }, null)),
    event({}, "stop"),
    "data: [DONE]\n\n",
  ];
}

function anthropicEvents(model: string): readonly string[] {
  const event = (type: string, value: object): string =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...value })}\n\n`;
  const usage = { input_tokens: 3, output_tokens: 4 };
  const message = { id: "msg_1", type: "message", role: "assistant", model, content: [], usage };
  return [
    event("message_start", { message: { ...message, stop_reason: null, stop_sequence: null } }),
    event("content_block_start", { index: 0, content_block: { type: "text", text: "" } }),
    ...tokens.map((text) => event("content_block_delta", { index: 0, delta: { type: "text_delta", text } })),
    event("content_block_stop", { index: 0 }),
    event("message_delta", { delta: { stop_reason: "end_turn", stop_sequence: null }, usage }),
    event("message_stop", {}),
  ];
}
