// Whole responses on their way from the thread that decides to one that has the sockets: what many have in common – a recorded
// body, its headers – is told once, and goes by a number from then on.
import type { OutgoingResponse } from "@tapedeck/replay";
import type { HeaderList } from "@tapedeck/tape";
import { alone, type SharedPart, type WholeReply } from "./messages.ts";

/** As much as is shared; then all is told anew. */
const mostShared = 4096;
const mostBytes = 32 * 1024 * 1024;

/** Writes a response for one thread. */
type ReplyWriter = (call: number, response: OutgoingResponse) => WholeReply;

/** Makes the writer for one thread. A part that comes for the first time is not expected to come again. */
export function createReplyWriter(): ReplyWriter {
  let known = new WeakMap<HeaderList, Array<SharedPart & { readonly number: number }>>();
  let shared = 0;
  let bytes = 0;
  const share = (status: number, fixed: HeaderList, body: OutgoingResponse["body"]): SharedPart => {
    const length = body?.length ?? 0;
    if (shared >= mostShared || bytes + length > mostBytes) {
      known = new WeakMap();
      shared = 0;
      bytes = 0;
    }
    const part = { status, fixed, body, number: shared };
    known.set(fixed, [...(known.get(fixed) ?? []), part]);
    shared += 1;
    bytes += length;
    return { status, fixed, body: alone(body) };
  };
  return (call, { status, reason, headers, fixed, body, ended }) => {
    const tells = ended !== undefined;
    const parts = fixed && known.get(fixed);
    const live = parts && linesOf(headers, fixed.length);
    if (!parts || !fixed || live === null || live === undefined) {
      if (fixed) known.set(fixed, []);
      const whole = { status, ...(reason && { reason }), headers, body: alone(body), ...(fixed && { fixed }) };
      return [call, whole, -1, null, "", tells];
    }
    const part = parts.find((each) => each.body === body && each.status === status);
    if (part !== undefined) return [call, null, part.number, null, live, tells];
    const fresh = share(status, fixed, body);
    return [call, null, shared - 1, fresh, live, tells];
  };
}

/** Reads responses that one writer wrote, in their order. */
type ReplyReader = (reply: WholeReply) => OutgoingResponse;

/** Makes the reader of what a {@link createReplyWriter} wrote. */
export function createReplyReader(): ReplyReader {
  const known: SharedPart[] = [];
  return ([, whole, number, fresh, live]) => {
    if (whole !== null) return whole;
    if (fresh !== null) known[number] = fresh;
    const { status, fixed, body } = known[number] as SharedPart;
    const headers = fixed.slice();
    const lines = live === "" ? [] : live.split("\n");
    for (let at = 0; at < lines.length; at += 2) headers.push([lines[at] as string, lines[at + 1] as string]);
    return { status, headers, fixed, body };
  };
}

/** Headers from one on, a line each for name and value; null where one is more than a line. */
function linesOf(headers: HeaderList, first: number): string | null {
  let lines = "";
  for (let at = first; at < headers.length; at += 1) {
    const [name, value] = headers[at] as HeaderList[number];
    if (name.includes("\n") || value.includes("\n")) return null;
    lines += at === first ? `${name}\n${value}` : `\n${name}\n${value}`;
  }
  return lines;
}
