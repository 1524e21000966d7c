import { nodeModule } from "../node-module.ts";

/**
 * The reason phrases that HAR files repeat beside a status code.
 * @see RFC 9110, section 15
 */
export const reasonPhrases: Readonly<Record<number, string>> = {
  200: "OK",
  201: "Created",
  202: "Accepted",
  204: "No Content",
  206: "Partial Content",
  301: "Moved Permanently",
  302: "Found",
  303: "See Other",
  304: "Not Modified",
  307: "Temporary Redirect",
  308: "Permanent Redirect",
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  410: "Gone",
  412: "Precondition Failed",
  415: "Unsupported Media Type",
  416: "Range Not Satisfiable",
  422: "Unprocessable Content",
  429: "Too Many Requests",
  451: "Unavailable For Legal Reasons",
  500: "Internal Server Error",
  501: "Not Implemented",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};

/**
 * Returns the reason phrase of a status line if it is not the usual one: an empty one too, as Tomcat sends, where HAR
 * files have another for the status.
 * @param said Null if it is not known: a `Response` whose `statusText` is empty may have had none to tell.
 * @see RFC 9112, section 4
 * @example
 * ownReason(404, "File not found"); // { reason: "File not found" }; {} for "Not Found"
 */
export function ownReason(status: number, said: string | null | undefined): { readonly reason?: string } {
  if (typeof said !== "string" || said === reasonPhrases[status]) return {};
  if (!/^[\t\x20-\x7e\x80-\xff]{0,200}$/.test(said)) return {};
  if (said === "" && reasonPhrases[status] === undefined) return {};
  // Browsers have no such module, nor a status line to read.
  const usual = [reasonPhrases[status], nodeModule?.("node:http")?.STATUS_CODES[status]].map((each) =>
    each?.toLowerCase(),
  );
  return usual.includes(said.toLowerCase()) ? {} : { reason: said };
}
