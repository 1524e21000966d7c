// Reads a request off a socket as plain data, or refuses it: one that HTTP does not allow, that is meant for another
// host, or that exceeds a limit. Answers are made in dispatch.ts. Read next: node.ts, fetch-server.ts.
import type { IncomingMessage, ServerResponse } from "node:http";
import { isIPv6 } from "node:net";
import type { IncomingRequest } from "@tapedeck/replay";
import { BodyTooLargeError, blockBytes, createByteBlocks, isDecodable, largestHeld } from "@tapedeck/tape/internal";
import { RefusedRequestError } from "./failure.ts";
import { openSpool, type Spool, type SpoolWriter } from "./spool.ts";
import type { Scheme } from "./tls.ts";

/** Limits for requests. */
export interface RequestLimits {
  /**
   * Bytes of one body, as sent and as decoded. Default: what the disk takes; beyond 1 MiB it lies there until it is
   * answered, and is decoded as it is read.
   */
  readonly bodyBytes?: number;
  /** Bytes of all bodies in memory at one time, being read or answered. Default: 32 MiB. */
  readonly pendingBytes?: number;
  /** Header fields of one request. Default: 100. */
  readonly headerFields?: number;
  /**
   * Bytes of the request line and the header fields. Default: 16 KiB; the native servers of Deno and Bun have their own
   * limit.
   */
  readonly headerBytes?: number;
}

/** The default limits. */
const requestLimits: Required<RequestLimits> = {
  bodyBytes: Number.POSITIVE_INFINITY,
  pendingBytes: 32 * 1024 * 1024,
  headerFields: 100,
  headerBytes: 16 * 1024,
};

/** Which requests a server admits, by their head. */
export interface Admission {
  readonly headerFields: number;
  readonly headerBytes: number;
  /** Null: any name. */
  readonly names: ReadonlySet<string> | null;
}

/**
 * Returns which requests a server admits under these options.
 * @throws RangeError for an invalid host name.
 */
export function admissionOf(options: {
  readonly limits?: RequestLimits;
  readonly names?: readonly string[];
}): Admission {
  const { headerFields, headerBytes } = { ...requestLimits, ...options.limits };
  const { names } = options;
  const own = names?.map((name) => {
    const host = hostOf(name);
    if (host === null) throw new RangeError(`Cannot serve under the name ${JSON.stringify(name)}: it is no host`);
    return host;
  });
  return { headerFields, headerBytes, names: own === undefined ? null : new Set(own) };
}

/** Returns whether a host, in the form of {@link hostOf}, is one of a server's names, which may omit the port. */
export function isOurs(host: string, { names }: Admission): boolean {
  return names === null || names.has(host) || names.has(host.replace(/:\d*$/, ""));
}

/** @throws RefusedRequestError for too many header fields. */
export function countFields(count: number, { headerFields }: Admission): void {
  if (count > headerFields) throw new RefusedRequestError(431, `it has more than ${headerFields} header fields`);
}

/**
 * Reads the head of a request off a socket, and leaves its body unread.
 * @throws RefusedRequestError for a name, a target or a version that a server may not answer.
 * @see RFC 9110, section 15.6.6
 */
export function requestHead(message: IncomingMessage, scheme: Scheme, admission: Admission): IncomingRequest {
  const { headers, method = "GET", url = "/", socket, rawHeaders, httpVersion } = message;
  if (!httpVersion.startsWith("1.")) throw new RefusedRequestError(505, "it is not HTTP/1.1");
  countFields(rawHeaders.length / 2, admission);
  const hosts = rawHeaders.filter((text, at) => at % 2 === 0 && text.length === 4 && text.toLowerCase() === "host");
  if (hosts.length > 1) throw new RefusedRequestError(400, "it has more than one Host");
  const { target, host = headers.host } = originForm(url, method, admission);
  return {
    method,
    target,
    headers,
    body: null,
    base: baseFor(scheme, host, httpVersion, socket.localPort ?? 0, admission),
    address: addressOf(socket.remoteAddress ?? ""),
  };
}

