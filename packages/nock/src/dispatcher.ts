// Answers requests that go through undici's dispatchers and not through a function that nock replaces: a `fetch` that a
// client stored before a player was mounted, and the package undici, whose agents, clients and pools are dispatchers
// too. Not a copy of the package that is loaded later: `block-network.ts` refuses its connections. Read next:
// `mount.ts`.
import { createRequire } from "node:module";
import { stringify } from "node:querystring";
import type { IncomingRequest } from "@tapedeck/replay";
import { connectionRefusal, placeOfUrl } from "./block-network.ts";
import { RefusedError } from "./refused-error.ts";

/** Returns the function that answers requests to an origin; null if no player does. */
export type Respond = (origin: string) => ((ask: IncomingRequest, gone: AbortSignal) => Promise<Response>) | null;

/** A request as a dispatcher gets it. */
interface DispatchOptions {
  /** A client or pool has one of its own. */
  readonly origin?: string | URL;
  readonly path: string;
  readonly method: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: unknown;
  readonly body?: unknown;
  readonly upgrade?: unknown;
}

type Dispatch = (this: Dispatcher, options: DispatchOptions, handler: Partial<NewHandler & OldHandler>) => boolean;

interface Dispatcher {
  dispatch: Dispatch;
}

type Fields = Readonly<Record<string, string | string[]>>;

/** The callbacks that a dispatcher of undici 8 calls. */
interface NewHandler {
  onRequestStart(flow: Flow, context: object): void;
  onResponseStart(flow: Flow, status: number, headers: Fields, text: string): void;
  onResponseData(flow: Flow, chunk: Buffer): void;
  onResponseEnd(flow: Flow, trailers: Fields): void;
  onResponseError(flow: Flow, error: unknown): void;
}

/** The callbacks that a dispatcher of undici 5 to 7 calls. */
interface OldHandler {
  onConnect(abort: (reason?: Error) => void, context: object): void;
  onHeaders(status: number, headers: readonly Buffer[], resume: () => void, text: string): boolean;
  onData(chunk: Buffer): boolean;
  onComplete(trailers: readonly Buffer[]): void;
  onError(error: unknown): void;
}

// Numbered, since the interface of a dispatcher changed: Node and all versions of the package share these.
const slots = [1, 2].map((version) => Symbol.for(`undici.globalDispatcher.${version}`));
const globals = globalThis as unknown as Record<symbol, Dispatcher | undefined>;
const { cache: loaded = {} } = createRequire(import.meta.url);
const replaced = new Map<Dispatcher, { readonly real: Dispatch; readonly ours: Dispatch }>();

/** Makes undici's dispatchers ask here first: Node's own, and those of each loaded copy of the package. */
export function replaceDispatchers(respond: Respond): void {
  // Node makes its dispatcher when one of these is first used.
  void globalThis.Headers;
  for (const holder of [...slots.flatMap((slot) => holderOf(globals[slot])), ...packaged()]) {
    const real = holder.dispatch;
    if (replaced.get(holder)?.ours === real) continue;
    const ours: Dispatch = function (this: Dispatcher, options, handler) {
      const url = URL.parse(options.origin ?? ownOrigin(this));
      const refusal = url && connectionRefusal(placeOfUrl(url));
      const refuse = refusal && (() => Promise.reject(refusal));
      const answer = url && ((options.upgrade ? null : respond(url.origin)) ?? refuse);
      if (!answer) return Reflect.apply(real, this, [options, handler]);
      const ask = { ...options, origin: url };
      void deliver(ask, answer, handler.onRequestStart ? (handler as NewHandler) : renewed(handler as OldHandler));
      return true;
    };
    holder.dispatch = ours;
    replaced.set(holder, { real, ours });
  }
}

/** Restores the dispatchers, except those that another program has replaced meanwhile. */
export function restoreDispatchers(): void {
  for (const [holder, { real, ours }] of replaced) if (holder.dispatch === ours) holder.dispatch = real;
  replaced.clear();
}

/** Returns the object that holds a dispatcher's method: usually the prototype that all of its kind share. */
function holderOf(dispatcher: Dispatcher | null | undefined): readonly Dispatcher[] {
  if (!dispatcher) return [];
  return Object.hasOwn(dispatcher, "dispatch") ? [dispatcher] : holderOf(Object.getPrototypeOf(dispatcher));
}

function packaged(): readonly Dispatcher[] {
  return Object.entries(loaded).flatMap(([file, module]) =>
    /[\\/]undici[\\/]lib[\\/](?:dispatcher[\\/])?dispatcher-base\.js$/.test(file)
      ? holderOf(module?.exports?.prototype)
      : [],
  );
}

function ownOrigin(dispatcher: object): string {
  const url = Object.getOwnPropertySymbols(dispatcher).find(({ description }) => description === "url");
  return url ? String(dispatcher[url as keyof typeof dispatcher]) : "";
}

