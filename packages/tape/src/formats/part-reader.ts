import type { Warning } from "./types.ts";

/** Says why a part of a foreign file is not a recording of one exchange. Its message holds no secret. */
export class Unsupported extends Error {
  override readonly name = "Unsupported";
}

/** Reads the parts of a foreign file, and collects what could not be imported. */
interface PartReader {
  readonly warnings: Warning[];
  /**
   * Reads a part; returns undefined if it is left out.
   * @param read Reads the part; gets a function that notes each change.
   */
  readPart<Part>(place: string, read: (change: (text: string) => void) => Part): Part | undefined;
}

/** Makes a reader of a file's parts: one that is {@link Unsupported} is left out and named, and the others are read. */
export function partReader(): PartReader {
  const warnings: Warning[] = [];
  return {
    warnings,
    readPart(place, read) {
      try {
        return read((text) => warnings.push({ place, kind: "changed", text }));
      } catch (error) {
        if (!(error instanceof Unsupported)) throw error;
        warnings.push({ place, kind: "left out", text: error.message });
        return undefined;
      }
    },
  };
}
