import { RefusedError } from "@tapedeck/nock/refused-error";
import {
  type Handler,
  handlerOf,
  type IncomingRequest,
  type Miss,
  missText,
  type OutgoingResponse,
} from "@tapedeck/replay";
import { headerOf } from "@tapedeck/tape";

/** Where a tape gets its answers, and for which base URL. */
export interface TapeHandlerOptions {
  readonly play: Handler["answer"];
  /** Base URL of the service, as the client has it. */
  readonly from: string;
  /** The tape's name, for errors. */
  readonly tape: string;
  /** Whether the tests run in CI, where they cannot record. */
  readonly inCI: boolean;
  readonly onRefused: (error: RefusedError) => void;
}

/**
 * Answers the requests of a test from its tape. A miss becomes an error, since a client may take any response for the
 * API's, and retry.
 * @throws RefusedError, from `answer`, if the tape has no answer, and for another origin than the tape's.
 */
export function createTapeHandler({ play, from, tape, inCI, onRefused }: TapeHandlerOptions): Handler & {
  readonly answer: (ask: IncomingRequest) => Promise<OutgoingResponse>;
} {
  const { origin, pathname } = new URL(from);
  const prefix = pathname.replace(/\/+$/, "");

  const refuse = (message: string): RefusedError => {
    const error = new RefusedError(message);
    onRefused(error);
    return error;
  };

  const answer = async (ask: IncomingRequest): Promise<OutgoingResponse> => {
    const { target, base } = ask;
    const path = target.replace(/\?.*/s, "");
    if (base !== origin || !(prefix === "" || path === prefix || path.startsWith(`${prefix}/`))) {
      throw refuse(
        `Cannot ask ${ask.method} ${base}${path}: tape "${tape}" is one of ${from}\n  - mend the client's base URL`,
      );
    }
    const within = target.slice(prefix.length);
    const reply = await play({
      ...ask,
      target: within.startsWith("/") ? within : `/${within}`,
      base: origin + prefix,
    });
    const problem = problemIn(reply);
    if (problem === null) return reply;
    throw refuse(
      problem.miss
        ? missIn(problem.miss, tape, inCI)
        : `${problem.detail}\n  - it was to be recorded on tape "${tape}"`,
    );
  };
  return Object.assign(handlerOf(answer), { answer });
}

interface Problem {
  readonly detail: string;
  readonly miss: Miss | null;
}

/** Returns what the harness says in place of the API; null for an answer of the API. */
function problemIn({ headers, body }: OutgoingResponse): Problem | null {
  const kind = headerOf(headers, "x-tapedeck");
  if (kind === null) return null;
  const { detail, request, closest, advice, upstream } = JSON.parse(new TextDecoder().decode(body ?? undefined));
  return { detail, miss: kind === "miss" ? { ...request, closest, advice, ...(upstream && { upstream }) } : null };
}

function missIn(miss: Miss, tape: string, inCI: boolean): string {
  const { upstream } = miss;
  const record =
    upstream !== undefined
      ? []
      : [`record it: run this test with TAPEDECK=auto${inCI ? " on your own machine, and commit the recording" : ""}`];
  // A test records itself: what the player says of recording is for others.
  const advice = [...record, ...miss.advice.filter((line) => !line.startsWith("record it:"))];
  return missText({ ...miss, advice }).replace("no tape has it", `tape "${tape}" does not have it`);
}
