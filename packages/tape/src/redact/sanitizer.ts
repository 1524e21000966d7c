import { boundaryOf, pinnedPieces } from "../body/multipart.ts";
import { canonical } from "../canonical.ts";
import type { Exchange, HeaderList, RecordedRequest, RecordedResponse } from "../exchange.ts";
import { pinNoise } from "../noise.ts";
import { checkArgument } from "../text/check-options.ts";
import { type ChunkChange, chained, type LateChunkChange } from "../text/rewriter.ts";
import type { IssuedBefore } from "./memory/issued-placeholders.ts";
import { createSecretMemory } from "./memory/secret-memory.ts";
import type { SecretMemory } from "./memory/secret-memory-interface.ts";
import type { RedactOptions } from "./options.ts";
import type { KnownSecret, Scrubber } from "./scrubber.ts";

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
  /** As for a memory of secrets: what is recorded already, by requests as they are written. */
  readonly issuedBefore?: IssuedBefore | undefined;
  /** A memory that several sanitizers share. Default: one of its own, with these options. */
  readonly memory?: SecretMemory;
  /** Called for each value hidden in the result of {@link Sanitizer.exchange}. */
  readonly onRedact?: (kind: string) => void;
  /** Called once for a placeholder that two different values share. */
  readonly onAmbiguous?: (placeholder: string) => void;
  /** As for a memory of secrets. */
  readonly onUnfollowed?: () => void;
  /** As for a memory of secrets. */
  readonly maxSecrets?: number | undefined;
}

/** Makes what came over the wire safe to store, over one recording run. */
export interface Sanitizer {
  /** @param unnamed Credentials of this request without an alias. They are hidden from now on. */
  exchange(raw: Exchange, unnamed?: readonly KnownSecret[]): Exchange;
  /** @see SecretMemory.again */
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
  /** Hides secrets in a text for a log or an error, including those sent or issued before. */
  text(text: string): string;
  /** @see SecretMemory.expecting */
  readonly expecting: SecretMemory["expecting"];
  /** Calls the others without blocking the thread for long: see `SecretMemory.whenReady`. */
  readonly whenReady: SecretMemory["whenReady"];
}

/**
 * Makes a sanitizer, the only way of an exchange into a recording. It rewrites the origin, hides secrets, pins noise,
 * and writes the canonical form, in this order. What was hidden once is hidden in everything that follows: see
 * `createSecretMemory`.
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
  const memory = options.memory ?? createSecretMemory({ ...redact, secrets, ...told });
  const given = new Set(secrets.map(({ value }) => value));
  const add = (unnamed: readonly KnownSecret[]): void => memory.add(unnamed.filter(({ value }) => !given.has(value)));
  return {
    exchange(raw, unnamed = []) {
      add(unnamed);
      return normalize(memory.exchange(rewrite(raw)), recordedAt);
    },
    again(exchange) {
      const clean = memory.again(exchange);
      return clean === exchange ? exchange : normalize(clean, recordedAt);
    },
    get learnt() {
      return memory.learnt;
    },
    request(raw, unnamed = []) {
      add(unnamed);
      const { request } = rewrite({ request: raw, response: none });
      return written(memory.request(request));
    },
    learn(raw, unnamed = []) {
      add(unnamed);
      memory.learn(rewrite(raw));
    },
    body(message, unnamed = []) {
      add(unnamed);
      const isSent = !("response" in message);
      return memory.whenReady(() => {
        const request = memory.learn(rewrite(isSent ? { request: message, response: none } : message));
        const hide = memory.body(isSent, request);
        const change = options.rewriteParts?.(isSent ? message.headers : message.response.headers) ?? null;
        const boundary = isSent ? boundaryOf(message.headers) : undefined;
        const pinned = boundary === undefined ? hide : chained(pinnedPieces(boundary), hide);
        return change === null ? pinned : chained(change, pinned);
      });
    },
    text: memory.text,
    expecting: memory.expecting,
    whenReady: memory.whenReady,
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
