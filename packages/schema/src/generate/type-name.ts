import type { Schema } from "./schemas.ts";

/**
 * Returns the name of the TypeScript type of a schema: its title in one word.
 * @example
 * typeName({ title: "Rate limit headers" }); // "RateLimitHeaders"
 */
export function typeName(schema: Schema): string {
  return (schema.title ?? "").replace(/(?:^|\s+)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
