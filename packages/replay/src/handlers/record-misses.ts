import { bodyOf, type Cut, headerOf, type RecordedChunk, type RecordedResponse } from "@tapedeck/tape";
import {
  checkOptions,
  dropOldest,
  findIssued,
  flowsByType,
  isSpooled,
  isTransientOfRequest,
  joined,
  largestHeld,
  latin1Text,
} from "@tapedeck/tape/internal";
import { trailersOf } from "../deliver/deliver.ts";
import type { Chunk, OpenedSocket, Outcome, OutgoingResponse, StreamedResponse } from "../deliver/outcome.ts";
import { relinked } from "../deliver/relinked.ts";
import { asksForSocket, type IncomingRequest, requestHeader } from "../http/message.ts";
import { isGeneratedPair } from "../login/login.ts";
import { asksForSignature } from "./freshness.ts";
import { type FetchHandler, type Handler, handlerOf } from "./handler.ts";
import type { Player } from "./player.ts";
import { askUpstream, failureIn, isLasting, recordedOf, refusedPlaceholder, sentOf } from "./upstream.ts";

/** Characters or bytes that a WebSocket's client may say while the service is asked for what it issued. */
const mostHeld = 64 * 1024 * 1024;
/** What a message takes beside its text. */
const sizeOfMessage = 512;
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** What the player needs to know of the upstream. */
export interface RecordMissesOptions {
  /** The upstream's base URL: links to it become links to the caller's base. */
  readonly from: string;
  /**
   * Whether one program asks, in an order that a replay keeps: each answer that was fetched is given once, and upstream is
   * asked again for the next. Default: false, it is given to everyone who asks the same.
   */
  readonly inOrder?: boolean;
}

type UpstreamResult =
  /** The player has it now. */
  | { readonly kind: "kept" }
  /**
   * It is passed on: it is valid for this moment alone, or still streaming. The first to take a stream gets it, and the
   * player has it when it has ended.
   */
  | { readonly kind: "passing"; readonly take: () => Outcome | null }
  /** There was no answer, for this reason. */
  | { readonly kind: "failed"; readonly reason: string };

/**
 * Asks the player, and asks upstream for a request that the player does not have. The player stores the answer and then
 * replays it, so that the first client gets the same as every later one, at the player's price and with links to its
 * own base. A recorded request is answered at once.
 * With `inOrder` each answer that was fetched is given once.
 *
 * - Requests that are sent alike in all that could choose an answer, and miss at the same time, share one upstream.
 * - Server errors (5xx) and rate-limit refusals are passed on unchanged, and not stored.
 * - So is a challenge that a client signs (Digest), which the upstream alone may store. Even a recorded one is asked for
 *   anew, unless upstream does not answer.
 * - What a signed request was refused (401, 403) is asked for anew, too: the right key may have signed the next one.
 * - Once upstream was reached, a POST that made something (an upload, a session), or a mutation of GraphQL, is played as
 *   often as it was recorded: then upstream makes another. Once it took a request that changes something, it is asked again for what was played.
 * - A WebSocket is passed on, and recorded once its conversation has ended.
 * - If upstream does not answer, or refuses what an earlier recording issued, the request is a miss, with the reason.
 * - Upstream is not asked if the API's description answers: a 401 without a credential, a 405. Without a description it
 *   is asked for every miss, by any method.
 * @example
 * const handler = recordMisses(createPlayer({ tapes }), recorder.player, { from: "https://api.service.example" });
 * await listen(handler);
 */
