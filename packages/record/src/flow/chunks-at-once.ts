import { createByteBlocks, joined } from "@tapedeck/tape/internal";

type Take = (bytes: Uint8Array<ArrayBuffer>) => void;

/** Chunks on their way. */
interface ChunksAtOnce {
  readonly came: Take;
  /** Passes on what is still held. */
  readonly rest: () => void;
}

/** How many of the chunks that come at once are passed on one by one. */
const mostAtOnce = 64;

/**
 * Passes chunks on as they come; of those that come at once, all after the 64th as one: a service may send byte by byte.
 * @example
 * const { came, rest } = chunksAtOnce(take);
 * response.on("data", came).on("end", rest);
 */
export function chunksAtOnce(take: Take): ChunksAtOnce {
  let count = 0;
  const held = createByteBlocks();
  const rest = (): void => {
    const late = held.take();
    count = 0;
    if (late.length > 0) take(joined(late));
  };
  const came = (bytes: Uint8Array<ArrayBuffer>): void => {
    if (count === 0) queueMicrotask(rest);
    count += 1;
    if (count <= mostAtOnce) take(bytes);
    else held.add(bytes);
  };
  return { came, rest };
}
