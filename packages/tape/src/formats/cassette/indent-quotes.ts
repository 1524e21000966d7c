// A value that begins with a quote: its line up to there, with the key that it belongs to.
const quoted = /^(\s*(?:-\s+)*)(?:(?:[^\s"'#|>[{&!*%@`-][^"'#\n]*?|"[^"\n]*"|'[^'\n]*'):\s+)?(?:[!&]\S*\s+)*(?=['"])/;
// A block scalar, whose lines are text, not YAML.
const block = /^(\s*(?:-\s+)*)[^#\n]*?(?:^|[:-])\s+(?:[!&]\S*\s+)*[|>][-+\d]*\s*$/;
// The rest of a longer line is text: trying a pattern at each position of it would take quadratic time.
const longestStart = 500;
const ends = { "'": /'[^']*(?:''[^']*)*'/y, '"': /"[^"\\]*(?:\\[\s\S][^"\\]*)*"/y } as const;

/**
 * Indents the continuation lines of quoted values that begin too far to the left. YAML requires them deeper than their
 * key; libyaml, which Ruby, Python and Go use, does not care, so cassettes have them anywhere. The values stay the
 * same.
 * @see YAML 1.2.2, section 7.3
 * @example
 * indentQuotes("  a: 'b\n\n'\n"); // "  a: 'b\n\n    '\n"
 */
export function indentQuotes(text: string): string {
  let out = "";
  let at = 0;
  let blockIndent: number | null = null;
  while (at < text.length) {
    const feed = text.indexOf("\n", at);
    const end = feed === -1 ? text.length : feed + 1;
    const line = text.slice(at, end);
    const isWithin = blockIndent !== null && (line.trim() === "" || line.search(/\S/) > blockIndent);
    if (!isWithin) {
      blockIndent = (line.length > longestStart ? null : block.exec(line))?.[1]?.length ?? null;
      const [start, indent = ""] = quoted.exec(line.slice(0, longestStart)) ?? [];
      const sign = start === undefined ? undefined : (line[start.length] as keyof typeof ends);
      if (start !== undefined && sign !== undefined) {
        const rule = ends[sign];
        rule.lastIndex = at + start.length;
        const length = rule.exec(text)?.[0].length ?? 0;
        const last = at + start.length + length;
        if (last > end) {
          out += text.slice(at, last).replace(/\n(?=[ \t]*[^\s])/g, `\n${" ".repeat(indent.length + 2)}`);
          at = last;
          continue;
        }
      }
    }
    out += line;
    at = end;
  }
  return out;
}
