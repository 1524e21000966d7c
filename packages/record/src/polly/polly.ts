import { stat } from "node:fs/promises";
import http from "node:http";
import { createRequire } from "node:module";
import { Readable } from "node:stream";
import type { PollyConfig, Polly as PollyInstance, Request } from "@pollyjs/core";
import type { HarEntry } from "@pollyjs/persister";
import type { CapturedResponse } from "../flow/flow.ts";
import { loadLate } from "./load-late.ts";

/** What the recorder reads of an entry of Polly.js. */
export interface PollyEntry {
  readonly request: Pick<HarEntry["request"], "method">;
  readonly response: Pick<HarEntry["response"], "status" | "headers" | "content">;
}

/** A recording of Polly.js, as far as the recorder reads it. */
export interface PollyRecording {
  readonly log: { readonly entries: readonly PollyEntry[] };
}

/** A request that the recorder passes to Polly.js, and who gets the result. */
export interface Sending {
  /** The id that its recording gets. */
  readonly ticket: string;
  /** URL of the service: the target is among the options of Node's client. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The options for Node's http client. */
  readonly parsedArguments: { readonly options: CaptureOptions };
  readonly ended: (error: Error | undefined) => void;
}

/** Options of a captured request beyond Node's own. */
export interface CaptureOptions {
  readonly agent: http.Agent;
  /** Path and query as they go out: Polly.js knows only the origin. */
  readonly target: string;
  /** The body to send, in pieces. Default: the body that Polly.js was given. */
  readonly upload?: AsyncIterable<Uint8Array>;
  /** Called with the outgoing request. */
  readonly onSent: (sent: http.ClientRequest) => void;
  /** Returns the response that Polly.js reads in place of the real one. */
  readonly capture: (response: http.IncomingMessage) => CapturedResponse;
}

/** A request as Polly.js holds it; the members that its types lack are set by the recorder. */
export interface PollyRequest extends Request<Sending> {
  action: "record" | null;
  log: PollyInstance["logger"]["log"];
}

/** A Polly.js instance: its configuration, every request that it ever saw, and its route lookup. */
export interface Polly extends Omit<PollyInstance, "_requests" | "config" | "server"> {
  readonly config: object;
  readonly _requests: PollyRequest[];
  readonly server: PollyInstance["server"] & { lookup(method: string, url: string): object };
}

/** The parts of Polly.js's adapter for Node's http clients that a subclass replaces or calls. */
interface Adapter {
  NativeClientRequest: typeof CapturedClientRequest | null;
  readonly polly: Polly;
  handleRequest(request: {
    readonly url: string;
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Uint8Array | "";
    readonly requestArguments: Sending;
  }): Promise<PollyRequest>;
  record(request: PollyRequest): Promise<void>;
  onRecord(request: PollyRequest): Promise<void>;
  onConnect(): void;
  onDisconnect(): void;
  onRequest(request: PollyRequest): void;
  onRespond(request: PollyRequest, error?: Error): Promise<void>;
}

/** The parts of Polly.js's persisters that a subclass replaces. */
interface Persister {
  readonly options: object;
  /** The functions with which the file persister finds and removes its files. */
  api: {
    getRecording(id: string): { readonly status: number; readonly body?: object };
    deleteRecording(id: string): void;
  };
  pending: Map<string, { readonly name: string; readonly requests: readonly PollyRequest[] }>;
  persist(): Promise<void>;
  onSaveRecording(id: string, recording: PollyRecording): void;
  recordRequest(request: PollyRequest): Promise<void>;
  onFindRecording(id: string): Promise<object | null>;
}

// Polly.js's packages end up requiring an ES module. In a turn of Deno's event loop that has loaded many modules, Deno
// then waits for itself, at a cold cache (denoland/deno#35516): so a new turn begins here, which fake timers cannot
// hold up.
if ("Deno" in globalThis) await stat(".").catch(() => {});

const require = createRequire(import.meta.url);

// Polly.js is CommonJS whose types claim default exports that do not exist: it is loaded and typed here, once.
export const Polly: new (name: string, config: PollyConfig) => Polly = require("@pollyjs/core").Polly;
// What the file persister writes files with comes with a server, which a recorder does not start.
export const FSPersister: new (polly: Polly) => Persister = loadLate(
  createRequire(require.resolve("@pollyjs/persister-fs")).resolve("@pollyjs/node-server"),
  ["express", "body-parser", "cors", "fs-extra", "http-graceful-shutdown", "morgan", "nocache"],
  () => require("@pollyjs/persister-fs"),
);
export const HttpAdapter: new (polly: Polly) => Adapter = withoutLocalStorage(() =>
  require("@pollyjs/adapter-node-http"),
);

/** Node's own, whatever replaces it now (the adapter's nock as it loads, a nock of the test) or later. */
const ClientRequest: typeof http.ClientRequest = ownClientRequest(http.ClientRequest);

function ownClientRequest(there: typeof http.ClientRequest): typeof http.ClientRequest {
  for (let at = there.prototype; at !== null; at = Object.getPrototypeOf(at))
    if (Object.getPrototypeOf(at) === http.OutgoingMessage.prototype)
      return at.constructor as typeof http.ClientRequest;
  return there;
}

/**
 * A request of Node's own http client that its sender can end, and whose response is passed on while Polly.js collects
 * it.
 */
export class CapturedClientRequest extends ClientRequest {
  readonly #capture: CaptureOptions["capture"];
  #upload: CaptureOptions["upload"];

  constructor(options: http.RequestOptions & CaptureOptions) {
    super({ ...options, path: options.target } as never);
    this.#capture = options.capture;
    this.#upload = options.upload;
    options.onSent(this);
  }

  /** Polly.js ends it at once: a body in pieces goes out first. */
  override end(...rest: unknown[]): this {
    const upload = this.#upload;
    if (upload === undefined) return super.end(...(rest as []));
    this.#upload = undefined;
    const pieces = Readable.from(upload).on("error", (error) => this.destroy(error));
    // A service may answer, and close the connection, before it has read everything.
    this.once("close", () => pieces.destroy());
    return pieces.pipe(this);
  }

  override emit(event: string | symbol, ...values: unknown[]): boolean {
    if (event !== "response") return super.emit(event as "close", ...(values as []));
    return super.emit("response", this.#capture(values[0] as http.IncomingMessage) as unknown as http.IncomingMessage);
  }
}

// The adapter bundles the browser half of `debug`, which reads localStorage as it loads, and Node prints an
// ExperimentalWarning for that. Loading is synchronous, so no other module sees the gap.
function withoutLocalStorage<T>(load: () => T): T {
  const own = Object.getOwnPropertyDescriptor(globalThis, "localStorage");
  if (!own?.configurable) return load();
  Object.defineProperty(globalThis, "localStorage", { configurable: true, value: undefined });
  try {
    return load();
  } finally {
    Object.defineProperty(globalThis, "localStorage", own);
  }
}
