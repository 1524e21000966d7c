import { hash } from "node:crypto";
import { heldBody } from "../../body/body.ts";
import type { Tape } from "../../exchange.ts";
import { harContentOf, harEntryOf } from "../../har/entry.ts";
import { uriDecoded } from "../../http/uri-decoded.ts";
import { expressibleBy } from "../losses.ts";
import { conditions } from "../metadata.ts";
import type { ExportResult } from "../types.ts";

/** Where Polly.js' file persister looks for the recording "tapedeck", below its `recordingsDir`. */
export const pollyFile = "tapedeck_1630588456/recording.har";

/**
 * Writes tapes as one recording "tapedeck" of Polly.js 6, which replays it with `matchRequestsBy: { headers: false }`:
 * a tape does not keep every header that a client sends.
 * @returns The text for {@link pollyFile}, and how Polly.js will differ from a replay.
 * @example
 * await writeFile(join("polly", pollyFile), writePolly(tapes).content);
 */
export function writePolly(tapes: readonly Tape[]): ExportResult {
  const { all, warn, warnings } = expressibleBy("Polly.js", tapes);
  const turns = new Map<string, number>();
  const principals = new Map<string, string>();
  const entries = all.map((asked) => {
    const { exchange, origin, target, tape } = asked;
    const { method, body, principal, headers } = exchange.request;
    const url = origin + target;
    const { text } = heldBody(body) ?? {};
    // The MD5 of what Polly.js compares without headers, in the order of its names.
    const id = hash("md5", JSON.stringify({ ...(text && { body: text }), method, url: comparedUrl(url) }));
    const turn = turns.get(id) ?? 0;
    turns.set(id, turn + 1);
    if (body?.encoding === "base64") warn(asked, "Polly.js does not find a request whose body is bytes");
    if (/(?:[?&]|%5b|\[)[^=&]*(?:\[|%5b)/i.test(url))
      warn(asked, "Polly.js has rules of its own for brackets in a query");
    if (headers.some(([name]) => conditions.includes(name)))
      warn(asked, "Polly.js does not see the condition that it was asked under: its answer comes in its turn");
    if ((principals.get(id) ?? principal) !== principal)
      warn(asked, "Polly.js does not tell who asks: its answers come in their order, to any caller");
    principals.set(id, principal);
    const content = harContentOf(exchange.response.body, exchange.response.headers);
    const entry = harEntryOf(exchange, origin, tape.recordedAt, content);
    return { _id: id, _order: turn, ...entry };
  });
  // Polly.js refuses a recording by another creator.
  const creator = { comment: "tapedeck", name: "Polly.JS", version: "6.0.6" };
  const log = { _recordingName: "tapedeck", creator, entries, pages: [], version: "1.2" };
  return { content: `${JSON.stringify({ log }, null, 2)}\n`, exchanges: entries.length, warnings: warnings() };
}

/** Returns a URL as Polly.js compares it: its query sorted by name, whole numbers first, spelled as its parser does. */
function comparedUrl(text: string): string {
  const [base = "", query = ""] = text.replace(/#.*$/s, "").split(/\?(.*)/s);
  const values = Map.groupBy(query.split("&").filter(Boolean), (pair) => plain(pair.split("=", 1)[0] ?? ""));
  const isWhole = (name: string) => /^(?:0|[1-9]\d{0,8})$/.test(name);
  const names = [...values.keys()].sort((a, b) =>
    isWhole(a) && isWhole(b) ? Number(a) - Number(b) : isWhole(a) ? -1 : isWhole(b) ? 1 : a < b ? -1 : 1,
  );
  const pairs = names.flatMap((name) =>
    (values.get(name) ?? []).map((pair) => {
      const at = pair.indexOf("=");
      return at === -1 ? spelled(name) : `${spelled(name)}=${spelled(plain(pair.slice(at + 1)))}`;
    }),
  );
  return `${base}${pairs.length > 0 ? `?${pairs.join("&")}` : ""}`;
}

function plain(text: string): string {
  return uriDecoded(text.replaceAll("+", " "));
}

// RFC 3986, section 2.3: all but unreserved characters.
function spelled(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}
