import { type IncomingMessage, METHODS } from "node:http";
import { syncBuiltinESMExports } from "node:module";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import type { Handler, IncomingRequest, Outcome, Player, SharedPlayer } from "@tapedeck/replay";
import {
  answerPrepared,
  findOverrun,
  highestMade,
  isCoded,
  overrunText,
  readable,
  toResponse,
} from "@tapedeck/replay/internal";
import { createScrubber } from "@tapedeck/tape";
import { checkArgument, checkOptions, checkUrl, isLoopback } from "@tapedeck/tape/internal";
import type Nock from "nock";
import { asAsked, tellTargets, untellTargets } from "./asked-target.ts";
import { blockNetwork, placeOfUrl, unblockNetwork } from "./block-network.ts";
import { connectAtOnce, connectLate } from "./connected.ts";
import { type Respond, replaceDispatchers, restoreDispatchers } from "./dispatcher.ts";
import { flowing } from "./flowing.ts";
import { activateNock, restoreNock } from "./native-clients.ts";
import { nock, unfakeNextTick } from "./nock-without-timers.ts";
import { RefusedError } from "./refused-error.ts";

/** Where a player is mounted. */
export interface MountOptions {
  /** The origin whose requests it answers: `https://api.service.example`. */
  readonly origin: string;
}

/** A mounted player. */
export interface Mounted {
  /** Removes the player. The network stays closed until {@link openNetwork}. */
  unmount(): void;
}

/**
 * Answers requests: a player, or a handler composed of some, synchronous or not. An error that it throws reaches the
 * client.
 */
export type Answering = Pick<Handler, "answer" | "prepare"> | Player | SharedPlayer;

/** A request as nock holds it. */
interface Intercepted {
  headers: Readonly<Record<string, number | string | string[] | undefined>>;
  readonly options: { readonly proto: string; readonly host: string };
  readonly requestBodyBuffers: readonly Uint8Array[];
}

// A request by any method is a miss if it was not recorded, since nock's own error for an unknown method explains
// nothing. nock tries them in this order, so the common ones come first.
const usual = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"];
const methods: readonly string[] = [...new Set([...usual, ...METHODS])].filter((method) => method !== "CONNECT");

/**
 * Makes a player answer this process's requests to an origin, through `fetch` and Node's http clients alike, without a
 * socket. Requests to every other host fail, so that a test never reaches the network unnoticed.
 * @example
 * const mounted = mount(createPlayer({ tapes }), { origin: "https://api.service.example" });
 * (await fetch("https://api.service.example/users/ada")).status; // 200
 * mounted.unmount();
 */
export function mount(player: Answering, options: MountOptions): Mounted {
  // A handler need not be a function.
  if (typeof player !== "function") checkArgument("mount a player", "the player", player, "object");
  checkOptions("mount a player", options, { origin: "string" }, ["origin"]);
  const mounted = { origin: checkUrl("mount a player", "its origin", options.origin).origin, player };
  mounts.add(mounted);
  closeNetwork();
  if ("unplayed" in player) warnOfOverrun(player);
  return { unmount: () => void mounts.delete(mounted) };
}

const hidden = (url: string): string => createScrubber().text(url);

function warnOfOverrun(player: Player | SharedPlayer): void {
  const overrun = findOverrun(player);
  const advice = ["give the player a clock that runs, or that the test moves: createPlayer({ clock })"];
  const text = overrun && overrunText(overrun, advice);
  if (text === null || said.has(text)) return;
  said.add(text);
  console.warn(text);
}

/** Warnings that this process has printed: each test mounts a player of the same recordings. */
const said = new Set<string>();

/** The mounted players, the first of an origin before others of it. */
const mounts = new Set<MountOptions & { readonly player: Answering }>();

/** Answers for the other origins. */
let fallback: { readonly player: Answering; readonly matches: (origin: string) => boolean } | null = null;

function playerFor(origin: string): Answering | null {
  for (const mounted of mounts) if (mounted.origin === origin) return mounted.player;
  return fallback?.matches(origin) ? fallback.player : null;
}

/**
 * Makes a player answer this process's requests to every origin without a player of its own. The last fallback counts.
 * @param matches Returns whether it answers for an origin.
 * @example
 * const mounted = mountFallback(player, (origin) => origin.endsWith(".service.example"));
 */
export function mountFallback(player: Answering, matches: (origin: string) => boolean): Mounted {
  closeNetwork();
  const mine = { player, matches };
  fallback = mine;
  return {
    unmount() {
      if (fallback === mine) fallback = null;
    },
  };
}

/** The origins that have a player. nock matches it against origins and whole requests, before it schedules its tick. */
class MountedOrigins extends RegExp {
  override test(text: string): boolean {
    unfakeNextTick();
    const origin = originIn(text);
    return origin !== null && playerFor(origin) !== null;
  }
}

function originIn(text: string): string | null {
  return URL.parse(/https?:\/\/[^/]+/.exec(text)?.[0] ?? "")?.origin ?? null;
}

