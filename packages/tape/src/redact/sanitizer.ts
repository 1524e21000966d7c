import { boundaryOf, underOneBoundary } from "../body/multipart.ts";
import { canonical } from "../canonical.ts";
import type { Exchange, HeaderList, RecordedRequest, RecordedResponse } from "../exchange.ts";
import { pinNoise } from "../noise.ts";
import { type ChunkChange, chained, type LateChunkChange } from "../text/rewriter.ts";
import type { RedactOptions } from "./options.ts";
import type { KnownSecret, Scrubber } from "./scrubber.ts";
import { createSession, type Session } from "./session.ts";

/** What a recording hides and pins. */
export interface SanitizerOptions {
  /** Credentials in use, each with its alias. */
  readonly secrets?: readonly KnownSecret[];
  /** What to hide beyond the defaults. */
  readonly redact?: RedactOptions;
  /** The moment that recordings carry, epoch seconds. */
  readonly recordedAt: number;
  /** Applied before anything is hidden: it puts the origin in its place. Default: nothing. */
  readonly rewrite?: (exchange: Exchange) => Exchange;
  /** The same for a body that comes in parts. */
  readonly rewriteParts?: (headers: HeaderList) => ChunkChange | null;
  /** What hides and remembers, where several sanitizers share it. Default: one of its own, of these options. */
  readonly session?: Session;
  /** Called for each thing hidden in what {@link Sanitizer.exchange} gives. */
  readonly onRedact?: (kind: string) => void;
  /** Called once for a placeholder that two different values have. */
  readonly onAmbiguous?: (placeholder: string) => void;
}

/** Makes what came over the wire fit to be written down, over one recording session. */
export interface Sanitizer {
  /** @param unnamed Credentials of this request that no alias was given for. They are hidden from then on. */
  exchange(raw: Exchange, unnamed?: readonly KnownSecret[]): Exchange;
  /** The request as {@link Sanitizer.exchange} would write it; counts nothing as hidden. */
  request(raw: RecordedRequest, unnamed?: readonly KnownSecret[]): RecordedRequest;
  /** Hides from then on what an exchange sends and issues, also in what came before it. */
  learn(raw: Exchange, unnamed?: readonly KnownSecret[]): void;
  /**
   * Makes what goes over a large body as it comes, before it touches the disk; what else its message sends is hidden in it.
   * @param message The request, or the exchange whose answer it is the body of.
   */
  body(
    message: RecordedRequest | Exchange,
    unnamed?: readonly KnownSecret[],
  ): LateChunkChange | Promise<LateChunkChange>;
  /** Hides secrets in a text that goes to a log or an error: also what was sent or issued in the session. */
  text(text: string): string;
  /** Calls the others without holding the thread for long: see `Session.whenReady`. */
  readonly whenReady: Session["whenReady"];
}

/**
 * Makes a sanitizer: the one way of an exchange into a recording. It rewrites the origin, hides secrets, pins noise, and
 * writes the canonical form, in this order. What was hidden once is hidden in all that follows: see `createSession`.
 * @example
 * const sanitizer = createSanitizer({ recordedAt: pinnedMoment, secrets: [{ alias: "full", value: "s3cr3t-t0ken" }] });
 * sanitizer.text("token s3cr3t-t0ken"); // "token __redacted-full__"
 */
export function createSanitizer(options: SanitizerOptions): Sanitizer {
  const { secrets = [], redact = {}, recordedAt, rewrite = (exchange) => exchange, onRedact, onAmbiguous } = options;
  const told = { ...(onRedact && { onRedact }), ...(onAmbiguous && { onAmbiguous }) };
  const session = options.session ?? createSession({ ...redact, secrets, ...told });
  const given = new Set(secrets.map(({ value }) => value));
  const add = (unnamed: readonly KnownSecret[]): void => session.add(unnamed.filter(({ value }) => !given.has(value)));
  return {
    exchange(raw, unnamed = []) {
      add(unnamed);
      return normalize(session.exchange(rewrite(raw)), recordedAt);
    },
    request(raw, unnamed = []) {
      add(unnamed);
      const { request, response } = rewrite({ request: raw, response: none });
      return normalize({ request: session.request(request), response }, recordedAt).request;
    },
    learn(raw, unnamed = []) {
      add(unnamed);
      session.learn(rewrite(raw));
    },
    body(message, unnamed = []) {
      add(unnamed);
      const isSent = !("response" in message);
      return session.whenReady(() => {
        session.learn(rewrite(isSent ? { request: message, response: none } : message));
        const hide = session.body(isSent, isSent ? message.method : message.request.method);
        const change = options.rewriteParts?.(isSent ? message.headers : message.response.headers) ?? null;
        const boundary = isSent ? boundaryOf(message.headers) : undefined;
        const pinned = boundary === undefined ? hide : chained(underOneBoundary(boundary), hide);
        return change === null ? pinned : chained(change, pinned);
      });
    },
    text: session.text,
    whenReady: session.whenReady,
  };
}

const none: RecordedResponse = { status: 204, headers: [], body: null };

/**
 * The form in which an exchange stands in a recording: secrets hidden, noise pinned, canonical text. Recorder, import,
 * replay, verify and drift all use this one function, so what one of them writes, the others read as their own. Doing it
 * twice is doing it once.
 * @param recordedAt The moment that the recording carries, epoch seconds.
 * @example
 * sanitize(exchange, createScrubber(), pinnedMoment).request.target; // "/users/ada?access_token=__redacted-parameter__"
 */
export function sanitize(exchange: Exchange, scrubber: Scrubber, recordedAt: number): Exchange {
  return normalize(scrubber.exchange(exchange), recordedAt);
}

/** The same of an exchange that holds no secret: a recorded one, or one that was generated. */
export function normalize(exchange: Exchange, recordedAt: number): Exchange {
  return canonical(pinNoise(exchange, recordedAt));
}
