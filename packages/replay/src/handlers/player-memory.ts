// What a player hides: the secrets that it was given, those of its tapes, and what its clients send.
import { type Api, credentialsIn, credentialsOf } from "@tapedeck/api";
import type { Exchange } from "@tapedeck/tape";
import {
  createSecretMemory,
  mergeRedact,
  placeholderFor,
  type SecretMemory,
  unnamedAmong,
} from "@tapedeck/tape/internal";
import { requestHeader } from "../http/message.ts";
import { placeholdersByTag, redactIn, type TapeSource } from "../index/tape-source.ts";
import type { RequestContext } from "../request/request-context.ts";
import type { PlayerOptions } from "./player-options.ts";

/** What a memory of secrets asks its player. */
interface AskedOfPlayer {
  /** The exchanges in memory. */
  readonly recorded: readonly Exchange[];
  /** Returns whether a recorded answer issued a placeholder. */
  readonly isTaken: (placeholder: string) => boolean;
  /** Whether an upstream is asked for what no tape has. */
  readonly hasUpstream: () => boolean;
}

/** Makes the memory of secrets of a player. */
export function playerMemory(
  options: PlayerOptions,
  sources: readonly TapeSource[],
  apis: readonly Api[],
  { recorded, isTaken, hasUpstream }: AskedOfPlayer,
): SecretMemory {
  const credentials = credentialsOf(options.tokens);
  const secrets = [...credentials.map(({ alias, token }) => ({ alias, value: token })), ...(options.secrets ?? [])];
  const redact = mergeRedact([options.redact, ...apis.map((api) => api.redact), ...redactIn(sources)]);
  const unnamed = placeholderFor(unnamedAmong(credentials));
  const onAmbiguous = (placeholder: string): void => {
    if (placeholder === unnamed && hasUpstream()) options.onSharedAlias?.();
  };
  const placeholderOf = placeholdersByTag(sources);
  const { maxSecrets } = options;
  const issuedBefore = { isTaken };
  return createSecretMemory({ ...redact, secrets, recorded, placeholderOf, issuedBefore, onAmbiguous, maxSecrets });
}

/**
 * Hides the credential of a request from now on, as a recorder does: also one without an alias where an answer repeats
 * it. The memory notes one that shares its placeholder with another: recordings tell the two apart only if both are
 * users by Basic, Digest or a signature.
 */
export function noteSender(memory: SecretMemory, { ask, api, caller, request, login }: RequestContext): void {
  const sent = credentialsIn(api, { target: ask.target, header: (name) => requestHeader(ask, name) });
  const alias = caller.kind === "known" ? caller.alias : request.principal;
  const isApart = login().typed("user") !== null;
  memory.add(sent.map((value) => ({ alias, value, isApart })));
}
