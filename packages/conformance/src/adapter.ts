import type { Player, PlayerOptions, TapeSource } from "@tapedeck/replay";
import type { Tape } from "@tapedeck/tape";
import type { ObservedResponse, TestRequest } from "./message.ts";

/** A way to send requests to a player: a server, an interceptor, or a call. */
export interface Adapter {
  readonly name: string;
  /** Why this runtime does not have it; absent if it has. */
  readonly absent?: string;
  /** The contract tests that this adapter cannot pass, by id, and why. */
  readonly cannotKeep: Readonly<Record<string, string>>;
  readonly open: (player: Player) => Promise<OpenAdapter>;
  /** Stores the tapes of a player in the form that the adapter tests. Default: in memory. */
  readonly keep?: (tapes: readonly Tape[], options: Omit<PlayerOptions, "tapes">) => KeptTapes;
}

/** Stored tapes. */
export interface KeptTapes {
  readonly tapes: TapeSource;
  readonly close: () => void;
}

/**
 * Makes the options of a player whose tapes an adapter stores.
 * @returns The options, and the function that removes the tapes.
 */
export function keptAt<Options extends PlayerOptions>(
  { keep }: Adapter,
  options: Options,
): readonly [options: Options, close: () => void] {
  const { tapes } = options;
  if (keep === undefined || !Array.isArray(tapes)) return [options, () => {}];
  const kept = keep(tapes, options);
  return [{ ...options, tapes: kept.tapes }, kept.close];
}

/** The contract tests of WebSockets that adapters without a server cannot pass, and why. */
export const noSockets: Readonly<Record<string, string>> = Object.fromEntries(
  [1, 2, 3].map((n) => [
    `sockets-${n}`,
    "a WebSocket needs a server: no Response holds one, and the client gets a 501 that says so",
  ]),
);

/** An adapter with a player behind it. */
export interface OpenAdapter {
  readonly ask: (question: TestRequest) => Promise<ObservedResponse>;
  /** Base URL for WebSockets, `ws://127.0.0.1:PORT`; absent if the adapter has none. */
  readonly socketUrl?: string;
  readonly close: () => Promise<void>;
}
