import { join } from "node:path";
import { createObserver, isRefusal, type RateLimitObserver } from "@tapedeck/rate-limit";
import { repeatedBy } from "@tapedeck/replay/internal";
import {
  anonymous,
  type Body,
  createSanitizer,
  type Exchange,
  type Principal,
  pinnedMoment,
  type RecordedRequest,
} from "@tapedeck/tape";
import { createTurns, folderOf, type Turn, type Turns } from "@tapedeck/tape/files";
import {
  checkOptions,
  checkRedact,
  isSpooled,
  mergeRedact,
  type SpooledBody,
  withArrivalDate,
} from "@tapedeck/tape/internal";
import { largeBodies } from "./flow/large-body.ts";
import { isLateBody } from "./flow/late-body.ts";
import { createInFlight, createKeyedQueue, createOpeningOrder, type OpeningTurn, recorderClosed } from "./in-flight.ts";
import { pinCounters } from "./pin-counters.ts";
import { createRecordingPlayer, type RecordingHandler } from "./player.ts";
import { type RecorderOptions, recorderOptionNames } from "./recorder-options.ts";
import { authorizationOf, checkedCredentials, knownSecrets } from "./send/credential.ts";
import { createFailures } from "./send/failures.ts";
import { createRateLimiter, machineClock, TooSoonError } from "./send/rate-limiter.ts";
import { messageOf, type RecordRequest, recordableRequest, sentRequest } from "./send/record-request.ts";
import { socketRecorder } from "./send/record-socket.ts";
import { type SendContext, sendWithRetry } from "./send/send-with-retry.ts";
import type { WireRequest } from "./send/transport.ts";
import { originRewriter, upstreamOf } from "./send/upstream.ts";
import { isSignedFor } from "./signed-address.ts";
import type { PrincipalStanding } from "./standing.ts";
import { lockFolder } from "./store/folder-lock.ts";
import { issuedOnFile } from "./store/issued-before.ts";
import { createKeeper } from "./store/keeper.ts";
import { createLoneRefusals } from "./store/lone-refusals.ts";
import { createLookBack } from "./store/look-back.ts";
import { openLockedStore, redactOnFile } from "./store/open-store.ts";
import { recordedAs } from "./store/recorded-as.ts";
import type { Summary } from "./summary.ts";
import { createTally } from "./tally.ts";

/** Sends requests to a service and records the answers. */
export interface Recorder {
  /** A fetch handler: sends a request to the service, whatever origin it names, and records both sides. */
  readonly player: RecordingHandler;
  /**
   * Sends and records a request; resolves to the exchange as it came, with its body decoded and everything that the
   * file does not show.
   */
  readonly ask: (question: RecordRequest) => Promise<Exchange>;
  /** Opens a lane: requests of one lane keep their order, those of different lanes are independent. */
  readonly lane: () => Turns;
  /** The aliases that have a credential, and `anonymous`. */
  readonly principals: readonly Principal[];
  /** Hides the secrets that this recorder knows in a text. */
  readonly scrub: (text: string) => string;
  readonly summary: () => Summary;
  /** Announces the number of requests ahead, so that a quota that is too small for them is spread over its window. */
  readonly expect: (principal: Principal, requests: number) => void;
  /** Returns the quota of each principal that the service has told: of several, the one with the smallest share left. */
  readonly standings: () => Readonly<Record<Principal, PrincipalStanding>>;
  /** The service's rate limit, as far as its answers advertised one. */
  readonly rateLimit: Pick<RateLimitObserver, "scheme" | "notes">;
  /** Ends the streams and WebSockets in flight, as at their bound. */
  readonly endStreams: () => void;
  /**
   * Ends the streams, and waits for the other requests in flight; afterwards everything is on disk, and another recorder
   * may start.
   * @param graceSeconds How long to wait: a request without its whole answer then fails. Default: `timeoutSeconds`.
   */
  close(graceSeconds?: number): Promise<void>;
}

/**
 * Starts recording a service into a folder, which takes one recorder at a time.
 * @throws RangeError for an unknown option, and an unusable base URL or credential.
 * @throws FolderLockedError if another process records into the folder.
 * @example
 * const recorder = await createRecorder({ from: "https://api.service.example", out: "recordings" });
 * await recorder.ask({ target: "/users/ada" });
 * await recorder.close();
 */
