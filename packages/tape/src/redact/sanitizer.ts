import { boundaryOf, pinnedPieces } from "../body/multipart.ts";
import { canonical } from "../canonical.ts";
import type { Exchange, HeaderList, RecordedRequest, RecordedResponse } from "../exchange.ts";
import { pinNoise } from "../noise.ts";
import { checkArgument } from "../text/check-options.ts";
import { type ChunkChange, chained, type LateChunkChange } from "../text/rewriter.ts";
import type { RedactOptions } from "./options.ts";
import type { KnownSecret, Scrubber } from "./scrubber.ts";
import type { IssuedBefore } from "./session/issued-placeholders.ts";
import { createSession } from "./session/session.ts";
import type { Session } from "./session/session-interface.ts";

/** What a recording hides and pins. */
export interface SanitizerOptions {
  /** Credentials in use, each with its alias. */
  readonly secrets?: readonly KnownSecret[];
  /** What to hide beyond the defaults. */
  readonly redact?: RedactOptions;
  /** Time of recording that recordings carry, in epoch seconds. */
  readonly recordedAt: number;
  /** Applied before anything is hidden: replaces addresses by the origin. Default: nothing. */
  readonly rewrite?: (exchange: Exchange) => Exchange;
  /** The same for a body in parts. */
  readonly rewriteParts?: (headers: HeaderList) => ChunkChange | null;
  /** As for a session: what is recorded already, by requests as they are written. */
  readonly issuedBefore?: IssuedBefore | undefined;
  /** A session that several sanitizers share. Default: one of its own, with these options. */
  readonly session?: Session;
  /** Called for each value hidden in the result of {@link Sanitizer.exchange}. */
  readonly onRedact?: (kind: string) => void;
  /** Called once for a placeholder that two different values share. */
  readonly onAmbiguous?: (placeholder: string) => void;
  /** As for a session. */
  readonly onUnfollowed?: () => void;
  /** As for a session. */
  readonly maxSecrets?: number | undefined;
}

/** Makes what came over the wire safe to store, over one recording session. */
export interface Sanitizer {
  /** @param unnamed Credentials of this request without an alias. They are hidden from now on. */
  exchange(raw: Exchange, unnamed?: readonly KnownSecret[]): Exchange;
  /** @see Session.again */
  again(exchange: Exchange): Exchange;
  /** Grows whenever it learns a secret: an exchange may have it that came before. */
  readonly learnt: number;
  /** Returns the request as {@link Sanitizer.exchange} would write it; counts nothing as hidden. */
  request(raw: RecordedRequest, unnamed?: readonly KnownSecret[]): RecordedRequest;
  /** Hides from now on what an exchange sends and issues, also in what came before it. */
  learn(raw: Exchange, unnamed?: readonly KnownSecret[]): void;
  /**
   * Makes the redaction of a large body as it comes, before it touches the disk; it also hides what the rest of its
   * message sends.
   * @param message The request, or the exchange whose answer has the body.
   */
  body(
    message: RecordedRequest | Exchange,
    unnamed?: readonly KnownSecret[],
  ): LateChunkChange | Promise<LateChunkChange>;
  /** Hides secrets in a text for a log or an error, including those sent or issued in the session. */
  text(text: string): string;
  /** @see Session.expecting */
  readonly expecting: Session["expecting"];
  /** Calls the others without blocking the thread for long: see `Session.whenReady`. */
  readonly whenReady: Session["whenReady"];
}

/**
 * Makes a sanitizer, the only way of an exchange into a recording. It rewrites the origin, hides secrets, pins noise,
 * and writes the canonical form, in this order. What was hidden once is hidden in everything that follows: see
 * `createSession`.
 * @example
 * const sanitizer = createSanitizer({ recordedAt: pinnedMoment, secrets: [{ alias: "full", value: "s3cr3t-t0ken" }] });
 * sanitizer.text("token s3cr3t-t0ken"); // "token __redacted-full__"
 */
export function createSanitizer(options: SanitizerOptions): Sanitizer {
  checkArgument("make a sanitizer", "the options", options, "object");
  const { secrets = [], redact = {}, recordedAt, rewrite = (exchange) => exchange } = options;
  const { onRedact, onAmbiguous, onUnfollowed } = options;
  const written = (request: RecordedRequest): RecordedRequest =>
    normalize({ request, response: none }, recordedAt).request;
  const { expectedFor } = options.issuedBefore ?? {};
  const issuedBefore = options.issuedBefore && {
    ...options.issuedBefore,
    ...(expectedFor && { expectedFor: (request: RecordedRequest) => expectedFor(written(request)) }),
  };
  const told = {
    ...(onRedact && { onRedact }),
    ...(onAmbiguous && { onAmbiguous }),
    ...(onUnfollowed && { onUnfollowed }),
    issuedBefore,
    maxSecrets: options.maxSecrets,
  };
  const session = options.session ?? createSession({ ...redact, secrets, ...told });
  const given = new Set(secrets.map(({ value }) => value));
  const add = (unnamed: readonly KnownSecret[]): void => session.add(unnamed.filter(({ value }) => !given.has(value)));
  return {
    exchange(raw, unnamed = []) {
      add(unnamed);
      return normalize(session.exchange(rewrite(raw)), recordedAt);
    },
    again(exchange) {
      const clean = session.again(exchange);
      return clean === exchange ? exchange : normalize(clean, recordedAt);
    },
    get learnt() {
      return session.learnt;
    },
    request(raw, unnamed = []) {
      add(unnamed);
      const { request } = rewrite({ request: raw, response: none });
      return written(session.request(request));
    },
    learn(raw, unnamed = []) {
      add(unnamed);
      session.learn(rewrite(raw));
    },
    body(message, unnamed = []) {
      add(unnamed);
      const isSent = !("response" in message);
      return session.whenReady(() => {
        const request = session.learn(rewrite(isSent ? { request: message, response: none } : message));
        const hide = session.body(isSent, request);
        const change = options.rewriteParts?.(isSent ? message.headers : message.response.headers) ?? null;
        const boundary = isSent ? boundaryOf(message.headers) : undefined;
        const pinned = boundary === undefined ? hide : chained(pinnedPieces(boundary), hide);
        return change === null ? pinned : chained(change, pinned);
      });
    },
    text: session.text,
    expecting: session.expecting,
    whenReady: session.whenReady,
  };
}

const none: RecordedResponse = { status: 204, headers: [], body: null };

/**
 * Returns the form in which a recording stores an exchange: secrets hidden, noise pinned, canonical text. Recorder,
 * import, replay, verify and drift all use this function, so what one of them writes, the others read as their own.
 * Applying it twice changes nothing.
 * @param recordedAt Time of recording, in epoch seconds.
 * @example
 * sanitize(exchange, createScrubber(), pinnedMoment).request.target; // "/users/ada?access_token=__redacted-parameter__"
 */
export function sanitize(exchange: Exchange, scrubber: Scrubber, recordedAt: number): Exchange {
  return normalize(scrubber.exchange(exchange), recordedAt);
}

/** Does the same for an exchange without secrets: a recorded or a generated one. */
export function normalize(exchange: Exchange, recordedAt: number): Exchange {
  return canonical(pinNoise(exchange, recordedAt));
}
