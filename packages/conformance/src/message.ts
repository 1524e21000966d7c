export { header, type ObservedResponse, responseOf, text } from "@tapedeck/check/internal";

/** A request to a server or adapter. */
export interface TestRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** The origin of all requests: it is the same at every server and adapter, so that all of them send the same bytes. */
export const askedOrigin = "http://api.service.example";
