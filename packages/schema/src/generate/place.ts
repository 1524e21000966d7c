/**
 * Returns a path as ajv writes it, relative to the whole value.
 * @example
 * relative('instancePath+"/owner"'); // '"/owner"'
 * relative("instancePath"); // '""'
 */
export function relative(path: string): string {
  return path.replace(/^instancePath\+?/, "") || '""';
}
