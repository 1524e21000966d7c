import { isBytes } from "../body/body.ts";
import { isLoopback } from "./loopback.ts";

/** The service gave no complete answer. Nothing was recorded of it. */
export class UpstreamError extends Error {
  override readonly name = "UpstreamError";
  /** Without credentials. */
  readonly url: string;
  /** The system's or runtime's error code: `ECONNREFUSED`, `ETIMEDOUT`, …; or the status that it kept answering. */
  readonly code: string;
  /** Whether there was an answer, which must not replace a better one on file. */
  get isAnswer(): boolean {
    return /^\d{3}$/.test(this.code);
  }
  constructor(method: string, url: string, code: string, timeoutSeconds: number, verb = "record") {
    const [what, advice] = explain(code, timeoutSeconds, URL.parse(url));
    super(`Cannot ${verb} ${method} ${url}: ${what}\n  - ${advice}`);
    this.url = url;
    this.code = code;
  }
}

/**
 * Returns the code of the error that a request failed with.
 * @example
 * codeOf(Object.assign(new Error("connect"), { code: "ECONNREFUSED" })); // "ECONNREFUSED"
 */
export function codeOf(error: unknown): string {
  const { code, name, rawPacket } = error as {
    readonly code?: unknown;
    readonly name?: unknown;
    readonly rawPacket?: unknown;
  };
  if (isBytes(rawPacket) && isSettings(rawPacket)) return "EHTTP2";
  return typeof code === "string" ? code : String(name ?? "unknown");
}

/** Returns whether a connection begins as that of an HTTP/2 server: with SETTINGS (RFC 9113, 3.4 and 6.5). */
function isSettings(bytes: Uint8Array): boolean {
  return bytes.length > 8 && bytes[3] === 4 && bytes.subarray(4, 9).every((byte) => byte === 0);
}

/** Returns whether the same request may succeed in a moment. */
export function isPassing({ code }: UpstreamError): boolean {
  return /^(?:ECONNRESET|ECONNSTALE|EPIPE|ETIMEDOUT|EAI_AGAIN)$/.test(code);
}

// Behind a proxy that is the only way out, no host name resolves.
const byProxy = "the way out is a proxy? name it in HTTP_PROXY and HTTPS_PROXY";

