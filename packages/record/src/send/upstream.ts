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
} from "@tapedeck/tape/internal";

/** The service that is asked, and the origin that stands for it in recordings. */
export interface RecordedService {
  /** Scheme, host, port and path prefix, without a slash at the end. */
  readonly base: string;
  readonly origin: string;
}

/**
 * Reads where to ask, and what to write down as the place asked: scheme, host and port, so that two services of one
 * machine have recordings of their own.
 * @param origin The origin to write instead. A service whose port changes each time needs it.
 * @throws RangeError if either is no base URL.
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
 * The path and query that a URL of the service stands for; null for a URL of another host. A path may begin with two
 * slashes: what is asked names its host where it means another.
 * @example
 * targetWithin("http://127.0.0.1:49152/api/v3/users?page=2", upstream); // "/users?page=2"
 */
export function targetWithin(url: string, { base, origin }: RecordedService): string | null {
  if (url.startsWith("/")) return url;
  return targetBelow(base, url) ?? targetBelow(new URL(base).origin, url) ?? targetBelow(origin, url);
}

// More would be a client that makes up hosts.
const mostAddresses = 16;

/** Puts the origin as recordings name it in the place of other addresses of the service, in every text of an exchange. */
interface OriginRewriter {
  (exchange: Exchange): Exchange;
  /** The same for a body that comes in parts; null for one that is no text. */
  readonly parts: (headers: HeaderList) => ChunkChange | null;
  /** Adds an address under which the recorder itself is asked: clients put it into bodies, and its port is chance. */
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

/** An exchange with every text in it rewritten. */
export function rewritten({ request, response }: Exchange, rewrite: Rewrite): Exchange {
  return {
    request: {
      ...request,
      target: rewrite(request.target),
      headers: rewrittenHeaders(request.headers, rewrite),
      body: rewrittenBody(request.body, rewrite),
    },
    response: {
      ...response,
      headers: rewrittenHeaders(response.headers, rewrite),
      ...(response.trailers && { trailers: rewrittenHeaders(response.trailers, rewrite) }),
      ...(response.informational && {
        informational: response.informational.map((each) => ({
          ...each,
          headers: rewrittenHeaders(each.headers, rewrite),
        })),
      }),
      body: rewrittenBody(response.body, rewrite),
      ...(response.messages && {
        messages: response.messages.map((each) => ({ ...each, data: rewrittenBody(each.data, rewrite) })),
      }),
    },
  };
}

/** Header values rewritten. */
export function rewrittenHeaders(headers: HeaderList, rewrite: Rewrite): HeaderList {
  return headers.map(([name, value]) => [name, rewrite(value)] as const);
}
