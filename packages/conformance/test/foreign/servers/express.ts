// As much of express as the servers here use: its types are a package of their own.
import type { RequestListener } from "node:http";

type Handler = (request: ExpressRequest, response: ExpressResponse) => unknown;

export interface ExpressRequest {
  readonly body: Readonly<Record<string, string>>;
  readonly params: Readonly<Record<string, string>>;
  readonly session: Record<string, unknown> & { destroy(done: () => void): void };
  readonly file: { readonly originalname: string; readonly mimetype: string; readonly buffer: Buffer };
}

export interface ExpressResponse {
  status(code: number): ExpressResponse;
  type(type: string): ExpressResponse;
  send(body: string | Buffer): void;
  json(value: unknown): void;
  redirect(status: number, location: string): void;
  end(): void;
}

export interface App extends RequestListener {
  use(handler: unknown): void;
  get(path: string, handler: Handler): void;
  post(path: string, ...handlers: readonly [...middleware: readonly unknown[], handler: Handler]): void;
}

export interface Express {
  (): App;
  urlencoded(options: { readonly extended: boolean }): unknown;
}
