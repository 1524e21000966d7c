import { CapturedClientRequest, HttpAdapter, type PollyRequest, type Sending } from "./polly.ts";

/**
 * Polly.js's adapter for Node's http clients, without the nock that brings it requests: it is handed those of the
 * recorder, and sends them over `node:http` or `node:https` as it sends what it catches. Nothing of the process is
 * replaced, so its other requests pass unseen, and no answer has to find its way back through two timers of nock.
 */
export class WireAdapter extends HttpAdapter {
  static get id(): string {
    return "wire";
  }

  /** Sends and records; resolves when that has ended, well or not. */
  async send(method: string, body: Uint8Array | "", sending: Sending): Promise<void> {
    const { url, headers } = sending;
    await this.handleRequest({ url, method, headers, body, requestArguments: sending });
  }

  override onConnect(): void {
    this.NativeClientRequest = CapturedClientRequest;
    // Polly.js would look up a route for each request, and none is ever configured.
    const { server } = this.polly;
    const route = server.lookup("GET", "http://localhost/");
    server.lookup = () => route;
  }

  override onDisconnect(): void {
    this.NativeClientRequest = null;
  }

  /** Without a look at whether a browser is online, for which Polly.js takes every runtime that has a navigator. */
  override async record(request: PollyRequest): Promise<void> {
    request.action = "record";
    await this.onRecord(request);
  }

  override onRequest(request: PollyRequest): void {
    const { ticket } = request.requestArguments;
    // It would make, and keep, a logger for each.
    Object.defineProperty(request, "log", { value: this.polly.logger.log });
    // Its events have no listener, and the id that it would compute is never read.
    Object.defineProperties(request, { _emit: { value: nothing }, _identify: { value: nothing } });
    // And it keeps all requests for good, to count repeated ones in. The tape counts them itself.
    this.polly._requests.length = 0;
    request.recordingId = ticket;
    request.recordingName = ticket;
  }

  override async onRespond({ requestArguments }: PollyRequest, error?: Error): Promise<void> {
    requestArguments.ended(error);
  }
}

async function nothing(): Promise<void> {}
