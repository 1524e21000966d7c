import { headerOf, type IncomingRequest } from "./message.ts";

// As record's content-coding.ts undoes them for request bodies, in the names that the platform has.
const formats: Readonly<Record<string, string>> = {
  br: "brotli",
  deflate: "deflate",
  gzip: "gzip",
  "x-gzip": "gzip",
};

/** Whether a request's body is in a content coding, and has to become {@link readable} before it is compared. */
export function isCoded(ask: IncomingRequest): boolean {
  return ask.body !== null && ask.headers["content-encoding"] !== undefined;
}

/**
 * The request, with its body beside it as recordings keep it: without its content coding. Where that is not one of gzip,
 * deflate and br, or the body is not in it, recordings keep what was sent, and there is nothing beside it.
 * @see RFC 9110, section 8.4
 * @example
 * (await readable(ask)).readable; // the bytes within
 */
export async function readable(ask: IncomingRequest): Promise<IncomingRequest> {
  const codings = (headerOf(ask, "content-encoding") ?? "").toLowerCase().split(",").reverse();
  try {
    let bytes = ask.body as Uint8Array<ArrayBuffer>;
    for (const coding of codings) {
      const format = formats[coding.trim()] ?? coding.trim();
      const decoded = undone(bytes, format);
      // Some send the raw stream within the zlib format.
      bytes = await (format === "deflate" ? decoded.catch(() => undone(bytes, "deflate-raw")) : decoded);
    }
    return { ...ask, readable: bytes };
  } catch {
    return ask;
  }
}

async function undone(bytes: Uint8Array<ArrayBuffer>, format: string): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream(format as "gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
