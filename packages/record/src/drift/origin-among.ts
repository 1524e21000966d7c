import type { TapeFile } from "@tapedeck/tape/files";
import { upstreamOf } from "../send/upstream.ts";

/** The origin whose recordings are compared with a service, and the other origins in the folder. */
interface OriginChoice {
  readonly origin: string;
  readonly otherOrigins: readonly string[];
}

/**
 * Chooses the recordings to compare with a service: those of the named origin, or of the service's own, or the only
 * ones.
 * @param from Base URL of the service.
 * @throws RangeError if that is ambiguous.
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
