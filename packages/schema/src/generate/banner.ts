/**
 * Returns the head of a generated file, which names its source.
 * @example
 * banner("user"); // "// Generated from schemas/user.json by …"
 */
export function banner(schema: string): string {
  return `// Generated from schemas/${schema}.json by \`npm run generate -w @tapedeck/schema\`; change the schema, not this file.\n`;
}
