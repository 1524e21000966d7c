import {
  bodyOf,
  decodedPieces,
  type Exchange,
  type HeldBody,
  isDecodable,
  joined,
  type LateChunkChange,
  largestHeld,
  type SpooledBody,
} from "@tapedeck/tape";
import { bodyDigest } from "./body-key.ts";

/** A request's body in the form in which it is compared. */
interface ComparableBody {
  readonly body: HeldBody | null;
  /** Whether nothing in it is left to hide: it is a recorded one, or a digest. */
  readonly isClean: boolean;
}

/** Reads the bodies of requests, as far as a recorded one could be equal. */
export interface BodyReader {
  /** Takes note of what is recorded. */
  admit(recorded: Iterable<Pick<Exchange, "request">>): void;
  /** Takes note of how long the longest recorded body is, where the bodies are not at hand. */
  admitUpTo(length: number): void;
  /** @param rewrite Puts the recorded origin into a text, where a client's own address stands. */
  read(bytes: Uint8Array, rewrite: (text: string) => string): ComparableBody;
  /**
   * Reads a body in pieces; others are answered meanwhile.
   * @param type Its content type.
   * @param coding Its content coding.
   * @param clean Makes what hides its secrets.
   */
  readPieces(body: SpooledBody, type: string, coding: string, clean: () => LateChunkChange): Promise<HeldBody | null>;
}

/** Bytes of a body that is read in any case, unless told otherwise. */
const usualBytes = 32 * 1024;
/** A recorded body may be shorter than the one that was sent, by hidden secrets and by white space. */
const mostTimesLonger = 4;

/**
 * Makes the reader of a player's request bodies. To hide what is secret in a large body and to compare it by value takes
 * longer than other clients should wait, so it is done only where a recorded body is about as long: a body of more than
 * `bytes`, and of more than four times the longest recorded one, is compared as a digest of 64 bits. One that equals a
 * recorded body byte for byte is taken as it is, since the recorder has been over it.
 * @param bytes Bytes of a body that is read in any case. Default: 32 KiB.
 * @example
 * createBodyReader().read(new Uint8Array(1_000_000), (text) => text).isClean; // true
 */
export function createBodyReader(bytes: number = usualBytes): BodyReader {
  let longest = 0;
  const recorded = new Map<number, Set<string>>();
  return {
    admit(exchanges) {
      for (const {
        request: { body },
      } of exchanges) {
        if (body === null) continue;
        if (body.encoding === "file") {
          longest = Math.max(longest, body.bytes);
          continue;
        }
        const { length } = body.text;
        longest = Math.max(longest, length);
        if (length > bytes) recorded.set(length, (recorded.get(length) ?? new Set()).add(body.text));
      }
    },
    admitUpTo(length) {
      longest = Math.max(longest, length);
    },
    read(sent, rewrite) {
      if (sent.length > bytes && sent.length > mostTimesLonger * longest)
        return { body: { encoding: "utf8", text: `[${sent.length} bytes: ${digestOf(sent)}]` }, isClean: true };
      const read = bodyOf(sent);
      const body = read?.encoding === "utf8" ? { ...read, text: rewrite(read.text) } : read;
      return { body, isClean: body !== null && recorded.get(body.text.length)?.has(body.text) === true };
    },
    async readPieces(body, type, coding, clean) {
      // As above: no recorded one could be equal to what is longer.
      const most = mostTimesLonger * longest;
      const read = async (pieces: Pieces, change: LateChunkChange, mostRead = Number.POSITIVE_INFINITY) => {
        const digest = bodyDigest(type);
        const held: Uint8Array[] = [];
        let [came, length] = [0, 0];
        const add = (bytes: Uint8Array): void => {
          digest.update(bytes);
          length += bytes.length;
          // With all that is hidden in it, it may have been recorded as one that is held.
          if (length <= largestHeld) held.push(bytes);
        };
        for await (const piece of pieces) {
          came += piece.length;
          if (came > mostRead) return undefined;
          add(await change.chunk(piece));
        }
        add(await change.end());
        return length > largestHeld ? ({ encoding: "utf8", text: digest.end() } as const) : bodyOf(joined(held));
      };
      const asSent = async () => (body.length > most ? undefined : read(body.pieces(), clean(), most));
      const found = isDecodable(coding)
        ? // Recordings keep what was sent of a body that is not in its coding.
          await read(decodedPieces(body.pieces(), coding), clean(), most).catch(asSent)
        : await asSent();
      return found ?? (found === null ? null : ((await read(body.pieces(), unchanged)) ?? null));
    },
  };
}

type Pieces = AsyncIterable<Uint8Array<ArrayBuffer>>;

const unchanged: LateChunkChange = { chunk: (bytes) => bytes, end: () => new Uint8Array() };

/** Tells bodies apart that were not made to be mistaken for each other: a word at a time, for they are large. */
function digestOf(bytes: Uint8Array): string {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const words = new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length >>> 2);
  let one = 0x811c9dc5;
  let other = bytes.length;
  // By index, which is a third of the time of an iterator.
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] as number;
    one = Math.imul(one ^ word, 0x01000193);
    other = Math.imul((other << 5) | (other >>> 27), 0x85ebca6b) ^ word;
  }
  for (const byte of aligned.subarray(words.length * 4)) {
    one = Math.imul(one ^ byte, 0x01000193);
    other = Math.imul(other, 0x85ebca6b) ^ byte;
  }
  return [one, other].map((lane) => (lane >>> 0).toString(16).padStart(8, "0")).join("");
}
