import { request } from "node:http";

/** A response, not decoded. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Names in their order, repeated ones too. */
  readonly names: readonly string[];
  readonly bytes: Buffer;
  readonly text: string;
}

/** Options of a request. */
export interface SendOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The address of the client, such as `127.0.0.2`. */
  readonly from?: string;
}

/**
 * Sends a request on a connection of its own. It adds no header, and decodes nothing.
 * @example
 * (await sendRequest(`${origin.url}/zen`, { headers: { "accept-encoding": "gzip" } })).headers["content-encoding"]; // "gzip"
 */
export function sendRequest(url: string, options: SendOptions = {}): Promise<ReceivedResponse> {
  const { method = "GET", headers = {}, from } = options;
  return new Promise((resolve, reject) => {
    const settings = { method, headers, agent: false as const, ...(from === undefined ? {} : { localAddress: from }) };
    const outgoing = request(url, settings, async (incoming) => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
      const bytes = Buffer.concat(chunks);
      resolve({
        status: incoming.statusCode ?? 0,
        headers: Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)])),
        names: incoming.rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase()),
        bytes,
        text: bytes.toString("utf8"),
      });
    });
    outgoing.on("error", reject);
    outgoing.end();
  });
}
