import { parseJson } from "../har/parse.ts";
import { RecordingSyntaxError } from "../recording-error.ts";
import type { FormatName } from "./types.ts";

/**
 * Tells which format a text is in, by its shape: `log.entries` is HAR, a list of `scope` and `path` is nock's, `request`
 * and `response` are WireMock's.
 * @throws RecordingSyntaxError if it is none of them, or no JSON.
 * @example
 * formatOf('{"mappings":[]}', "stubs.json"); // "wiremock"
 */
export function formatOf(text: string, file: string): FormatName {
  if (text.startsWith("PK\u0003\u0004")) {
    throw new RecordingSyntaxError(
      file,
      "it is a zip archive, as Playwright writes for a name that ends in .zip; unpack it, and name the .har within",
    );
  }
  // nock's recorder writes JavaScript unless told otherwise; its reader says so.
  if (/^\s*nock\s*\(/.test(text)) return "nock";
  const value = parseJson(text, file, { broken: "export it again from the tool that wrote it" });
  const found = shapeOf(value);
  if (found !== null) return found;
  const kind = Array.isArray(value)
    ? "a list"
    : value === null
      ? "null"
      : typeof value === "object"
        ? "an object"
        : `a ${typeof value}`;
  throw new RecordingSyntaxError(
    file,
    `it is JSON, ${kind}, and none of HAR (log.entries), nock's definitions (a list of scope and path) or WireMock's mappings (request and response); name another file`,
  );
}

/** The format that a JSON value has the shape of; null where it is none that is known. */
export function shapeOf(value: unknown): FormatName | null {
  if (Array.isArray(value))
    return value.some((each) => typeof each?.scope === "string" && typeof each.path === "string") ? "nock" : null;
  if (typeof value !== "object" || value === null) return null;
  const { log, mappings, request, response } = value as Record<string, unknown>;
  if (typeof log === "object" && log !== null) return "har";
  return Array.isArray(mappings) || (typeof request === "object" && typeof response === "object") ? "wiremock" : null;
}
