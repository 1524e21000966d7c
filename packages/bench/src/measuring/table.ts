/** Returns the median of numbers; for an even count, the upper of the two. */
export function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

/** Formats a figure with some digits after its point; a dash stands for one that is missing. */
export function cell(figure: number | undefined, digits = 0): string {
  return figure?.toFixed(digits) ?? "–";
}

/** Formats rows as a Markdown table with aligned columns: the first to the left, the others to the right. */
export function table([head = [], ...rows]: ReadonlyArray<readonly string[]>): string {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join(" | ")} |`;
  const rule = widths.map((width, column) => (column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`));
  return [line(head), line(rule), ...rows.map(line)].join("\n");
}
