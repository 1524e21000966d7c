import { bodyOf, type Exchange, type HeldBody } from "@tapedeck/tape";
import {
  chained,
  decodedPieces,
  isDecodable,
  joined,
  type LateChunkChange,
  largestHeld,
  longestSent,
  type SpooledBody,
} from "@tapedeck/tape/internal";
import { bodyDigest, pinnedBody, unchanged } from "./body-key.ts";

/** A request's body in its compared form. */
interface ComparableBody {
  readonly body: HeldBody | null;
  /** Whether it holds nothing to hide: it equals a recorded body, or is a digest. */
  readonly isClean: boolean;
}

/** Reads request bodies, as far as they may equal a recorded one. */
export interface BodyReader {
  /** Notes recorded bodies. */
  admit(recorded: Iterable<Pick<Exchange, "request">>): void;
  /** Notes how long a recorded body may have been when it was sent, if the bodies themselves are not in memory. */
  admitUpTo(length: number): void;
  /** @param rewrite Replaces the client's own address in a text by the recorded origin. */
  read(bytes: Uint8Array, rewrite: (text: string) => string): ComparableBody;
  /**
   * Reads a body in pieces, while other requests are answered.
   * @param type Content type of the body.
   * @param coding Content coding of the body.
   * @param clean Makes the redaction of its secrets.
   */
  readPieces(body: SpooledBody, type: string, coding: string, clean: () => LateChunkChange): Promise<HeldBody | null>;
}

/** Default number of bytes up to which every body is read. */
const usualBytes = 32 * 1024;

/**
 * Makes the reader of a player's request bodies. Hiding the secrets of a large body and comparing it by value takes
 * longer than other clients should wait, so that is done only if a recorded body may have been as long: a body of more
 * than `bytes`, and than any of those, is compared by a digest of 64 bits. A body that equals a recorded one byte for
 * byte is not redacted again.
 * @param bytes Bytes up to which every body is read. Default: 32 KiB.
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
        longest = Math.max(longest, longestSent(body));
        if (body.encoding === "file") continue;
        const { length } = body.text;
        if (length > bytes) recorded.set(length, (recorded.get(length) ?? new Set()).add(body.text));
      }
    },
    admitUpTo(length) {
      longest = Math.max(longest, length);
    },
    read(sent, rewrite) {
      if (sent.length > bytes && sent.length > longest)
        return { body: { encoding: "utf8", text: `[${sent.length} bytes: ${digestOf(sent)}]` }, isClean: true };
      const read = bodyOf(sent);
      const body = read?.encoding === "utf8" ? { ...read, text: rewrite(read.text) } : read;
      return { body, isClean: body !== null && recorded.get(body.text.length)?.has(body.text) === true };
    },
    async readPieces(body, type, coding, clean) {
      const read = async (pieces: Pieces, change: LateChunkChange, mostRead = Number.POSITIVE_INFINITY) => {
        const [late, digest] = [chained(pinnedBody(type), change), bodyDigest()];
        const held: Uint8Array[] = [];
        let [came, length] = [0, 0];
        const add = (bytes: Uint8Array): void => {
          digest.update(bytes);
          length += bytes.length;
          // Without its secrets, and under a shorter boundary, it may be short enough to have been recorded as a held body.
          if (length <= largestHeld) held.push(bytes);
        };
        for await (const piece of pieces) {
          came += piece.length;
          if (came > mostRead) return undefined;
          add(await late.chunk(piece));
        }
        add(await late.end());
        return length > largestHeld ? ({ encoding: "utf8", text: digest.end() } as const) : bodyOf(joined(held));
      };
      const asSent = async () => (body.length > longest ? undefined : read(body.pieces(), clean(), longest));
      const found = isDecodable(coding)
        ? // Recordings keep what was sent of a body that is not in its coding.
          await read(decodedPieces(body.pieces(), coding), clean(), longest).catch(asSent)
        : await asSent();
      return found ?? (found === null ? null : ((await read(body.pieces(), unchanged)) ?? null));
    },
  };
}

type Pieces = AsyncIterable<Uint8Array<ArrayBuffer>>;

/** Digests a body word by word, since bodies are large; not safe against deliberate collisions. */
function digestOf(bytes: Uint8Array): string {
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const words = new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.length >>> 2);
  let one = 0x811c9dc5;
  let other = bytes.length;
  // Indexing takes a third of the time of an iterator.
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