/**
 * Returns the base URL under which a client reached this server. Only HTTP/1.0 may omit the name.
 * @throws RefusedRequestError for a name that is invalid, or not ours.
 * @see RFC 9112, section 3.2
 */
export function baseFor(
  scheme: Scheme,
  host: string | undefined,
  version: string,
  port: number,
  admission: Admission,
): string {
  if (host === undefined && version === "1.0") return `${scheme}://127.0.0.1:${port}`;
  if (host === undefined) throw new RefusedRequestError(400, "it has no Host");
  const name = hostOf(host);
  if (name === null) throw new RefusedRequestError(400, "its Host is no name of a host");
  if (!isOurs(name, admission)) throw new RefusedRequestError(421, "its Host is none of the names of this server");
  return `${scheme}://${name}`;
}

/**
 * Returns the path and query of a request's target. A server is asked in origin form, and by `OPTIONS *` as a whole; a
 * target in absolute form is for a proxy, with whatever credentials the request carries, unless it names this server:
 * its host then replaces the header's.
 * @throws RefusedRequestError for any other target.
 * @see RFC 9112, section 3.2
 */
export function originForm(
  target: string,
  method: string,
  admission: Admission,
): { readonly target: string; readonly host?: string } {
  if (target.includes("#")) throw new RefusedRequestError(400, "its target holds a fragment");
  if (target.startsWith("/")) return { target };
  if (target === "*" && method === "OPTIONS") return { target: "/" };
  const [, authority, path = ""] = /^https?:\/\/([^/?]+)(.*)$/is.exec(target) ?? [];
  const host = admission.names && authority ? hostOf(authority) : null;
  if (host !== null && isOurs(host, admission)) return { target: path.replace(/^(?!\/)/, "/"), host };
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(target)) throw new RefusedRequestError(421, notAProxy);
  throw new RefusedRequestError(400, 'its target is no path that begins with "/"');
}

/** The answer to a client that takes this server for a proxy to other hosts. */
export const notAProxy = "this is no proxy for other hosts; ask for a path at this address instead";

/**
 * Returns whether a request declares a body.
 * @throws RefusedRequestError for a transfer coding that is not decoded here, and for a length beyond the limit.
 * @see RFC 9112, sections 6.1 and 6.3
 */
export function saysBody(headers: IncomingRequest["headers"], { bodyBytes }: RequestLimits = {}): boolean {
  const { "transfer-encoding": encoding, "content-length": length = "" } = headers;
  if (encoding !== undefined) {
    if (String(encoding).trim().toLowerCase() === "chunked") return true;
    throw new RefusedRequestError(501, "its transfer coding is not known here");
  }
  if (bodyBytes !== undefined && Number(length) > bodyBytes) throw new BodyTooLargeError(bodyBytes);
  return !/^0*$/.test(String(length));
}

/** Reads a request's body to its end, and passes the request with it to the handler. */
type BodyReader = <Response>(
  ask: IncomingRequest,
  body: BodySource,
  answer: (ask: IncomingRequest) => Response | Promise<Response>,
) => Promise<Response>;

/** A body on its way: calls `take` with each chunk, and resolves at its end. An error of `take` ends it. */
export type BodySource = (take: (chunk: Uint8Array<ArrayBuffer>) => void) => Promise<void>;

/**
 * Makes the one reader of a server's request bodies, which knows how much all of them hold. It puts a body beyond 1 MiB
 * on the disk, where no other process can read it. The reader rejects with BodyTooLargeError for a body beyond its
 * limit, and with RefusedRequestError if all bodies together exceed theirs (503), or the disk cannot take one (507).
 */
