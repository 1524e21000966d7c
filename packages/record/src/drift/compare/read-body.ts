import type { Exchange } from "@tapedeck/tape";
import { heldBody, isJson, parsedJson } from "@tapedeck/tape/internal";

/** The content of a body. */
type ReadBody =
  | { readonly kind: "none" }
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "text"; readonly value: string }
  /** It claims to be JSON, and is not. */
  | { readonly kind: "unreadable" };

/**
 * Reads the body of an answer as its headers declare it.
 * @example
 * readBody(exchange); // { kind: "json", value: { login: "ada" } }
 */
export function readBody({ request, response: { headers, body: recorded } }: Exchange): ReadBody {
  const body = heldBody(recorded);
  if (request.method === "HEAD" || body === null || body.text === "") return { kind: "none" };
  if (body.encoding !== "utf8" || !isJson(headers)) return { kind: "text", value: body.text };
  const value = parsedJson(body.text);
  return value === undefined ? { kind: "unreadable" } : { kind: "json", value };
}
