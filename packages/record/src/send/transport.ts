import type { FiledBody, RecordedResponse } from "@tapedeck/tape";
import type { SpooledBody } from "@tapedeck/tape/internal";
import type { OpenLarge, OpenTap } from "./flow.ts";

/** A request as it goes out. */
export interface WireRequest {
  readonly method: string;
  /** The service: scheme, host and port. */
  readonly url: URL;
  /** Path and query, as they go out: not as a URL parser would write them, which takes out dots and a bare "?". */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | SpooledBody;
  /** The recorded form of a body in pieces, once all of it is in its file. */
  readonly filed?: Promise<FiledBody>;
}

/** The connection to the service. `openPollyTransport` is one; it alone knows Polly.js. */
export interface Transport {
  /**
   * Sends a request; `read` makes the result from the response: status and headers as they came, the body decoded. The
   * tap gets a stream as it comes, and a large body too. Rejects with the failure on the way (its `code` names it), or
   * with the error of `read`.
   * @param fresh Whether it goes out on a connection of its own. Default: on one that was kept, where there is one.
   */
  send<T>(
    request: WireRequest,
    read: (response: RecordedResponse) => Promise<T>,
    openLarge: OpenLarge,
    open?: OpenTap,
    fresh?: boolean,
  ): Promise<T>;
  /** Waits for what is under way, and lets go of the connections. */
  close(): Promise<void>;
}
