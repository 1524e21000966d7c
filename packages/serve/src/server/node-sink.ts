import type { ServerResponse } from "node:http";
import type { Ending, FaultKind, OutgoingResponse } from "@tapedeck/replay";
import type { Sink } from "@tapedeck/replay/internal";
import type { HeaderList, InformationalResponse } from "@tapedeck/tape";
import { unsendable } from "./dispatch.ts";

/** Delivers over a connection of `node:http`. */
export class NodeSink implements Sink {
  readonly waits = true;
  readonly #response: ServerResponse;
  #abort: AbortController | null = null;
  #broken = false;
  #written: (() => void) | null = null;
  readonly #failed: ((error: unknown) => void) | undefined;

  /** @param failed Called with an error of this process that broke the answer off. */
  constructor(response: ServerResponse, failed?: (error: unknown) => void) {
    this.#response = response;
    this.#failed = failed;
  }

  get gone(): AbortSignal {
    if (this.#abort !== null) return this.#abort.signal;
    const abort = new AbortController();
    this.#abort = abort;
    if (this.#response.destroyed) abort.abort();
    this.#response.once("close", () => {
      abort.abort();
      this.#written?.();
    });
    return abort.signal;
  }

  done(ended: (ending: Ending) => void): void {
    const response = this.#response;
    const tell = (): void => ended(this.#broken ? "broken" : response.writableFinished ? "sent" : "aborted");
    if (response.destroyed) tell();
    else response.once("close", tell);
  }

  send({ status, reason, headers, body }: OutgoingResponse): void {
    this.#writeHead(status, headers, reason);
    this.#response.end(body ?? undefined);
  }

  inform({ status, headers }: InformationalResponse): void {
    const response = this.#response;
    if (response.req.httpVersion !== "1.1") return;
    const fields: Record<string, string[]> = {};
    for (const [name, value] of headers) fields[name] = [...(fields[name] ?? []), value];
    try {
      if (typeof response.writeInformation === "function") response.writeInformation(status, fields);
      // Node before 26.2 sends 103 alone, and takes each link by itself.
      else if (status === 103) {
        const link = fields["link"]?.flatMap((value) => value.split(/\s*,\s*(?=<)/));
        response.writeEarlyHints({ ...fields, ...(link && { link }) });
      }
    } catch {
      // Node refuses some fields; what matters comes after it.
    }
  }

  head(status: number, headers: HeaderList, trailers: HeaderList = [], reason?: string): void {
    // Others cannot have trailers, and Node refuses to announce them.
    const isChunked = trailers.length > 0 && this.#response.req.httpVersion === "1.1";
    const announced = [["trailer", trailers.map(([name]) => name).join(", ")]] as const;
    this.#writeHead(status, isChunked ? [...headers, ...announced] : headers, reason);
    // The first chunk may take long.
    this.#response.flushHeaders();
  }

  #writeHead(status: number, headers: HeaderList, reason: string | undefined): void {
    this.#response.sendDate = false;
    try {
      const fields = headers.flat();
      if (reason === undefined) this.#response.writeHead(status, fields);
      else this.#response.writeHead(status, reason, fields);
    } catch (error) {
      throw unsendable(headers, error);
    }
  }

  write(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const response = this.#response;
    const { promise, resolve } = Promise.withResolvers<void>();
    // One by one: Node joins pending writes into one chunk.
    response.write(bytes, () => resolve());
    this.#written = resolve;
    return promise;
  }

  end(trailers: HeaderList = []): void {
    // A client of HTTP/1.0, or one that was told a length, gets none.
    if (trailers.length > 0) this.#response.addTrailers(trailers as [string, string][]);
    this.#response.end();
  }

  fail(fault: FaultKind, error?: unknown): void {
    if (error !== undefined) this.#failed?.(error);
    const { socket } = this.#response;
    if (fault === "stall" || socket === null) return;
    this.#broken = true;
    // The socket has the written bytes from the next tick on.
    setImmediate(() => {
      // The written bytes go out first; then the connection ends in the middle of the body.
      if (fault === "truncation") socket.destroySoon();
      // Over TLS a connection cannot be reset: it is cut.
      else if ("encrypted" in socket) socket.destroy();
      else socket.resetAndDestroy();
    });
  }
}