/** Allows requests to this machine while the network is closed. */
export function allowLoopback(): void {
  nock.enableNetConnect(isLoopback);
}

/** Opens the network to this process again, and removes all players. */
export function openNetwork(): void {
  nock.cleanAll();
  mounts.clear();
  fallback = null;
  nock.enableNetConnect();
  restoreNock();
  unblockNetwork();
  restoreDispatchers();
  untellTargets();
  connectLate();
  syncBuiltinESMExports();
}

function isMounted(host: string, port: number): boolean {
  return [...mounts].some(({ origin }) => {
    const mounted = placeOfUrl(new URL(origin));
    return mounted.host === host && mounted.port === port;
  });
}

const respond: Respond = (origin) => {
  const player = playerFor(origin);
  return player && (async (ask, gone) => toResponse(await outcomeOf(player, ask), gone));
};

async function outcomeOf(player: Answering, ask: IncomingRequest): Promise<Outcome> {
  return answerPrepared(player, isCoded(ask) ? await readable(ask) : ask);
}

function closeNetwork(): void {
  activateNock([...mounts].some(({ origin }) => isLoopback(new URL(origin).hostname)));
  if (!scope?.activeMocks().length) scope = intercept();
  nock.disableNetConnect();
  const isAnswered = (origin: string): boolean => playerFor(origin) !== null;
  blockNetwork(isMounted, isAnswered);
  replaceDispatchers(respond);
  tellTargets(isAnswered);
  connectAtOnce(isAnswered);
  // nock replaces `http.request`, but not what other modules hold by `import { request } from "node:http"`.
  syncBuiltinESMExports();
}

/** One for all origins: nock gives a request only to the first scope that has its origin. */
let scope: Nock.Scope | undefined;

function intercept(): Nock.Scope {
  const scope = nock(new MountedOrigins("mounted")).persist();
  const sent = new WeakMap<Intercepted, Intercepted["headers"]>();
  // nock parses a body by its content type, and crashes the process if it is not JSON after all. Without headers it
  // does not look, and we take the bytes as they were sent.
  scope.on("request", (request: Intercepted) => {
    sent.set(request, request.headers);
    request.headers = {};
  });
  for (const method of methods) {
    // Always asynchronous: an error thrown synchronously would crash the process, a rejection reaches the client.
    scope.intercept(/.*/, method).reply(async function (target) {
      this.req.once("response", endUnlessLeft);
      const request = this.req as unknown as Intercepted;
      const base = originIn(`${request.options.proto}://${request.options.host}`) ?? "";
      const player = playerFor(base);
      if (player === null)
        throw new RefusedError(`Cannot ask ${method} ${hidden(base + target)}: its player was unmounted`);
      const outcome = await outcomeOf(player, askOf(request, sent.get(request) ?? {}, method, target, base));
      // nock would end the process.
      if (outcome.status > highestMade)
        throw new RefusedError(
          `Cannot answer ${method} ${hidden(base + target)}: nock gives no status above ${highestMade}, and ${outcome.status} was recorded\n  - let its client ask a server that replays: npx @tapedeck/cli replay, or listen(player) of @tapedeck/serve`,
        );
      if (outcome.kind === "socket") {
        const { status, headers, body } = await toResponse(outcome);
        return [status, Readable.fromWeb(body as ReadableStream), [...headers].flat()];
      }
      const { response } = this.req as unknown as { readonly response?: { statusMessage: string } };
      if (response && "reason" in outcome && outcome.reason !== undefined) response.statusMessage = outcome.reason;
      const fields = outcome.headers.flat();
      if (outcome.kind !== undefined) return [outcome.status, await flowing(outcome, this.req), framed(fields)];
      outcome.ended?.("sent");
      return [outcome.status, outcome.body === null ? "" : Buffer.from(outcome.body), fields];
    });
  }
  return scope;
}

/**
 * nock closes the body of a client's `fetch` where its message ends, also if the client has just left it, as those of
 * language models do after the last event: an error that nothing catches.
 */
function endUnlessLeft(message: IncomingMessage): void {
  const emit = message.emit.bind(message);
  message.emit = (event: string, ...values: unknown[]) =>
    !(event === "end" && message.destroyed) && emit(event, ...values);
}

/** Returns the fields of a stream with its framing: without any, a client that keeps the connection never sees the end. */
function framed(fields: readonly string[]): readonly string[] {
  return fields.includes("content-length") ? fields : [...fields, "transfer-encoding", "chunked"];
}

function askOf(
  { requestBodyBuffers }: Intercepted,
  headers: Intercepted["headers"],
  method: string,
  target: string,
  base: string,
): IncomingRequest {
  const fields = Object.entries(headers).map(
    ([name, value]) => [name.toLowerCase(), typeof value === "number" ? String(value) : value] as const,
  );
  const body = Buffer.concat(requestBodyBuffers);
  return asAsked({
    method,
    target,
    headers: Object.fromEntries(fields),
    body: body.length === 0 ? null : body,
    base,
    address: "127.0.0.1",
  });
}