export function recordMisses(player: Player, upstream: FetchHandler, options: RecordMissesOptions): Handler {
  checkOptions("record misses", options, { from: "string", inOrder: true }, ["from"]);
  const { from, inOrder = false } = options;
  const inFlight = new Map<string, Promise<UpstreamResult>>();
  /** What upstream answered to those that recordings tell from no other, by what was sent. */
  const untold = new Map<string, OutgoingResponse>();

  const sent = (ask: IncomingRequest): Promise<Outcome> => askUpstream(upstream, ask, player.resolve(ask).route.prefix);

  const fetched = async (ask: IncomingRequest): Promise<UpstreamResult> => {
    try {
      const revealed = await player.reveal(ask, async (each) => wholeOf(await sent(each)));
      const reply = await sent(revealed);
      const passed = (outcome: Outcome): UpstreamResult => ({
        kind: "passing",
        take: once(relinked(outcome, [from], ask.base)),
      });
      if (reply.kind === "socket") return passed(recordedSocket(reply, ask));
      const isSigned = asksForSignature(reply);
      const isStream = reply.kind === "stream" && !isSigned;
      if (isStream && isLasting({ status: reply.status, headers: reply.headers, body: null }))
        return passed(kept(reply, ask));
      // Of two clients, each signs its own.
      if (reply.kind !== undefined || isSigned) return { kind: "passing", take: once(reply) };
      const reason = failureIn(reply);
      if (reason !== null) return { kind: "failed", reason };
      if (!isLasting(recordedOf(reply))) return { kind: "passing", take: () => reply };
      if (isUntold(ask, reply.status)) {
        const key = sentBy(ask) ?? "";
        if (key !== "" && key.length + (reply.body?.length ?? 0) <= longestUntold) untold.set(key, reply);
        dropOldest(untold, mostLogins);
        return { kind: "passing", take: () => reply };
      }
      const refused = refusedPlaceholder(sentOf(revealed), reply.status);
      if (refused !== null) return { kind: "failed", reason: unknownReason(reply.status, refused) };
      await player.store(ask, recordedOf(reply), from);
      return { kind: "kept" };
    } catch (error) {
      return { kind: "failed", reason: (error as Error).message };
    }
  };

  /** Passes a stream on, and stores it: what a recorder kept, or what came. */
  const kept = (reply: StreamedResponse, ask: IncomingRequest): Outcome => {
    const { status, headers, informational, recorded } = reply;
    const came: Uint8Array<ArrayBuffer>[] = [];
    let length = 0;
    let broken = false;
    let stored: Promise<unknown> | null = null;
    const store = (cut: Cut | null): Promise<unknown> => {
      stored ??= recorded
        ? recorded.then((response) => player.store(ask, response, from, inOrder)).catch(() => {})
        : storeWhatCame(cut);
      return stored;
    };
    const storeWhatCame = async (cut: Cut | null): Promise<void> => {
      // A large body that was not recorded is requested again, and a body that is no stream is useless without its end.
      if (length > largestHeld || (cut !== null && !flowsByType(headers))) return;
      const trailers = cut === null ? trailersOf(reply) : undefined;
      const around = { ...(informational?.length && { informational }), ...(trailers?.length && { trailers }) };
      const chunks = came.map((bytes): RecordedChunk => [bytes.length, 0]);
      await player.store(
        ask,
        { status, headers, body: bodyOf(joined(came)), chunks, ...around, ...(cut && { cut }) },
        from,
        inOrder,
      );
    };
    const told = headerOf(headers, "content-length");
    async function* chunks(): AsyncIterable<Chunk> {
      let last: Chunk | null = null;
      try {
        for await (const chunk of reply.chunks) {
          last = chunk;
          length += chunk.bytes.length;
          if (length <= largestHeld && recorded === undefined) came.push(chunk.bytes);
          // With a known length, the client knows the end once it has that many bytes.
          if (String(length) !== told) yield last;
        }
      } catch (error) {
        broken = true;
        throw error;
      }
      // Before the client sees its end, and asks again.
      await store(null);
      if (last !== null && String(length) === told) yield last;
    }
    return {
      ...reply,
      chunks: chunks(),
      ended: (ending) => {
        reply.ended?.(ending);
        store(broken ? "truncation" : ending === "sent" ? null : "client");
      },
    };
  };

  /** Passes messages on at once; the player has them once the conversation has ended. */
  const recordedSocket = (socket: OpenedSocket, ask: IncomingRequest): Outcome => {
    const { status, headers, said } = socket;
    said?.then((came) => player.store(ask, { status, headers, body: null, ...came }, from, inOrder));
    const reveal = async (message: string): Promise<string> => {
      const { body } = await player.reveal({ ...ask, body: encoder.encode(message) }, (each) =>
        sent(each).then(wholeOf),
      );
      return decoder.decode(body as Uint8Array);
    };
    return revealedSocket(socket, reveal);
  };

  const share = (ask: IncomingRequest): Promise<UpstreamResult> => {
    const key = sentBy(ask);
    if (key === null) return fetched(ask);
    const shared = inFlight.get(key);
    if (shared) return shared;
    const own = fetched(ask).finally(() => inFlight.delete(key));
    inFlight.set(key, own);
    return own;
  };

  const miss = async (ask: IncomingRequest): Promise<Outcome> => {
    // If no answer follows the last one, another request may use up what was fetched for this one.
    for (let left = maxAttempts; left > 0; left -= 1) {
      // Each has a conversation of its own, or makes something of its own.
      const isOwn = inOrder || asksForSocket(ask) || ask.method === "POST";
      const came = await (isOwn ? fetched(ask) : share(ask));
      const before = came.kind === "failed" ? untold.get(sentBy(ask) ?? "") : undefined;
      if (came.kind === "failed" && before === undefined) return player.replayMiss(ask, came.reason);
      const reply =
        came.kind === "passing" ? came.take() : (before ?? player.tryReplay(ask, inOrder ? "for one" : "for all"));
      if (reply === null) continue;
      if (came.kind !== "kept") await player.log(ask, reply);
      return reply;
    }
    return player.replayMiss(ask, "its answers were for others that ask the same");
  };

  const handler = handlerOf((ask) => player.tryReplay(ask) ?? miss(ask), player.prepare);
  return Object.assign(handler, { expected: player.expected });
}

