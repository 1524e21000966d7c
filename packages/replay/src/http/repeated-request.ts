import type { IncomingRequest } from "./message.ts";

/** What a player noted of a request. */
export interface NotedRequest {
  /** Whose it is: another player takes no notice of it. */
  readonly by: object;
}

/**
 * A request that does not change any more, and is the same object whenever the same bytes come: a player notes what it
 * found for it. In a map of many, each look would take longer than most of what an answer needs. A copy has no notes.
 */
export class RepeatedRequest implements IncomingRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: IncomingRequest["headers"];
  readonly body: IncomingRequest["body"];
  readonly base: string;
  readonly address: string;
  #noted: NotedRequest | null = null;

  /** @param ask The request, whose headers do not change any more either. */
  constructor({ method, target, headers, body, base, address }: IncomingRequest) {
    this.method = method;
    this.target = target;
    this.headers = headers;
    this.body = body;
    this.base = base;
    this.address = address;
    Object.freeze(this);
  }

  /** Returns what was noted of a request; null for nothing. */
  static noted(ask: IncomingRequest): NotedRequest | null {
    return #noted in ask ? ask.#noted : null;
  }

  /** Notes something of a request, unless it may change. */
  static note(ask: IncomingRequest, noted: NotedRequest): void {
    if (#noted in ask) ask.#noted = noted;
  }
}
