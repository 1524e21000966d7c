// An exchange of a packed file: what an answer needs stands in it as it was read, the rest is put together when it is
// first looked at. Read next: open-pack.ts, format.ts.
import type { Buffer } from "node:buffer";
import { toBase64 } from "../../body/body.ts";
import type { Body, Exchange, FiledBody, HeaderList, RecordedRequest } from "../../exchange.ts";
import type { PackedExchange } from "../../packed.ts";
import type { PackedRecord, PackedRest } from "./format.ts";

/** A class, since a getter in an object literal gives each object a shape of its own in V8. */
export class ReadExchange implements PackedExchange {
  readonly at: number;
  readonly tape: string;
  readonly origin: string;
  readonly place: number;
  readonly pass: number;
  readonly target: string;
  readonly principal: string;
  readonly status: number;
  readonly headers: HeaderList;
  readonly refusal: boolean;
  readonly namesOrigin: boolean;
  readonly body: Uint8Array<ArrayBuffer> | null;
  readonly #own: string;
  readonly #formed: string;
  readonly #rest: PackedRest;
  readonly #opened: (body: FiledBody) => FiledBody;
  #exchange: Exchange | null = null;

  /** @param opened Returns a large body with the place where its bytes are. */
  constructor(
    [at, tape, , place, pass, target, formed, principal, status, , isRefusal, namesOrigin]: PackedRecord,
    origin: string,
    headers: HeaderList,
    rest: PackedRest,
    body: Buffer | null,
    opened: (body: FiledBody) => FiledBody,
  ) {
    this.at = at;
    this.tape = tape;
    this.origin = origin;
    this.place = place;
    this.pass = pass;
    this.target = target;
    this.principal = rest.formed?.principal ?? principal;
    this.status = status;
    this.headers = headers;
    this.refusal = isRefusal === 1;
    this.namesOrigin = namesOrigin === 1;
    this.body = body as Uint8Array<ArrayBuffer> | null;
    this.#own = principal;
    this.#formed = formed ?? target;
    this.#rest = rest;
    this.#opened = opened;
  }

  get exchange(): Exchange {
    this.#exchange ??= this.#read();
    return this.#exchange;
  }

  get formed(): RecordedRequest {
    const { formed } = this.#rest;
    const { request } = this.exchange;
    if (formed === undefined && this.#formed === this.target) return request;
    return { ...(formed ? this.#request(formed, formed.principal) : request), target: this.#formed };
  }

  #read(): Exchange {
    const { request, formed: _formed, response, ...others } = this.#rest;
    const { status, headers } = this;
    return {
      request: this.#request(request, this.#own),
      response: { ...response, status, headers, body: this.#bodyIn(response.body) },
      ...others,
    };
  }

  #request(request: PackedRest["request"], principal: string): RecordedRequest {
    const { body } = request;
    return {
      ...request,
      target: this.target,
      principal,
      body: body?.encoding === "file" ? this.#opened(body) : body,
    };
  }

  #bodyIn(body: Body | null): Body | null {
    if (body === null) return null;
    if (body.encoding === "file") return this.#opened(body);
    const bytes = this.body as Buffer | null;
    let text: string | null = bytes === null ? "" : null;
    return {
      ...body,
      get text() {
        text ??= body.encoding === "base64" ? toBase64(bytes as Buffer) : (bytes as Buffer).toString();
        return text;
      },
    };
  }
}
