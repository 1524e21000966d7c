import { CapturedClientRequest, HttpAdapter, type PollyRequest, type Sending } from "./polly.ts";

/**
 * Polly.js's adapter for Node's http clients, without the nock that brings it requests: the recorder passes it
 * requests, and it sends them over `node:http` or `node:https` like those that it intercepts. It replaces nothing in
 * the process, so other requests pass unseen, and no answer has to come back through two timers of nock.
 */
export class WireAdapter extends HttpAdapter {
  static get id(): string {
    return "wire";
  }

  /** Sends and records; resolves when that has ended, successfully or not. */
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

  /** Without the check whether a browser is online: Polly.js takes every runtime that has a navigator for one. */
  override async record(request: PollyRequest): Promise<void> {
    request.action = "record";
    await this.onRecord(request);
  }

  override onRequest(request: PollyRequest): void {
    const { ticket } = request.requestArguments;
    // It would make a logger for each request, and keep it.
    Object.defineProperty(request, "log", { value: this.polly.logger.log });
    // Its events have no listener, the id that it would compute is never read, and nothing is there to freeze it for.
    const without = { value: nothing };
    Object.defineProperties(request, { _emit: without, _identify: without, end: without });
    // It also keeps all requests forever, to count repeated ones. The tape counts them itself.
    this.polly._requests.length = 0;
    request.recordingId = ticket;
    request.recordingName = ticket;
  }

  override async onRespond({ requestArguments }: PollyRequest, error?: Error): Promise<void> {
    requestArguments.ended(error);
  }
}

async function nothing(): Promise<void> {}
