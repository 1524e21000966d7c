import type { HeaderList } from "../../exchange.ts";
import { headerList, headerOf } from "../../http/headers.ts";
import type { JsonObject } from "../../json/json-value.ts";
import { RecordingSyntaxError } from "../../recording-error.ts";
import { bytesOfBase64, eachField, importedFrom, shownRequest, utf8Bytes } from "../imported.ts";
import { parseForeignJson } from "../json.ts";
import { partReader } from "../part-reader.ts";
import type { ImportedExchange, ImportResult } from "../types.ts";

/**
 * Reads what undici's `SnapshotAgent` saves: a list of requests, each with its answers in order, bodies in base64.
 * @throws RecordingSyntaxError with the flaw, its place, and a remedy.
 * @see undici's documentation, "SnapshotAgent"
 * @example
 * const { found, warnings } = readUndici(text, "snapshots.json");
 */
export function readUndici(text: string, file: string): ImportResult {
  const list = parseForeignJson(text, file, { broken: "record it again with SnapshotAgent" });
  if (!Array.isArray(list))
    throw new RecordingSyntaxError(file, "it is no list of undici's snapshots; name its format");
  const found: ImportedExchange[] = [];
  const { warnings, readPart } = partReader();
  for (const [at, each] of list.entries()) {
    const snapshot = (each as JsonObject | null)?.["snapshot"] as JsonObject | undefined;
    const request = (snapshot?.["request"] ?? {}) as JsonObject;
    const { method, url } = request;
    if (typeof method !== "string" || typeof url !== "string") {
      throw new RecordingSyntaxError(
        file,
        `snapshot ${at + 1} has no method or no URL (at /${at}/snapshot/request); record it again`,
      );
    }
    const shown = shownRequest(method, url);
    const answers = snapshot?.["responses"] ?? [snapshot?.["response"]];
    for (const [turn, answer] of (answers as readonly JsonObject[]).entries()) {
      const place = `snapshot ${at + 1}${turn > 0 ? `, answer ${turn + 1}` : ""}, ${shown}`;
      const one = readPart(place, (change) => {
        const sent = snapshotHeaders(request["headers"]);
        const raw = {
          method,
          url,
          sent,
          sentBody: bytesSent(request["body"], headerOf(sent, "content-length")),
          status: Number(answer?.["statusCode"] ?? 0),
          headers: snapshotHeaders(answer?.["headers"]),
          trailers: (answer?.["trailers"] ?? {}) as object,
          body: typeof answer?.["body"] === "string" ? bytesOfBase64(answer["body"], "its body") : null,
        };
        return importedFrom(raw, change);
      });
      if (one !== undefined) found.push({ place, ...one });
    }
  }
  return { format: "undici", tool: "undici's SnapshotAgent", recordedAt: null, found, warnings };
}

function snapshotHeaders(value: unknown): HeaderList {
  return headerList(
    eachField((value ?? {}) as object).flatMap(([name, one]) =>
      // It joins repeated fields; only cookies are separated again, since no comma precedes a name in one.
      (name === "set-cookie" ? String(one).split(/, (?=[^\s;,=]+=)/) : [String(one)]).map(
        (each) => [name, each] as const,
      ),
    ),
  );
}

/** It writes the bytes of a body as a list of numbers, which the length distinguishes from such a text. */
function bytesSent(body: unknown, length: string | null): Uint8Array | null {
  if (typeof body !== "string") return null;
  const numbers = /^\d{1,3}(?:,\d{1,3})*$/.test(body) ? body.split(",").map(Number) : [];
  const isList =
    String(numbers.length) === length && body.length > numbers.length && numbers.every((each) => each < 256);
  return isList ? Uint8Array.from(numbers) : utf8Bytes(body);
}
