import type { TapeFile } from "@tapedeck/tape/files";
import { upstreamOf } from "../send/upstream.ts";

/** Whose recordings a service is held against, and whose stand in the folder as well. */
interface OriginChoice {
  readonly origin: string;
  readonly otherOrigins: readonly string[];
}

/**
 * Tells which recordings a service has to answer for: those of the origin that is named, or of its own, or the only
 * ones.
 * @param from Base URL of the service.
 * @throws RangeError if that cannot be told.
 * @example
 * originAmong(files, "http://127.0.0.1:8787").origin; // "https://api.service.example"
 */
export function originAmong(files: readonly TapeFile[], from: string, wanted?: string): OriginChoice {
  const origins = [...new Set(files.map(({ tape }) => tape.origin))].sort();
  const own = upstreamOf(from, wanted).origin;
  const [only, second] = origins;
  const origin = origins.includes(own) ? own : wanted === undefined && second === undefined ? only : undefined;
  if (origin === undefined) {
    throw new RangeError(
      wanted === undefined
        ? "Cannot tell which recordings to hold against the service: there are some of several\n" +
            `  - choose one as origin (--origin): ${origins.join(", ")}`
        : `Cannot find drift: no recording is of the origin "${own}"\n  - there are some of ${origins.join(", ")}`,
    );
  }
  return { origin, otherOrigins: origins.filter((other) => other !== origin) };
}
