import type { Warning } from "./types.ts";

/** Says why something of a foreign file is no recording of one exchange. Its message holds no secret. */
export class Unsupported extends Error {
  override readonly name = "Unsupported";
}

/** Reads the parts of a foreign file, and gathers what could not be taken over. */
interface PartReader {
  readonly warnings: Warning[];
  /**
   * Reads a part; undefined where it is left out.
   * @param read Reads the part; it is given a function that notes each change.
   */
  readPart<Part>(place: string, read: (change: (text: string) => void) => Part): Part | undefined;
}

/** Starts to read the parts of a file: one that is {@link Unsupported} is left out and named, and the others are read. */
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