export function createUploadReader(limits: RequestLimits): BodyReader {
  const { pendingBytes = requestLimits.pendingBytes } = limits;
  let pending = 0;
  return async (ask, body, answer) => {
    const { bodyBytes: most = requestLimits.bodyBytes } = limits;
    const coding = ask.headers["content-encoding"];
    // The limit also holds for the decoded body, which is then held in memory.
    const flows = limits.bodyBytes === undefined || coding === undefined || !isDecodable(String(coding));
    const held = createByteBlocks();
    let heldBytes = 0;
    let length = 0;
    let writer: SpoolWriter | null = null;
    let spool: Spool | null = null;
    const put = (): void => {
      pending -= heldBytes;
      heldBytes = 0;
      for (const block of held.take())
        onDisk(() => {
          writer ??= openSpool();
          writer.write(block);
        });
    };
    try {
      await body((chunk) => {
        length += chunk.length;
        if (length > most) throw new BodyTooLargeError(most);
        held.add(chunk);
        heldBytes += chunk.length;
        pending += chunk.length;
        if (flows && length > largestHeld) return heldBytes < blockBytes ? undefined : put();
        if (pending > pendingBytes)
          throw new RefusedRequestError(503, "the bodies under way are larger than is allowed");
      }).catch((error: unknown) => {
        if (error instanceof BodyTooLargeError || error instanceof RefusedRequestError) throw error;
        throw new RefusedRequestError(400, "its body broke off, or is framed wrongly");
      });
      if (writer !== null) put();
      spool = (writer as SpoolWriter | null)?.end() ?? null;
      return await answer({ ...ask, body: spool ?? Buffer.concat(held.take()) });
    } finally {
      pending -= heldBytes;
      (spool ?? (writer as SpoolWriter | null)?.end())?.release();
    }
  };
}

function onDisk<Result>(task: () => Result): Result {
  try {
    return task();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? "no reason given";
    throw new RefusedRequestError(507, `its body cannot be put on the disk of this server (${code})`);
  }
}

/**
 * Returns the body of a message of `node:http`, whose client may send it once it is read. A refused one is still read to
 * its end, so that the client reads the reason.
 */
export function bodySource(message: IncomingMessage, response: ServerResponse): BodySource {
  return (take) =>
    new Promise((resolve, reject) => {
      // HTTP/1.0 knows no such answer: RFC 9110, section 10.1.1.
      if (message.headers.expect !== undefined && message.httpVersion === "1.1") response.writeContinue();
      const refuse = (error: unknown): void => {
        message.off("data", onData).resume();
        reject(error);
      };
      const onData = (chunk: Uint8Array<ArrayBuffer>): void => {
        try {
          take(chunk);
        } catch (error) {
          refuse(error);
        }
      };
      message.on("data", onData).once("end", resolve).once("error", reject).once("close", reject);
    });
}

/** Returns a caller's address, the same one for IPv4 and for its IPv6 form. */
export function addressOf(remote: string): string {
  return remote.replace(/^::ffff:(?=\d+\.)/, "");
}

/**
 * Returns a Host header in normal form, in lower case; null for anything but a host and port in its usual spelling: a
 * name that URL parsers read differently must not be compared, nor lead anywhere.
 * @see RFC 9110, section 7.2; RFC 3986, section 3.2.2
 * @example
 * hostOf("LocalHost:8787"); // "localhost:8787"
 * hostOf("a b"); // null
 */
export function hostOf(host: string): string | null {
  const [, literal, name = "", port = ""] = /^(?:\[([\da-fA-F:.]+)\]|([^:[\]]+))(?::(\d*))?$/.exec(host) ?? [];
  if (port !== "" && (Number(port) > 65_535 || /^0./.test(port))) return null;
  const after = port === "" ? "" : `:${port}`;
  if (literal !== undefined) {
    const address = `[${literal.toLowerCase()}]`;
    return isIPv6(literal) && URL.parse(`http://${address}/`)?.hostname === address ? address + after : null;
  }
  // reg-name, without percent-encoding: no host has such a name.
  if (!/^[\w.~!$&'()*+,;=-]+$/.test(name)) return null;
  const small = name.toLowerCase();
  return URL.parse(`http://${small}/`)?.hostname === small ? small + after : null;
}
