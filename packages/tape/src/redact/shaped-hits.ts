import type { Hit } from "./hits.ts";
import { placeholderSpans } from "./placeholder.ts";
import type { Span } from "./read/span.ts";
import type { Rules } from "./scrubber-rules.ts";

const documentStart = /^\s*[{[]/;
const ofNumber = /[\d.Ee+-]/;
const ofNumbers = /[\d.Ee+-]+/y;
const number = /^-?\d+(?:\.\d+)?(?:[Ee][+-]?\d+)?$/;
const hasSigns = /[\p{L}\p{N}]/u;

/**
 * Finds what has a shape that a user told. Of what goes over a placeholder, what is before it is found: a placeholder
 * would be hidden again and again. A number of JSON is found whole, so that a number can stand there.
 * @param isPart Whether the text is a stretch of a longer one, which may be JSON.
 */
export function* shapedHits(text: string, shapes: Rules["shapes"], isPart: boolean): Iterable<Hit> {
  if (shapes.length === 0) return;
  const hidden = placeholderSpans(text);
  const isDocument = isPart || documentStart.test(text);
  for (const [kind, pattern] of shapes) {
    // Another text may be searched in the meantime.
    const search = new RegExp(pattern);
    const numberAround = isDocument ? numbersIn(text, isPart) : () => null;
    let nth = 0;
    for (let found = search.exec(text); found !== null; found = search.exec(text)) {
      const match = { start: found.index, end: search.lastIndex };
      while ((hidden[nth]?.end ?? Number.POSITIVE_INFINITY) <= match.start) nth += 1;
      const over = hidden[nth];
      if (match.end === match.start) search.lastIndex += 1;
      else if (over !== undefined && over.start < match.end) {
        search.lastIndex = over.end;
        const { start } = match;
        const value = text.slice(start, over.start);
        if (hasSigns.test(value)) yield { start, end: over.start, kind, value, rank: 1 };
      } else {
        const whole = numberAround(match);
        const { start, end } = whole ?? match;
        search.lastIndex = end;
        yield { start, end, kind, value: text.slice(start, end), rank: 1, ...(whole && { isNumber: true }) };
      }
    }
  }
}

/** Makes the function that finds the number of JSON around a stretch: what comes later is asked for later. */
function numbersIn(text: string, isPart: boolean): (part: Span) => Span | null {
  // A long one has many parts.
  let run: Span = { start: 0, end: 0 };
  let isNumber = false;
  return ({ start, end }) => {
    if (start < run.start || end > run.end) {
      let from = start;
      while (from > run.end && ofNumber.test(text[from - 1] ?? "")) from -= 1;
      ofNumbers.lastIndex = from;
      run = { start: from, end: from + (ofNumbers.exec(text)?.[0].length ?? 0) };
      const isAlone =
        ((isPart && from === 0) || /[:[,]\s{0,99}$/.test(text.slice(Math.max(0, from - 100), from))) &&
        /^\s*[,}\]]/.test(text.slice(run.end, run.end + 100));
      isNumber = isAlone && number.test(text.slice(from, run.end));
    }
    return isNumber && end <= run.end ? run : null;
  };
}
