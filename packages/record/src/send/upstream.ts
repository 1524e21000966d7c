import type { Exchange, HeaderList } from "@tapedeck/tape";
import {
  baseUrl,
  type ChunkChange,
  type Rewrite,
  redactedUrl,
  rewriter,
  rewrittenBody,
  saysText,
  streamRewriter,
  targetBelow,
  withBodies,
  withFields,
} from "@tapedeck/tape/internal";

/** The service to ask, and the origin that replaces it in recordings. */
export interface RecordedService {
  /** Scheme, host, port and path prefix, without a slash at the end. */
  readonly base: string;
  readonly origin: string;
}

/**
 * Reads the base URL to ask and the origin for recordings: scheme, host and port, so that two services of one machine
 * have separate recordings.
 * @param origin The origin to write instead, for a service whose port changes each time.
 * @throws RangeError if either is not a base URL.
 * @example
 * upstreamOf("http://127.0.0.1:4100/api/v3/"); // { base: "http://127.0.0.1:4100/api/v3", origin: "http://127.0.0.1:4100" }
 */
export function upstreamOf(from: string, origin?: string): RecordedService {
  const asked = baseUrl("record from", from);
  const written = origin === undefined ? asked : baseUrl("write the origin", origin);
  if (origin !== undefined && written.base !== written.origin) {
    throw new RangeError(
      `Cannot write the origin "${redactedUrl(origin)}": it has a path; leave "${new URL(origin).pathname}" out`,
    );
  }
  return { base: asked.base, origin: written.origin };
}

/**
 * Returns the path and query of a URL of the service; null for a URL of another host. A path may begin with two
 * slashes: a target for another host names it.
 * @example
 * targetWithin("http://127.0.0.1:49152/api/v3/users?page=2", upstream); // "/users?page=2"
 */
export function targetWithin(url: string, { base, origin }: RecordedService): string | null {
  if (url.startsWith("/")) return url;
  return targetBelow(base, url) ?? targetBelow(new URL(base).origin, url) ?? targetBelow(origin, url);
}

// More would come from a client that invents hosts.
const mostAddresses = 16;

/** Replaces other addresses of the service by the origin of recordings, in every text of an exchange. */
interface OriginRewriter {
  (exchange: Exchange): Exchange;
  /** The same for a body in parts; null for one that is not text. */
  readonly parts: (headers: HeaderList) => ChunkChange | null;
  /** Adds an address of the recorder itself: clients put it into bodies, and its port is random. */
  readonly addAddress: (address: string) => void;
}

/**
 * Makes a rewriter of origins.
 * @example
 * originRewriter(upstreamOf("http://127.0.0.1:4100", "https://api.service.example"))(exchange);
 */
export function originRewriter({ base, origin }: RecordedService): OriginRewriter {
  const addresses = new Set([base, new URL(base).origin]);
  let rewrite = rewriter([...addresses], origin);
  const addAddress = (address: string): void => {
    if (addresses.has(address) || addresses.size === mostAddresses) return;
    addresses.add(address);
    rewrite = rewriter([...addresses], origin);
  };
  const parts = (headers: HeaderList): ChunkChange | null =>
    saysText(headers) ? streamRewriter([...addresses], origin) : null;
  return Object.assign((exchange: Exchange) => rewritten(exchange, rewrite), { parts, addAddress });
}

/** Returns an exchange with every text rewritten. */
function rewritten({ request, response }: Exchange, rewrite: Rewrite): Exchange {
  return {
    request: {
      ...request,
      target: rewrite(request.target),
      headers: rewrittenHeaders(request.headers, rewrite),
      // Bytes too: a request is only compared, and the port in it is another in each run.
      body: rewrittenBody(request.body, rewrite),
    },
    response: withBodies(
      withFields(response, (fields) => rewrittenHeaders(fields, rewrite)),
      (body) => rewrittenBody(body, rewrite, response.headers),
    ),
  };
}

/** Returns header values rewritten. */
function rewrittenHeaders(headers: HeaderList, rewrite: Rewrite): HeaderList {
  return headers.map(([name, value]) => [name, rewrite(value)] as const);
}