/** An answer in flight; undici calls it a controller. */
class Flow {
  readonly gone: AbortController = new AbortController();
  readonly rawTrailers: readonly Buffer[] = [];
  rawHeaders: readonly Buffer[] = [];
  #resumed: PromiseWithResolvers<void> | null = null;

  get aborted(): boolean {
    return this.gone.signal.aborted;
  }
  get reason(): unknown {
    return this.gone.signal.reason;
  }
  get paused(): boolean {
    return this.#resumed !== null;
  }
  get resumed(): Promise<void> | undefined {
    return this.#resumed?.promise;
  }
  pause(): void {
    this.#resumed ??= Promise.withResolvers();
  }
  resume(): void {
    this.#resumed?.resolve();
    this.#resumed = null;
  }
  abort(reason?: unknown): void {
    this.gone.abort(reason);
    this.resume();
  }
}

async function deliver(
  options: DispatchOptions & { readonly origin: URL },
  answer: NonNullable<ReturnType<Respond>>,
  handler: NewHandler,
): Promise<void> {
  const flow = new Flow();
  const { signal } = flow.gone;
  try {
    // A dispatcher returns before it calls back.
    await null;
    handler.onRequestStart(flow, {});
    signal.throwIfAborted();
    const response = await answer(await askOf(options), signal);
    const cookies = response.headers.getSetCookie();
    flow.rawHeaders = [...response.headers].flat().map((text) => Buffer.from(text, "latin1"));
    const fields = { ...Object.fromEntries(response.headers), ...(cookies.length > 0 && { "set-cookie": cookies }) };
    handler.onResponseStart(flow, response.status, fields, response.statusText);
    await flow.resumed;
    for await (const chunk of response.body ?? []) {
      signal.throwIfAborted();
      handler.onResponseData(flow, Buffer.from(chunk));
      await flow.resumed;
    }
    handler.onResponseEnd(flow, {});
  } catch (error) {
    handler.onResponseError(flow, signal.aborted ? signal.reason : unmasked(error));
  }
}

// undici's `fetch` takes an AbortError for the client's own, and drops its message.
function unmasked(error: unknown): unknown {
  return error instanceof RefusedError ? Object.assign(new Error(error.message), { code: error.code }) : error;
}

function renewed(handler: OldHandler): NewHandler {
  return {
    onRequestStart: (flow, context) => handler.onConnect((reason) => flow.abort(reason), context),
    onResponseStart(flow, status, _headers, text) {
      if (handler.onHeaders(status, flow.rawHeaders, () => flow.resume(), text) === false) flow.pause();
    },
    onResponseData(flow, chunk) {
      if (handler.onData(chunk) === false) flow.pause();
    },
    onResponseEnd: (flow) => handler.onComplete(flow.rawTrailers),
    onResponseError: (_flow, error) => handler.onError(error),
  };
}

async function askOf({
  origin: { host, origin: base },
  path,
  method,
  query,
  headers,
  body,
}: Parameters<typeof deliver>[0]): Promise<IncomingRequest> {
  const { bytes, type } = await contentOf(body);
  const fields: Record<string, string | string[]> = { host, ...(type !== null && { "content-type": type }) };
  for (const [name, value] of pairsOf(headers)) fields[name.toLowerCase()] = value;
  const target = query === undefined ? path : `${path}?${stringify(query)}`;
  return { method, target, headers: fields, body: bytes.length === 0 ? null : bytes, base, address: "127.0.0.1" };
}

/** Headers are an object, pairs, or a list of alternating names and values. */
function pairsOf(headers: unknown): readonly (readonly [name: string, value: string | string[]])[] {
  const given = (headers ?? {}) as Iterable<unknown>;
  const each = Symbol.iterator in given ? [...given] : Object.entries(given);
  const pairs = typeof each[0] === "string" ? each.flatMap((name, at) => (at % 2 ? [] : [[name, each[at + 1]]])) : each;
  return (pairs as [string, unknown][])
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [String(name), Array.isArray(value) ? value.map(String) : String(value)]);
}

async function contentOf(body: unknown): Promise<{ readonly bytes: Buffer; readonly type: string | null }> {
  const chunked = typeof body === "object" && body !== null && Symbol.asyncIterator in body;
  if (chunked)
    return { bytes: Buffer.concat(await Array.fromAsync(body as AsyncIterable<Buffer>, Buffer.from)), type: null };
  const made = new Response((body ?? null) as ConstructorParameters<typeof Response>[0]);
  // Under jsdom, the global classes are not those of the client.
  const typed = /Blob|File|FormData/.test(Object.prototype.toString.call(body));
  return { bytes: Buffer.from(await made.arrayBuffer()), type: typed ? made.headers.get("content-type") : null };
}
