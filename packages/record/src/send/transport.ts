import type { FiledBody, RecordedResponse, SpooledBody } from "@tapedeck/tape";
import type { OpenLarge, OpenTap } from "./flow.ts";

/** A request as it goes out. */
export interface WireRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | SpooledBody;
  /** What is recorded of a body in pieces, once all of it is in its file. */
  readonly filed?: Promise<FiledBody>;
}

/** The connection to the service. `openPollyTransport` is one; it alone knows Polly.js. */
export interface Transport {
  /**
   * Sends a request; `read` decides what comes of the response: status and headers as they came, the body decoded.
   * What flows goes to the tap as well, as it comes, and so does a large body. Rejects with what went wrong on the way (its `code` says what), or with what `read` threw.
   */
  send<T>(
    request: WireRequest,
    read: (response: RecordedResponse) => Promise<T>,
    openLarge: OpenLarge,
    open?: OpenTap,
  ): Promise<T>;
  /** Waits for what is under way, and lets go of the connections. */
  close(): Promise<void>;
}
