// The one walk over the parts of a response. What hides, rewrites or drops says what becomes of a part.
import { bytesOf, toBase64 } from "./body/body.ts";
import type {
  Body,
  HeaderList,
  HeldBody,
  InformationalResponse,
  RecordedMessage,
  RecordedResponse,
} from "./exchange.ts";

/** The parts of a response that are fields. */
interface Fields {
  readonly headers: HeaderList;
  readonly trailers?: HeaderList;
  readonly informational?: readonly InformationalResponse[];
}

/**
 * Changes all fields of a response: its headers, its trailers, and the headers of the informational responses before it.
 * Empty lists of trailers and informational responses go.
 * @param change `isHead` says whether they are its headers.
 */
export function withFields<Response extends Fields>(
  { trailers = [], informational = [], ...response }: Response,
  change: (fields: HeaderList, isHead: boolean) => HeaderList,
): Response {
  const before = informational.map((each) => ({ ...each, headers: change(each.headers, false) }));
  const changed = {
    ...response,
    headers: change(response.headers, true),
    ...(trailers.length > 0 && { trailers: change(trailers, false) }),
    ...(before.length > 0 && { informational: before }),
  };
  return changed as Fields as Response;
}

/** Changes what a response says: its body, and the messages over its WebSocket. */
export function withBodies(
  response: RecordedResponse,
  change: <Said extends Body | null>(body: Said) => Said,
): RecordedResponse {
  const messages = response.messages?.map((each) => ({ ...each, data: change(each.data) }));
  return { ...response, body: change(response.body), ...(messages && { messages }) };
}

/** Changes what a message over a WebSocket says. Bytes stay bytes, also where they are text: clients read that in another way. */
export function withData(message: RecordedMessage, change: (data: HeldBody) => HeldBody): RecordedMessage {
  const data = change(message.data);
  const isText = data.encoding === "utf8" && message.data.encoding === "base64";
  return { ...message, data: isText ? { encoding: "base64", text: toBase64(bytesOf(data)) } : data };
}
