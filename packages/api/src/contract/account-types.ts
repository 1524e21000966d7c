/** The types of an account that the schema names as examples: it leaves the field open. */
export const accountTypes: readonly string[] = ["User", "Organization", "Bot"];

/** Lists the words that a field of an object may have besides recorded ones: an account is known by its login. */
export function knownWords(field: string, fields: { has(name: string): boolean }): readonly string[] {
  return field === "type" && fields.has("login") ? accountTypes : [];
}
