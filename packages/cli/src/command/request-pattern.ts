/** A pattern such as `GET /users/*` as the source of a regular expression; `*` stands for any text. */
export function requestPattern(pattern: string): string {
  const parts = pattern.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return parts.join(".*");
}
