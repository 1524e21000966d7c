import { AsyncLocalStorage } from "node:async_hooks";
import { allowLoopback, type Mounted, mount, mountFallback, RefusedError } from "@tapedeck/nock";
import type { IncomingRequest, Outcome } from "@tapedeck/replay";
import { isLoopback } from "@tapedeck/tape/internal";
import { endedError, unknownHostError } from "./refusals.ts";

/** A tape that a test has open, and how it answers. */
export interface TapeSession {
  readonly tape: string;
  /** The origin whose requests it answers. */
  readonly origin: string;
  /** Whether requests to this machine may pass. */
  readonly local: boolean;
  readonly answer: (ask: IncomingRequest) => Promise<Outcome>;
  /** Called when the test asks for a host that has no tape. */
  readonly onRefused: (error: RefusedError) => void;
}

// A request finds the sessions of its test in its asynchronous context, so that tests can run side by side.
const current = new AsyncLocalStorage<readonly TapeSession[]>();
const open = new Set<TapeSession>();
const mounts = new Map<string, Mounted>();
let fallback: Mounted | null = null;

/**
 * Routes an origin's requests to a session. From then on every request that no session answers is refused.
 * @returns The function that ends the session; the network stays closed.
 */
export function openSession(session: TapeSession): () => void {
  const { origin } = session;
  // Mounted anew each time: the network may have been opened meanwhile.
  if (![...open].some((other) => other.origin === origin)) {
    mounts.get(origin)?.unmount();
    mounts.set(origin, mount({ answer: (ask) => sessionFor(origin)?.answer(ask) ?? refuse(ask) }, { origin }));
  }
  if (open.size === 0) {
    fallback?.unmount();
    fallback = mountFallback({ answer: refuse }, isRefused);
  }
  open.add(session);
  if ([...open].some(({ local }) => local)) allowLoopback();
  return () => open.delete(session);
}

/** Runs a function whose requests go to a session first, and then to those that are around it already. */
export function runInSession<Result>(session: TapeSession, body: () => Result): Result {
  return current.run([session, ...(current.getStore() ?? [])], body);
}

async function refuse({ method, target, base }: IncomingRequest): Promise<Outcome> {
  const origins = Array.from(open, (session) => session.origin);
  const error = unknownHostError(method, `${new URL(base).host}${target.replace(/\?.*/s, "")}`, origins);
  current.getStore()?.[0]?.onRefused(error);
  throw error;
}

/** Returns the session that answers; null if none is open for the origin, though one of another test was. */
function sessionFor(origin: string): TapeSession | null {
  const own = current.getStore()?.find((session) => session.origin === origin);
  if (own && open.has(own)) return own;
  if (own) throw endedError(own.tape, origin);
  const sessions = [...open].filter((session) => session.origin === origin);
  const [only] = sessions;
  if (only === undefined || sessions.length === 1) return only ?? null;
  throw new RefusedError(
    `Cannot ask ${origin}: ${sessions.length} tapes are open for it, and nothing tells which test asks\n` +
      "  - ask within the function that was given to the tape, or run these tests one after the other",
  );
}

// Other mounted players answer for themselves.
function isRefused(origin: string): boolean {
  const local = [...open].some((session) => session.local);
  return !(local && isLoopback(new URL(origin).host));
}
