// Whole responses on their way from the thread that decides to one with the sockets: a part that many share – a
// recorded body, its headers – is sent once, and goes by a number afterwards.
import type { FixedHeaders, OutgoingResponse } from "@tapedeck/replay";
import type { HeaderList } from "@tapedeck/tape";
import { alone, type SharedPart, type WholeReply } from "./messages.ts";

/** Maximum number of shared parts; then sharing starts over. */
const mostShared = 4096;
const mostBytes = 32 * 1024 * 1024;

type ReplyWriter = (call: number, response: OutgoingResponse) => WholeReply;

/** Makes the writer for one thread. A part is shared only from the second time on. */
export function createReplyWriter(): ReplyWriter {
  let known = new WeakMap<FixedHeaders, Array<SharedPart & { readonly number: number }>>();
  let shared = 0;
  let bytes = 0;
  const share = (status: number, fixed: FixedHeaders, body: OutgoingResponse["body"]): SharedPart => {
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
    return { status, fixed: unprepared(fixed), body: alone(body) };
  };
  return (call, { status, reason, headers, fixed, body, ended }) => {
    const tells = ended !== undefined;
    const parts = fixed && known.get(fixed);
    const live = parts && linesOf(headers, fixed.fields.length);
    if (!parts || !fixed || live === null || live === undefined) {
      if (fixed) known.set(fixed, []);
      const whole = {
        status,
        ...(reason !== undefined && { reason }),
        headers,
        body: alone(body),
        ...(fixed && { fixed: unprepared(fixed) }),
      };
      return [call, whole, -1, null, "", tells];
    }
    const part = parts.find((each) => each.body === body && each.status === status);
    if (part !== undefined) return [call, null, part.number, null, live, tells];
    const fresh = share(status, fixed, body);
    return [call, null, shared - 1, fresh, live, tells];
  };
}

/** Each thread prepares them for itself. */
function unprepared({ fields }: FixedHeaders): FixedHeaders {
  return { fields, prepared: null };
}

type ReplyReader = (reply: WholeReply) => OutgoingResponse;

/** Makes the reader for a {@link createReplyWriter}. */
export function createReplyReader(): ReplyReader {
  const known: SharedPart[] = [];
  return ([, whole, number, fresh, live]) => {
    if (whole !== null) return whole;
    if (fresh !== null) known[number] = fresh;
    const { status, fixed, body } = known[number] as SharedPart;
    const headers = fixed.fields.slice();
    const lines = live === "" ? [] : live.split("\n");
    for (let at = 0; at < lines.length; at += 2) headers.push([lines[at] as string, lines[at + 1] as string]);
    return { status, headers, fixed, body };
  };
}

/** Returns the headers from a position on, a line for each name and value; null if one is more than a line. */
function linesOf(headers: HeaderList, first: number): string | null {
  let lines = "";
  for (let at = first; at < headers.length; at += 1) {
    const [name, value] = headers[at] as HeaderList[number];
    if (name.includes("\n") || value.includes("\n")) return null;
    lines += at === first ? `${name}\n${value}` : `\n${name}\n${value}`;
  }
  return lines;
}
