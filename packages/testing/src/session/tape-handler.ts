import { RefusedError, socketAdvice } from "@tapedeck/nock/refused-error";
import { type Handler, type IncomingRequest, type Miss, missText, type Outcome, type Player } from "@tapedeck/replay";
import { asksForSocket, failureIn, handlerOf } from "@tapedeck/replay/internal";
import { createScrubber, RecordingSyntaxError } from "@tapedeck/tape";

/** Where a tape gets its answers, and for which base URL. */
interface TapeHandlerOptions {
  readonly play: (ask: IncomingRequest) => Promise<Outcome>;
  /** The player behind it, which knows the misses. */
  readonly player: Pick<Player, "misses" | "resolve">;
  /** Base URL of the service, as the client has it. */
  readonly from: string;
  /** The tape's name, for errors. */
  readonly tape: string;
  /** Why a request is a miss. */
  readonly nowhere: string;
  readonly onRefused: (error: RefusedError) => void;
}

/**
 * Answers the requests of a test from its tape. A miss becomes an error, since a client may take any response for the
 * API's, and retry.
 * @throws RefusedError, from `answer`, if the tape has no answer, or one that cannot be read, and for another origin than the tape's.
 */
export function createTapeHandler({ play, player, from, tape, nowhere, onRefused }: TapeHandlerOptions): Handler & {
  readonly answer: (ask: IncomingRequest) => Promise<Outcome>;
} {
  const { origin, pathname } = new URL(from);
  const prefix = pathname.replace(/\/+$/, "");

  const refuse = (message: string): RefusedError => {
    const error = new RefusedError(message);
    onRefused(error);
    return error;
  };

  const missOf = (ask: IncomingRequest): Miss | undefined => {
    const { method, target, principal } = player.resolve(ask).request;
    const isSame = (miss: Miss) => miss.method === method && miss.target === target && miss.principal === principal;
    return player.misses().findLast(isSame);
  };

  const answer = async (ask: IncomingRequest): Promise<Outcome> => {
    const { target, base } = ask;
    const path = target.replace(/\?.*/s, "");
    if (base !== origin || !(prefix === "" || path === prefix || path.startsWith(`${prefix}/`))) {
      const [asked, known] = [base + path, from].map((url) => createScrubber().text(url));
      throw refuse(
        `Cannot ask ${ask.method} ${asked}: tape "${tape}" is one of ${known}\n  - mend the client's base URL`,
      );
    }
    if (asksForSocket(ask))
      throw refuse(
        `Cannot open a WebSocket to ${createScrubber().text(base + path)}: tape "${tape}" is played within a process\n${socketAdvice}`,
      );
    const within = target.slice(prefix.length);
    const own = { ...ask, target: within.startsWith("/") ? within : `/${within}`, base: origin + prefix };
    const reply = await play(own).catch((error: unknown) => {
      throw error instanceof RecordingSyntaxError ? refuse(error.message) : error;
    });
    const failure = reply.kind === undefined ? failureIn(reply) : null;
    if (failure === null) return reply;
    // Not read from the response: that of a HEAD has no body.
    const miss = reply.status === 501 ? missOf(own) : undefined;
    throw refuse(miss ? missIn(miss, nowhere) : `${failure}\n  - it was to be recorded on tape "${tape}"`);
  };
  return Object.assign(handlerOf(answer), { answer });
}

function missIn(miss: Miss, nowhere: string): string {
  // It should have been recorded just now.
  const advice = miss.advice.filter((line) => miss.upstream === undefined || !line.startsWith("record it:"));
  return missText({ ...miss, advice }, nowhere);
}
