export { header, type ObservedResponse, responseOf, text } from "@tapedeck/check/internal";

/** A request as it is sent through a server or adapter. */
export interface TestRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** The origin that every server and adapter is asked for, so that all of them must give the same bytes. */
export const askedOrigin = "http://api.service.example";
