import type { Body, RecordedResponse } from "@tapedeck/tape";
import type { SpooledBody } from "@tapedeck/tape/internal";
import type { OpenLarge, OpenTap } from "../flow/flow.ts";
import type { Sender } from "./credential.ts";

/** A request as it goes out. */
export interface WireRequest {
  readonly method: string;
  /** The service: scheme, host and port. */
  readonly url: URL;
  /** Path and query exactly as they go out: a URL parser would remove dots and a bare "?". */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | SpooledBody;
  readonly sender: Sender;
  /** The recorded form of a body in pieces, once all of it came; null for a late one that upstream does not want. */
  readonly filed?: Promise<Body | null>;
}

/** The connection to the service. `openPollyTransport` implements it, and only that file knows Polly.js. */
export interface Transport {
  /**
   * Sends a request; `read` makes the result from the response: status and headers as they came, the body decoded. The
   * tap gets a stream or a large body as it comes. Rejects with the network failure (its `code` names it), or with the
   * error of `read`.
   * @param fresh Whether to use a new connection. Default: a kept one, if there is one.
   */
  send<T>(
    request: WireRequest,
    read: (response: RecordedResponse) => Promise<T>,
    openLarge: OpenLarge,
    open?: OpenTap,
    fresh?: boolean,
  ): Promise<T>;
  /** Fails the requests in flight whose answer is not there yet. */
  readonly breakOff: () => void;
  /** Waits for requests in flight, and closes the connections. */
  close(): Promise<void>;
}
