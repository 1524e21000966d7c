import type { FiledBody, Sanitizer } from "@tapedeck/tape";
import { createBodyWriter } from "@tapedeck/tape/files";
import {
  BodyTooLargeError,
  decodedPieces,
  followChunks,
  isDecodable,
  type LateChunkChange,
  type SpooledBody,
} from "@tapedeck/tape/internal";
import { folderError, RecorderError } from "../recorder-error.ts";
import { recordableRequest } from "../send/record-request.ts";
import type { WireRequest } from "../send/transport.ts";
import type { RecordedService } from "../send/upstream.ts";
import type { LargeBody, OpenLarge } from "./flow.ts";

/** Where large bodies go, and how they are cleaned. */
interface LargeBodyContext {
  readonly out: string;
  readonly sanitizer: Sanitizer;
  readonly upstream: RecordedService;
}

/**
 * Makes the function that takes bodies too large to be held: it hides their secrets as they come, and writes them into
 * files of the folder. Nothing touches the disk before.
 */
export function largeBodies({ out, sanitizer, upstream }: LargeBodyContext) {
  // It fails like any other file of the recorder.
  const explained = <T>(task: () => T): T => {
    try {
      return task();
    } catch (error) {
      throw folderError(out, error);
    }
  };
  const writing = (opened: LateChunkChange | Promise<LateChunkChange>): LargeBody => {
    const writer = explained(() => createBodyWriter(out));
    const cuts = followChunks();
    let flows = false;
    let isAbandoned = false;
    const write = (bytes: Uint8Array<ArrayBuffer>): void => {
      if (isAbandoned) return;
      explained(() => writer.write(bytes));
      if (flows) cuts.became(bytes);
    };
    // One after the other, since a chunk may wait for the placeholder of a secret in it.
    let written = Promise.resolve();
    const inTurn = (change: (change: LateChunkChange) => ReturnType<LateChunkChange["chunk"]>): Promise<void> => {
      written = written.then(async () => write(await change(await opened)));
      return written;
    };
    return {
      chunk(bytes, afterMs) {
        flows = afterMs !== undefined;
        if (flows) cuts.came(bytes, afterMs ?? 0);
        return inTurn((change) => change.chunk(bytes));
      },
      async end() {
        await inTurn((change) => change.end());
        return { body: explained(writer.end), ...(flows && { chunks: cuts.end() }) };
      },
      abandon() {
        isAbandoned = true;
        written.catch(() => {});
        writer.abandon();
      },
    };
  };
  return {
    /** Takes the body of an answer as it comes. */
    answered:
      (message: WireRequest): OpenLarge =>
      (head) => {
        const exchange = { request: recordableRequest(message, upstream), response: { ...head, body: null } };
        return writing(sanitizer.body(exchange, message.sender.unnamed));
      },
    /** Stores the body of a request that comes in pieces. */
    async sent(message: WireRequest, body: SpooledBody): Promise<FiledBody> {
      const write = async (pieces: AsyncIterable<Uint8Array<ArrayBuffer>>): Promise<FiledBody> => {
        const large = writing(sanitizer.body(recordableRequest(message, upstream), message.sender.unnamed));
        try {
          for await (const piece of pieces) await large.chunk(piece);
          return (await large.end()).body;
        } catch (error) {
          large.abandon();
          throw error;
        }
      };
      const coding = message.headers["content-encoding"] ?? "";
      if (!isDecodable(coding)) return write(body.pieces());
      return write(decodedPieces(body.pieces(), coding)).catch((error: unknown) => {
        if (error instanceof RecorderError || error instanceof BodyTooLargeError) throw error;
        // A body that does not match its coding is stored as it was sent.
        return write(body.pieces());
      });
    },
  };
}