export async function createRecorder(options: RecorderOptions): Promise<Recorder> {
  checkOptions("record", options, recorderOptionNames, ["from", "out"]);
  const { recordedAt = pinnedMoment, timeoutSeconds = 30, maxBodyBytes } = options;
  const { streamSeconds = 300, chunked = false } = options;
  const credentials = checkedCredentials(options.tokens);
  if (options.redact) checkRedact(options.redact, "the options");
  const upstream = upstreamOf(options.from, options.origin);
  const alike = recordedAs(options);
  const tally = createTally();
  const given = new Set(credentials.map(({ alias }) => alias));
  const { openPollyTransport } = await import("./polly/polly-transport.ts");
  const transport = openPollyTransport({ timeoutSeconds, maxBodyBytes, streamSeconds, chunked });
  const lock = await lockFolder(options.out).catch(async (error: unknown) => {
    await transport.close();
    throw error;
  });
  const release = async (error: unknown): Promise<never> => {
    await lock.release();
    await transport.close();
    throw error;
  };
  const redactBefore = await redactOnFile(options.out, lock.found).catch(release);
  const redact = mergeRedact([options.redact, options.api?.redact, redactBefore]);
  const rewriteOrigin = originRewriter(upstream);
  const now = options.pace?.now ?? machineClock();
  const store = await openLockedStore(
    options.out,
    { origin: upstream.origin, recordedAt, redact, now: options.runAt ?? now(), fillsGaps: options.fillsGaps, alike },
    lock,
  ).catch(release);
  const before = lock.found.length > 0 ? issuedOnFile(store, Boolean(options.fillsGaps), alike) : undefined;
  const sanitizer = createSanitizer({
    secrets: knownSecrets(credentials),
    redact: redact ?? {},
    recordedAt,
    rewrite: (exchange) => pinCounters(rewriteOrigin(withArrivalDate(exchange, now())), recordedAt),
    rewriteParts: rewriteOrigin.parts,
    onRedact: tally.redacted,
    onAmbiguous: tally.ambiguous,
    onUnfollowed: tally.unfollowed,
    maxSecrets: options.maxSecrets,
    issuedBefore: before,
  });
  const limiter = createRateLimiter(options.pace);
  const observer = createObserver();
  const enqueueBy = createKeyedQueue();
  const openingOrder = createOpeningOrder();
  const turns = createTurns();
  const inFlight = createInFlight();
  let closing: Promise<void> | null = null;
  const lookBack = createLookBack(options.out, sanitizer, lock, () => options.runAt ?? now(), !options.fillsGaps);
  const keep = createKeeper({ ...options, sanitizer, before, store, tally, origin: upstream.origin, lookBack });
  // A secret that it sends is hidden in texts from now on.
  const clean = (message: WireRequest): RecordedRequest =>
    sanitizer.request(recordableRequest(message, upstream), message.sender.unnamed);
  const refusals = createLoneRefusals(store, repeatedBy(alike.compared, options.rule));
  const { onFailure } = options;
  const failures = createFailures({ clean, text: sanitizer.text, upstream, tally, timeoutSeconds, onFailure });
  const large = largeBodies({ out: options.out, sanitizer, upstream });
  const sendContext: Omit<SendContext, "keep"> = {
    transport,
    limiter,
    now,
    over: inFlight.over,
    openLarge: large.answered,
    exchangeOf: async (sent, response) => {
      const { principal, unnamed } = sent.sender;
      const request = await sentRequest(sent, upstream);
      const path = request.target.replace(/\?.*/s, "");
      const caller = principal === anonymous ? {} : { account: principal };
      const exchange = { request, response };
      // The limit that it advertises may be written into the description.
      if (isRefusal(response)) await sanitizer.whenReady(() => sanitizer.learn(exchange, unnamed));
      observer.observe(response, now(), { address: "", method: sent.method, path, ...caller }, sanitizer.text);
      return exchange;
    },
    onFile: async (message) => {
      // An answer that this run itself recorded already has its place.
      if (lock.found.length === 0) return null;
      const { answers, next } = await store.find(await sanitizer.whenReady(() => clean(message)));
      return answers[next] ?? null;
    },
    accepted(principal, status) {
      if (!given.has(principal)) return true;
      tally.answered(principal, status);
      return status !== 401;
    },
    fail: failures.errorOf,
    isLimitKnown: () => (options.api?.rateLimit ?? observer.scheme()) !== null,
    refused(message, refusal, isAsked) {
      tally.refused();
      if (!isAsked || options.fillsGaps || refusal.response.body?.encoding === "file") return;
      const again = clean(withCookies(message, refusal.response.headers));
      refusals.note(clean(message), again, refusal, async () => {
        const turn = turns.begin();
        await keep(refusal, message.sender, turn);
        turn.end();
      });
    },
    note: failures.unseen,
  };

  const filedOf = async (asked: WireRequest, body: SpooledBody): Promise<Body | null> => {
    const came = isLateBody(body) ? await body.given : body;
    if (came === null || isSpooled(came)) return came && large.sent(asked, came);
    return (await sentRequest({ ...asked, body: came }, upstream)).body;
  };

  const send = async (
    question: RecordRequest,
    credential: string | null,
    turn: Turn,
    inTurn: OpeningTurn["store"],
    patience?: number,
  ): Promise<Exchange> => {
    const asked = messageOf(question, credential, upstream, credentials);
    const message = isSpooled(asked.body) ? { ...asked, filed: filedOf(asked, asked.body) } : asked;
    message.filed?.catch(() => {});
    try {
      const keeping = async (raw: Exchange) => {
        const stored = await inTurn(() => keep(raw, message.sender, turn, question.issuedBefore));
        if (!isRefusal(stored.response)) refusals.answered(stored.request);
        return stored;
      };
      return await sendWithRetry({ ...sendContext, keep: keeping }, question, message, patience);
    } catch (error) {
      // Nothing was sent, and nothing failed.
      if (error instanceof TooSoonError) tally.heldBack(error.byReserve);
      const isOver = [question.signal, inFlight.over].some((each) => each?.aborted && error === each.reason);
      if (error instanceof TooSoonError || isOver) throw error;
      failures.told(message, question.target, error as Error);
      throw error;
    }
  };

  const enqueue = (question: RecordRequest, authorization: string | null, patience?: number): Promise<Exchange> => {
    if (closing) return Promise.reject(recorderClosed());
    const { method, target, headers, onAnswer, onStream } = question;
    const turn = (question.lane ?? turns).begin();
    const stream = openingOrder();
    const answered: RecordRequest["onAnswer"] = (exchange) => {
      turn.end();
      onAnswer?.(exchange);
    };
    const answer: Promise<Exchange> = enqueueBy(JSON.stringify([method, target, authorization, headers]), (release) => {
      const streaming: RecordRequest["onStream"] = (head, cut) => {
        // The next request need not wait for the end of this one.
        release();
        inFlight.addStream(cut, answer);
        stream.opened(`${method} ${target}`, answer);
        return onStream?.(head, cut) ?? null;
      };
      const hooks = { ...(onAnswer && { onAnswer: answered }), ...(onStream && { onStream: streaming }) };
      return send({ ...question, ...hooks }, authorization, turn, stream.store, patience);
    });
    inFlight.add(answer);
    const ended = (): void => {
      turn.place(null);
      turn.end();
    };
    answer.then(ended, ended);
    return answer;
  };

  const connect = socketRecorder({
    credentials,
    upstream,
    turns,
    bounds: { timeoutSeconds, maxBytes: maxBodyBytes ?? 64 * 1024 * 1024 },
    keep,
    lost: (message, target, code) => {
      const error = failures.errorOf(message, code);
      failures.told(message, target, error);
      return error;
    },
    begun: inFlight.addStream,
  });

  const close = async (graceSeconds: number): Promise<void> => {
    await inFlight.settle(graceSeconds, transport.breakOff);
    try {
      tally.refused(-(await refusals.end()));
      await lookBack.end(await store.close());
      if (before !== undefined) tally.shared(before.shared);
      await options.describe?.(store.iterate(), join(options.out, folderOf(upstream.origin, "/")));
    } finally {
      await transport.close();
      await lock.release();
    }
  };

  return {
    // A client of the player has a timeout of its own, which is seldom longer than ours.
    player: createRecordingPlayer(
      (question, authorization, address) => {
        rewriteOrigin.addAddress(address);
        const answer = enqueue(question, authorization, timeoutSeconds);
        if (address !== new URL(upstream.base).origin && isSignedFor(address, question.headers?.["dpop"]))
          answer.then(({ response }) => response.status >= 400 && tally.misaddressed()).catch(() => {});
        return answer;
      },
      (question, authorization, address) => {
        if (closing) return Promise.reject(recorderClosed());
        rewriteOrigin.addAddress(address);
        return connect(question, authorization);
      },
      upstream,
      options.rewriteLinks ?? false,
    ),
    ask: async (question) => enqueue(question, authorizationOf(question.as ?? anonymous, credentials, options.api)),
    lane: turns.branch,
    principals: [anonymous, ...credentials.map(({ alias }) => alias)],
    scrub: sanitizer.text,
    summary: tally.summary,
    expect: limiter.expect,
    standings: limiter.standings,
    rateLimit: observer,
    endStreams: inFlight.endStreams,
    close(graceSeconds = timeoutSeconds) {
      closing ??= close(graceSeconds);
      return closing;
    },
  };
}

/** Returns a request as a client with a jar sends it again: with the cookies that its refusal set. */
function withCookies(message: WireRequest, answered: RecordedRequest["headers"]): WireRequest {
  const set = answered.filter(([name]) => name === "set-cookie").map(([, value]) => value.split(";", 1)[0] ?? "");
  if (set.length === 0) return message;
  const sent = (message.headers["cookie"] ?? "").split("; ").filter(Boolean);
  const names = new Set(set.map((each) => each.split("=", 1)[0]));
  const cookie = [...sent.filter((each) => !names.has(each.split("=", 1)[0])), ...set].join("; ");
  return { ...message, headers: { ...message.headers, cookie } };
}
