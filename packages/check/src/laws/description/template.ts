import { literally } from "@tapedeck/tape/internal";

/**
 * Returns whether a document fits an error's template: it has every member of the template, with the same text, in
 * which anything may replace a `{word}`. Links may lead anywhere.
 * @example
 * fitsTemplate({ message: "Unknown city paris" }, { message: "Unknown city {value}" }); // true
 */
export function fitsTemplate(document: unknown, template: unknown): boolean {
  if (typeof template === "string") {
    if (typeof document !== "string") return false;
    return URL.canParse(template) ? URL.canParse(document) : patternOf(template).test(document);
  }
  if (Array.isArray(template)) {
    return Array.isArray(document) && template.every((each, at) => fitsTemplate(document[at], each));
  }
  if (typeof template !== "object" || template === null) return document === template;
  return (
    typeof document === "object" &&
    document !== null &&
    Object.entries(template).every(([name, each]) => fitsTemplate((document as Record<string, unknown>)[name], each))
  );
}

function patternOf(template: string): RegExp {
  const literal = template.split(/\{\w+\}/).map(literally);
  return new RegExp(`^${literal.join(".*")}$`, "s");
}
