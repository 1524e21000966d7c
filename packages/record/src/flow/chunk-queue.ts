import type { Chunk } from "@tapedeck/replay";
import { brokenOff } from "@tapedeck/replay/internal";
import type { Cut, HeaderList } from "@tapedeck/tape";
import { createByteBlocks } from "@tapedeck/tape/internal";
import type { Tap } from "./flow.ts";

/** Bytes that a slow client may lag behind before upstream is held back. */
const mostQueued = 256 * 1024;

/**
 * A tap whose chunks are read at the reader's pace: upstream is held back while more than 256 KiB wait.
 * @example
 * for await (const { bytes } of queue.chunks) response.write(bytes);
 */
interface ChunkQueue extends Tap {
  /** Ends as the answer ended; throws if that was broken off. */
  readonly chunks: AsyncIterable<Chunk>;
  /** Returns the trailers, once the answer has ended. */
  readonly trailers: () => HeaderList;
  /** Called when the reader has gone. */
  readonly release: () => void;
}

/** Makes a queue of chunks. */
export function createChunkQueue(): ChunkQueue {
  const waiting = createByteBlocks();
  let bytes = 0;
  let ended: { readonly cut: Cut | null; readonly trailers: HeaderList } | null = null;
  let more = Promise.withResolvers<void>();
  let taken: PromiseWithResolvers<void> | null = null;
  const handedOn = Promise.withResolvers<void>();
  let isRead = true;
  const goOn = (): void => {
    taken?.resolve();
    taken = null;
  };
  const release = (): void => {
    isRead = false;
    waiting.take();
    // Upstream is not held back for a reader that has gone.
    goOn();
    handedOn.resolve();
  };

  async function* read(): AsyncIterable<Chunk> {
    try {
      while (true) {
        const came = waiting.take();
        for (const next of came) {
          bytes -= next.length;
          if (bytes < mostQueued) goOn();
          yield { afterMs: 0, bytes: next };
        }
        if (came.length > 0) continue;
        if (ended !== null) {
          const { cut } = ended;
          if (cut === "client" || cut === "bound" || cut === null) return;
          throw brokenOff(cut);
        }
        await more.promise;
        more = Promise.withResolvers();
      }
    } finally {
      release();
    }
  }

  return {
    chunks: read(),
    chunk(next) {
      if (!isRead) return undefined;
      waiting.add(next);
      bytes += next.length;
      more.resolve();
      if (bytes < mostQueued) return undefined;
      taken ??= Promise.withResolvers();
      return taken.promise;
    },
    trailers: () => ended?.trailers ?? [],
    end(cut, trailers) {
      ended = { cut, trailers };
      more.resolve();
      return handedOn.promise;
    },
    release,
  };
}
