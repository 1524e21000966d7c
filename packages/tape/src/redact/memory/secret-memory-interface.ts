import type { Exchange, HeaderList, RecordedRequest, RecordedResponse } from "../../exchange.ts";
import type { LateChunkChange } from "../../text/rewriter.ts";
import type { Answered, KnownSecret, Scrubber } from "../scrubber.ts";
import type { TurnReader } from "./turn-reader.ts";

/** A scrubber that remembers the values that it hid, and their placeholders. */
export interface SecretMemory extends Scrubber, Pick<TurnReader, "aside"> {
  /** Changes whenever the memory learns a secret: a request that was read before may then read differently. */
  readonly learnt: number;
  /** Equal for memories with the same redaction settings, whatever they learn. */
  readonly settings: string;
  /** Returns whether a target in which these settings find nothing has nothing that was learnt, either. */
  isClean(target: string): boolean;
  /**
   * @param to What it answers: what answers to POST, PUT, PATCH and DELETE issue is counted; they may renew its cookies;
   *   its target may say what they are about. Default: a GET.
   * @param of All of that request, secrets hidden: it may name whom the answer issues something to. Default: no user.
   */
  response(response: RecordedResponse, to?: Answered, of?: RecordedRequest): RecordedResponse;
  /**
   * Hides in an exchange that this memory read before what it learnt since; returns it as it is if that is not there.
   */
  again(exchange: Exchange): Exchange;
  /** Learns what a client sends in a place where a recording has a placeholder, if it has the same tag. Returns whether. */
  recognizes(value: string, placeholder: string): boolean;
  /** Returns what an answer issued last under a placeholder, in a cookie of that name, in the coding in which it came. */
  issuedAs(placeholder: string, cookie?: string): string | undefined;
  /**
   * Reads an answer to a request that was answered before: what it issues gets the placeholders that it got then, in
   * their order, and takes them out of the set.
   */
  expecting<Read>(placeholders: Set<string>, read: () => Read): Read;
  /** Hides values from now on, as `__redacted-alias__`. */
  add(secrets: readonly KnownSecret[]): void;
  /** Remembers the secrets in the headers of a request; a list that was seen before costs next to nothing. */
  notice(headers: HeaderList): void;
  /**
   * Returns an exchange whose answer was read with `response`, with the name of its client's session.
   * @param before As for `namedFrom`.
   */
  named(before: string | null, exchange: Exchange): Exchange;
  /** Learns what an exchange sends and issues, and counts nothing as hidden. Returns its request, secrets hidden. */
  learn(exchange: Exchange): RecordedRequest;
  /** @param request The request, secrets hidden. Default: a GET. */
  body(sent: boolean, request?: RecordedRequest): LateChunkChange;
  /**
   * Reads without blocking the thread for long: slow work (tags of guessable values, hundreds of secrets in one
   * message) is done beside the thread or in turns with it, and then the reading starts again, up to four times. So it
   * may only read and remember.
   * @returns What `read` returns; synchronously if nothing is slow.
   * @example
   * const clean = await memory.whenReady(() => memory.exchange(raw));
   */
  whenReady<Read>(read: () => Read): Read | Promise<Read>;
}
