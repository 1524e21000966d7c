const most = 5;

/**
 * Returns a list as one text, which says how many items of a long one it leaves out.
 * @example
 * listed(["a", "b"]); // "a; b"
 */
export function listed(items: readonly string[]): string {
  const rest = items.length - most;
  return [...items.slice(0, most), ...(rest > 0 ? [`and ${rest} more`] : [])].join("; ");
}
