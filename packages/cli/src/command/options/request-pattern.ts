/**
 * Returns whether a request fits a pattern such as `GET /users/*`; `*` stands for any text. In one pass, however many stars
 * there are.
 * @param request Method and target.
 * @example
 * fitsPattern("GET /users/ada?page=2", "GET /users/*"); // true
 */
export function fitsPattern(request: string, pattern: string): boolean {
  const [first = "", ...between] = pattern.split("*");
  const last = between.pop();
  if (last === undefined) return request === first;
  if (!request.startsWith(first) || !request.endsWith(last)) return false;
  let at = first.length;
  for (const part of between) {
    const found = request.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at + last.length <= request.length;
}
