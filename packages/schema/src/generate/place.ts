/**
 * A path as ajv writes it, without that of the value as a whole.
 * @example
 * relative('instancePath+"/owner"'); // '"/owner"'
 * relative("instancePath"); // '""'
 */
export function relative(path: string): string {
  return path.replace(/^instancePath\+?/, "") || '""';
}