function explain(code: string, timeoutSeconds: number, url: URL | null): readonly [what: string, advice: string] {
  const { hostname: host = "", protocol = "" } = url ?? {};
  if (code === "401") {
    return [
      "it is answered 401, and was not when it was recorded",
      "is the token expired, or without the scope? what is on file stays as it is; to record the 401, remove that first",
    ];
  }
  if (/^\d{3}$/.test(code)) {
    return [`it kept answering ${code}`, "try again later; what is on file stays as it is"];
  }
  if (code === "ECONNREFUSED")
    return [
      "connection refused",
      `is the service running there? check host and port${isLoopback(host) ? "" : ", and HTTP_PROXY or HTTPS_PROXY where they are set"}`,
    ];
  if (code === "ENOTFOUND") {
    return [
      `host not found: ${host} (${code})`,
      `check its spelling, and that this machine reaches the network; ${byProxy}`,
    ];
  }
  if (code === "EAI_AGAIN") {
    return [
      `host not found: no name server answers for ${host} (${code})`,
      `check that this machine reaches the network, and the spelling; ${byProxy}`,
    ];
  }
  if (code === "ENETUNREACH") {
    return [`the network cannot be reached (${code})`, `check that this machine reaches it; ${byProxy}`];
  }
  if (code === "EPROXYAUTH") {
    return ["the proxy wants credentials (407)", "give them in HTTP_PROXY: http://USER:PASSWORD@HOST:PORT"];
  }
  if (code === "ERR_PROXY_TUNNEL") {
    return [
      `the proxy opened no tunnel to it (${code})`,
      "check HTTPS_PROXY; a host that needs no proxy goes into NO_PROXY",
    ];
  }
  if (code === "ECONNABORTED") {
    return [
      `the network of this process is closed (${code})`,
      "a player is mounted in it: record in another process, or call openNetwork() first",
    ];
  }
  if (code === "ETIMEDOUT") {
    return [`no whole answer within ${timeoutSeconds} s`, "try again, or allow more time"];
  }
  if (code === "ECLOSED")
    return [
      "the recorder was closed before the whole answer was there",
      "close it later, or allow more time (--grace)",
    ];
  if (code === "ECONNRESET" || code === "EPIPE") {
    return [
      "connection closed before the whole answer was there",
      `try again; what was recorded before is kept. Does the service speak ${protocol === "https:" ? "http" : "https"}?`,
    ];
  }
  if (code === "ECONNSTALE") {
    return [
      "the service closed the connection that it had kept open, just as this went out",
      "send it again: a request that may do something twice (POST, PATCH, LOCK) is not sent again by itself",
    ];
  }
  if (code === "EBODYTOOLARGE") {
    return ["its body is larger than the recorder takes", "leave this request out, or allow more (maxBodyBytes)"];
  }
  if (code === "EBODYRATIO") {
    return [
      "its body is, once decoded, more than 1100 times as large as what was sent, as that of a decompression bomb",
      "leave this request out, or have the service send it without a coding (accept-encoding: identity)",
    ];
  }
  if (code === "ESECRETTOOLARGE") {
    return [
      "its body has a secret of more bytes or values than the recorder holds",
      "leave this request out, or keep its name if it is no secret (--redact -NAME)",
    ];
  }
  if (code.startsWith("ECODING:")) {
    return [
      `its body is in the coding ${code.slice("ECODING:".length)}, which the recorder can neither undo nor asked for`,
      "have the service heed accept-encoding (gzip, deflate, br), or ask it through a server that does",
    ];
  }
  if (/^Z_|^ZSTD_|^ERR_(?:_ERROR_|BROTLI|.*DECOMPRESS)/.test(code)) {
    return [`its body is not what content-encoding says (${code})`, "tell the service's owner, or try again"];
  }
  if (code === "EHTTP2" || /NO_APPLICATION_PROTOCOL/.test(code)) {
    return [
      `it speaks HTTP/2 alone, and what asks it here HTTP/1.1 (${code})`,
      "have the service take HTTP/1.1 as well (of gRPC: gRPC-web, or Connect), or ask it through a proxy that speaks both",
    ];
  }
  if (/CERT|TLS|SSL|EPROTO|SIGNATURE/.test(code)) return [`no secure connection (${code})`, adviceForTls(code, host)];
  if (code === "PollyError") {
    return ["its status is none that HTTP has (100 to 999)", "tell the service's owner, or leave this request out"];
  }
  if (code === "EUPGRADE") {
    return ["it switches to another protocol (101)", "only HTTP can be recorded; leave this request out"];
  }
  if (code === "EINFORMATIONAL") {
    return [
      "it sends more than 100 informational responses (1xx) before its answer",
      "tell the service's owner, or leave this request out",
    ];
  }
  if (code === "HPE_HEADER_OVERFLOW") {
    return [
      `its headers are longer than this runtime takes (${code})`,
      "allow more: NODE_OPTIONS=--max-http-header-size=65536",
    ];
  }
  if (code.startsWith("HPE_"))
    return [
      `what came is not HTTP (${code})`,
      "check that the port is that of an HTTP service; if it is, tell its owner: Node's own clients refuse this answer, too",
    ];
  if (/^ERR_INVALID_(?:HTTP_TOKEN|CHAR)$/.test(code)) {
    const part = code === "ERR_INVALID_CHAR" ? "value" : "name";
    return [
      `it has a header with a ${part} that HTTP does not allow (${code})`,
      "mend the header, in the plan or client",
    ];
  }
  return [`it failed (${code})`, "try again, or ask the service directly to see more"];
}

function adviceForTls(code: string, host: string): string {
  if (!/CERT|SIGNATURE/.test(code)) return "check that the port speaks TLS; if it does not, ask by http:";
  const advice = /ALTNAME/.test(code)
    ? "the certificate is another host's; check the host's name"
    : /EXPIRED|NOT_YET_VALID/.test(code)
      ? "the certificate is not valid today; check this machine's clock, or tell the service's owner"
      : "no authority vouches for the certificate; a private authority's goes into NODE_EXTRA_CA_CERTS";
  return isLoopback(host) ? advice : `${advice} (behind a proxy that is asked by https:, it may be the proxy's)`;
}