function unknownReason(status: number, placeholder: string): string {
  return `${status} to ${placeholder}, which stands in an earlier recording for what the API issued then, and which it does not know now: record it anew, from the request that issues it`;
}

/**
 * Returns an answer that came at once, as a recording stores it.
 * @throws Error for any other.
 */
function wholeOf(reply: Outcome): RecordedResponse {
  const reason = reply.kind === undefined ? failureIn(reply) : `it answered with a ${reply.kind}`;
  if (reply.kind !== undefined) reply.ended?.("aborted");
  if (reason !== null) throw new Error(reason);
  return recordedOf(reply as OutgoingResponse);
}

/**
 * Returns a WebSocket whose service gets what it issued where a client says a placeholder, in text: the client has it
 * from a player. Bytes stay as they are: they may count their lengths.
 */
function revealedSocket(socket: OpenedSocket, reveal: (message: string) => Promise<string>): OpenedSocket {
  return {
    ...socket,
    open(peer, wait) {
      const live = socket.open(peer, wait);
      let [waiting, held] = [0, 0];
      let isOver = false;
      let last = Promise.resolve();
      const next = (act: () => void | Promise<void>, length = 0): void => {
        waiting += 1;
        held += length;
        last = last
          .then(act)
          .catch(() => peer.close())
          .finally(() => {
            waiting -= 1;
            held -= length;
          });
      };
      // What comes while the service is asked for what it has to issue waits, too.
      const inTurn = (act: () => void, length?: number): void => (waiting > 0 ? next(act, length) : act());
      return {
        received(data) {
          const length = data.length + sizeOfMessage;
          if (isOver) return;
          isOver = waiting > 0 && held + length > mostHeld;
          if (isOver) {
            peer.close(1009, "too much waits for the service");
            return;
          }
          const isHidden = typeof data === "string" && findIssued(data).length > 0;
          // What the service issues no more it refuses in its own words.
          if (isHidden) next(async () => live.received(await reveal(data).catch(() => data)), length);
          else inTurn(() => live.received(data), length);
        },
        broken: () => inTurn(() => live.broken?.()),
        closed: (code, reason) => inTurn(() => live.closed(code, reason)),
      };
    },
  };
}

/** Returns whether a request was refused for a login that recordings tell from no other: a player would give it another's answer. */
function isUntold(ask: IncomingRequest, status: number): boolean {
  return (status === 401 || status === 403) && isGeneratedPair(requestHeader(ask, "authorization") ?? "");
}

/** Returns all of a request that could choose its answer, as text; null for a body in pieces, which may be large. */
function sentBy({ method, base, target, headers, body }: IncomingRequest): string | null {
  if (isSpooled(body)) return null;
  const chosen = Object.entries(headers).filter(([name, value]) => !isTransientOfRequest(name, String(value)));
  return JSON.stringify([method, base, target, chosen.sort(), body && latin1Text(body)]);
}

/** Returns a function that gives a value once, and then null. */
function once<Value>(value: Value): () => Value | null {
  let left: Value | null = value;
  return () => {
    const taken = left;
    left = null;
    return taken;
  };
}

/** A user whose password is a token may have many. */
const mostLogins = 256;
const longestUntold = 65_536;

/** How often a request may lose what was fetched for it to another request. */
const maxAttempts = 10;
