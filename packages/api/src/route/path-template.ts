import { literally } from "@tapedeck/tape/internal";

/** A segment of a path template: text, or a pattern with parameters. */
export type Segment =
  | { readonly kind: "text"; readonly text: string }
  /** `isWhole`: a parameter alone, which any text fits. */
  | {
      readonly kind: "pattern";
      readonly pattern: RegExp;
      readonly names: readonly string[];
      readonly isWhole: boolean;
    };

/**
 * Parses a path template: `{name}` stands for a parameter within a segment.
 * @throws RangeError for a template that no path can match.
 * @see OpenAPI 3.1.0, section 4.7.8.2 ("Path Templating Matching")
 * @example
 * segmentsOf("/users/{username}").length; // 2
 */
export function segmentsOf(template: string): readonly Segment[] {
  const refuse = (why: string): never => {
    throw new RangeError(`Cannot match the path template ${JSON.stringify(template)}: ${why}`);
  };
  if (!template.startsWith("/")) refuse('a path begins with "/"');
  // A parameter's name is not sent.
  if (/[?#\s]/.test(template.replace(/\{[^{}]*\}/g, ""))) refuse("a path has no query, no fragment and no space");
  const seen = new Set<string>();
  return template
    .slice(1)
    .split("/")
    .map((segment): Segment => {
      if (segment.replace(/\{[^{}]*\}/g, "").match(/[{}]/)) refuse(`the braces of "${segment}" do not close`);
      if (!segment.includes("{")) return { kind: "text", text: normalSegment(segment) };
      const names: string[] = [];
      const source = segment.split(/(\{[^{}]*\})/).map((part) => {
        if (!part.startsWith("{")) return literally(part);
        const name = part.slice(1, -1);
        if (name === "") refuse("a parameter has no name");
        if (seen.has(name)) refuse(`the parameter "${name}" stands there twice`);
        seen.add(name);
        names.push(name);
        return "(.+?)";
      });
      return {
        kind: "pattern",
        pattern: new RegExp(`^${source.join("")}$`, "s"),
        names,
        isWhole: source.join("") === "(.+?)",
      };
    });
}

/**
 * Returns a segment in normal form: percent-encoded letters, digits and `-._~` decoded, other encodings in capitals.
 * @see RFC 3986, sections 6.2.2.1 and 6.2.2.2
 * @example
 * normalSegment("%61da%2f"); // "ada%2F"
 */
export function normalSegment(segment: string): string {
  return segment.replace(/%[0-9a-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : encoded.toUpperCase();
  });
}
