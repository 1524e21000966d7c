/**
 * Says at the head of a generated file where it comes from.
 * @example
 * banner("user"); // "// Generated from schemas/user.json by …"
 */
export function banner(schema: string): string {
  return `// Generated from schemas/${schema}.json by \`npm run generate -w @tapedeck/schema\`; change the schema, not this file.\n`;
}
