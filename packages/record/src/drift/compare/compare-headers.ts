import { type HeaderList, headerOf } from "@tapedeck/tape";
import { type Drift, drifted } from "../finding.ts";

// Headers that depend on the request, the moment, or the connection: their appearing or disappearing is not drift.
const fleeting: ReadonlySet<string> = new Set([
  "content-encoding",
  "content-length",
  // Compared where it is the answer: see compareAnswers().
  "location",
  "retry-after",
  "set-cookie",
  "transfer-encoding",
]);

/**
 * Compares header fields: gone, new, or another media type of the body.
 * @param isLaterPage Whether the answer is a page after the first, so that `link` is required: a list that now fits on
 *   one page has none.
 * @example
 * compareHeaders([["etag", '"1"']], []); // removed: etag
 */
export function compareHeaders(was: HeaderList, now: HeaderList, isLaterPage: boolean): readonly Drift[] {
  const [before, after] = [namesOf(was), namesOf(now)];
  const gone = [...before].filter((name) => !after.has(name) && (name !== "link" || isLaterPage));
  // A list that has grown to a second page has a link, which is not drift.
  const came = [...after].filter((name) => !before.has(name) && name !== "link");
  const [typeBefore, typeAfter] = [mediaTypeOf(was), mediaTypeOf(now)];
  return [
    ...gone.map((name) => drifted("removed", "header", name, headerOf(was, name), null)),
    ...(typeBefore !== null && typeAfter !== null && typeBefore !== typeAfter
      ? [drifted("type", "header", "content-type", typeBefore, typeAfter)]
      : []),
    ...came.map((name) => drifted("added", "header", name, null, headerOf(now, name))),
  ];
}

function namesOf(headers: HeaderList): ReadonlySet<string> {
  return new Set(headers.map(([name]) => name).filter((name) => !fleeting.has(name)));
}

// Without parameters: another spelling of the charset is not drift.
function mediaTypeOf(headers: HeaderList): string | null {
  return headerOf(headers, "content-type")?.split(";")[0]?.trim().toLowerCase() ?? null;
}
