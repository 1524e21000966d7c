// A body that is too large to be held in memory while its request is in flight. It lies in an unnamed file, under a key
// that exists only in memory: nothing that a client sends can be read on the disk, and it is gone with the process.
import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from "node:crypto";
import { close, openSync, read, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { SpooledBody } from "@tapedeck/tape/internal";

const coding = "aes-256-ctr";
// Each key is used for one body.
const start = new Uint8Array(16);
const pieceBytes = 64 * 1024;
const readInto = promisify(read);

/** Where a spooled body lies, as one thread tells another. */
export interface SpoolPlace {
  readonly descriptor: number;
  readonly key: Uint8Array;
  readonly length: number;
}

/** A body in a file that only this process can read. */
export class Spool implements SpooledBody, SpoolPlace {
  readonly descriptor: number;
  readonly key: Uint8Array;
  readonly length: number;
  #readers = 0;
  #isReleased = false;

  constructor({ descriptor, key, length }: SpoolPlace) {
    this.descriptor = descriptor;
    this.key = key;
    this.length = length;
  }

  async *pieces(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    if (this.#isReleased) throw new TypeError("Cannot read the body of a request that was answered");
    this.#readers += 1;
    const decipher = createDecipheriv(coding, this.key, start);
    try {
      for (let at = 0; at < this.length; ) {
        const piece = new Uint8Array(Math.min(pieceBytes, this.length - at));
        const { bytesRead } = await readInto(this.descriptor, piece, 0, piece.length, at);
        if (bytesRead === 0) throw new RangeError("The body of a request is not in its file any more");
        at += bytesRead;
        yield new Uint8Array(decipher.update(piece.subarray(0, bytesRead)));
      }
    } finally {
      this.#readers -= 1;
      this.#closeIfDone();
    }
  }

  /** Marks its request as answered: it is deleted once it has no reader. */
  release(): void {
    this.#isReleased = true;
    this.#closeIfDone();
  }

  #closeIfDone(): void {
    if (this.#isReleased && this.#readers === 0) close(this.descriptor, () => {});
  }
}

/** A spool that is being written. */
export interface SpoolWriter {
  /** @throws Error with the system's reason if it cannot be written. */
  write(bytes: Uint8Array): void;
  end(): Spool;
}

/**
 * Begins a spool, in the system's folder for temporary files.
 * @throws Error with the system's reason if none can be made.
 */
export function openSpool(): SpoolWriter {
  const path = join(tmpdir(), `tapedeck.${randomUUID()}`);
  const descriptor = openSync(path, "wx+", 0o600);
  // It has no name from now on: the system removes it with its last reader.
  rmSync(path, { force: true });
  const key = new Uint8Array(randomBytes(32));
  const cipher = createCipheriv(coding, key, start);
  let length = 0;
  return {
    write(bytes) {
      const coded = cipher.update(bytes);
      for (let at = 0; at < coded.length; ) at += writeSync(descriptor, coded, at, coded.length - at, length + at);
      length += bytes.length;
    },
    end: () => new Spool({ descriptor, key, length }),
  };
}
