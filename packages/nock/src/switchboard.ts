import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingRequest, OutgoingResponse } from "@tapedeck/replay";
import { type Mounted, mount, mountElsewhere, openLoopback } from "./mount.ts";
import { endedError, RefusedError } from "./refused-error.ts";

/** A tape that a test has open, and how it answers. */
export interface Line {
  readonly tape: string;
  /** The origin whose requests are for it. */
  readonly origin: string;
  /** Whether requests to this machine may pass. */
  readonly local: boolean;
  readonly answer: (ask: IncomingRequest) => Promise<OutgoingResponse>;
  /** Told when the test asked for a host that no tape is for. */
  readonly onRefused: (error: RefusedError) => void;
}

// What is asked while a test runs carries its lines along, so that tests can run side by side.
const asking = new AsyncLocalStorage<readonly Line[]>();
const open = new Set<Line>();
const mounts = new Map<string, Mounted>();
let elsewhere: Mounted | null = null;

/**
 * Puts a line between this process and an origin. From then on the network is closed to all that no line is for.
 * @returns The function that takes the line away; the network stays closed.
 */
export function connect(line: Line): () => void {
  const { origin } = line;
  // Anew each time: somebody may have opened the network meanwhile.
  if (![...open].some((other) => other.origin === origin)) {
    mounts.get(origin)?.unmount();
    mounts.set(origin, mount({ answer: (ask) => choose(origin).answer(ask) }, { origin }));
  }
  if (open.size === 0) {
    elsewhere?.unmount();
    const refuse = async ({ method, target, base }: IncomingRequest): Promise<OutgoingResponse> => {
      const error = elsewhereError(method, `${base.replace("//", "")}${target.replace(/\?.*/s, "")}`);
      asking.getStore()?.[0]?.onRefused(error);
      throw error;
    };
    elsewhere = mountElsewhere({ answer: refuse }, isElsewhere);
  }
  open.add(line);
  if ([...open].some(({ local }) => local)) openLoopback();
  return () => open.delete(line);
}

/** Runs what asks through some lines, before those that it has already. */
export function during<Result>(lines: readonly Line[], body: () => Result): Result {
  return asking.run([...lines, ...(asking.getStore() ?? [])], body);
}

function choose(origin: string): Line {
  const own = asking.getStore()?.find((line) => line.origin === origin);
  if (own && open.has(own)) return own;
  if (own) throw endedError(own.tape, origin);
  const lines = [...open].filter((line) => line.origin === origin);
  const [only] = lines;
  if (only && lines.length === 1) return only;
  throw new RefusedError(
    only === undefined
      ? `Cannot ask ${origin}: no tape is open for it\n  - ask within a test that has one`
      : `Cannot ask ${origin}: ${lines.length} tapes are open for it, and nothing tells which test asks\n` +
          "  - ask within the function that was given to the tape, or run these tests one after the other",
  );
}

// What else is mounted answers for itself.
function isElsewhere(origin: string): boolean {
  const local = [...open].some((line) => line.local);
  return !(local && /^https?:\/\/(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/.test(origin));
}

function elsewhereError(method: string, place: string): RefusedError {
  const origins = [...new Set([...open].map(({ origin }) => origin))];
  return new RefusedError(
    `Cannot ask ${method} ${place}: no tape is open for this host, and tests do not reach the network\n` +
      `  open: ${origins.join(", ") || "none"}\n` +
      "  - give the test a tape of this host as well, or mend the client's base URL\n" +
      "  - a server of the test's own, on this machine, is let through by local: true",
  );
}
