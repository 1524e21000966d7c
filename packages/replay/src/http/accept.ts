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
  const weights = weightsIn(accept);
  const weightOf = (kind: string, type: string): number =>
    weights.get(`${kind}/${type}`) ?? weights.get(`${kind}/*`) ?? weights.get("*/*") ?? 0;
  const json = [...weights].filter(([type]) => type.endsWith("+json")).map(([, weight]) => weight);
  return weightOf("text", "plain") > Math.max(weightOf("application", "json"), ...json);
}

/**
 * Returns the weight of each type or coding that a client accepts, by its name in lower case.
 * @see RFC 9110, section 12.4.2
 * @example
 * weightsIn("gzip;q=0.5, br").get("br"); // 1
 */
export function weightsIn(accepted: string): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const each of accepted.toLowerCase().split(",")) {
    const [name = "", ...parameters] = each.split(";").map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    if (name !== "" && !weights.has(name)) weights.set(name, weight === undefined ? 1 : Number(weight) || 0);
  }
  return weights;
}
