/**
 * A JSON text as a value; one of several lines that are JSON each, as the list of these. Undefined for any other text.
 * @example
 * jsonOrLines('{"index":1}\n{"name":"ada"}\n'); // [{ index: 1 }, { name: "ada" }]
 */
export function jsonOrLines(text: string): unknown {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  for (const parse of [() => JSON.parse(text), () => lines.map((line) => JSON.parse(line))]) {
    try {
      return parse();
    } catch {}
  }
  return undefined;
}
