/**
 * Returns whether an `Accept-Encoding` header asks for gzip.
 * @example
 * wantsGzip("br, gzip;q=0.8"); // true
 * wantsGzip("gzip;q=0, *"); // false
 */
export function wantsGzip(acceptEncoding: string | undefined): boolean {
  const weights = new Map<string, number>();
  for (const item of (acceptEncoding ?? "").toLowerCase().split(",")) {
    const [coding = "", ...parameters] = item.split(";").map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    weights.set(coding, weight === undefined ? 1 : Number(weight.slice(2)));
  }
  return (weights.get("gzip") ?? weights.get("*") ?? 0) > 0;
}
