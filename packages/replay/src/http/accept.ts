/**
 * Returns whether a client prefers text to JSON, by the weights in its `Accept`. Any kind of JSON (`…+json`) counts as
 * JSON; with equal weights, or if the client accepts neither, it gets JSON.
 * @param accept The `Accept` header; undefined where there is none.
 * @see RFC 9110, section 12.5.1: the most specific range that fits a type gives its weight
 * @example
 * prefersText("text/plain"); // true
 * prefersText("application/json, text/plain, *\/*"); // false
 */
export function prefersText(accept: string | undefined): boolean {
  if (accept === undefined || !/text|\*/i.test(accept)) return false;
  const ranges = accept.split(",").map(rangeOf);
  const json = ranges.filter(({ type }) => type.endsWith("+json")).map(({ weight }) => weight);
  return weightOf("text/plain", ranges) > Math.max(weightOf("application/json", ranges), ...json);
}

interface Range {
  readonly type: string;
  readonly weight: number;
}

function rangeOf(text: string): Range {
  const [type = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
  const weight = parameters.find((each) => each.startsWith("q="));
  return { type, weight: weight === undefined ? 1 : Number(weight.slice(2)) || 0 };
}

function weightOf(type: string, ranges: readonly Range[]): number {
  const [kind = ""] = type.split("/");
  for (const wanted of [type, `${kind}/*`, "*/*"]) {
    const found = ranges.find((range) => range.type === wanted);
    if (found) return found.weight;
  }
  return 0;
}
