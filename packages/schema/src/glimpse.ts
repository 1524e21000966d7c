const most = 60;

/**
 * Returns enough of a value to recognize it and no more: never all of a long one, and nothing of one that looks secret.
 * @example
 * glimpse("1"); // '"1"'
 * glimpse({ login: "ada" }); // "object with login"
 * glimpse("token hunter2"); // "string of 13 characters, kept back"
 */
export function glimpse(value: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value === "string") return looksSecret(value) ? keepBack(value) : cut(JSON.stringify(value));
  if (Array.isArray(value)) return `array of ${value.length}`;
  if (typeof value !== "object" || value === null) return cut(String(value));
  const keys = Object.keys(value).map(shownName);
  return keys.length === 0 ? "empty object" : cut(`object with ${keys.join(", ")}`);
}

/**
 * Returns only the length of a string.
 * @example
 * keepBack("hunter2"); // "string of 7 characters, kept back"
 */
export function keepBack(text: string): string {
  return `string of ${text.length} characters, kept back`;
}

/**
 * Returns a key as it may be shown: unchanged, unless it is long or looks secret.
 * @example
 * shownName("login"); // "login"
 */
export function shownName(key: string): string {
  return looksSecret(key) ? `(${keepBack(key)})` : cut(key);
}

// Tokens have known prefixes, credentials stand before the @ of a URL, and other secrets are long, unbroken and mixed:
// no name, address or time of the contract has twenty such characters in a row.
const announced = /\b(?:gh[a-z]_|github_pat_|glpat-|sk-|xox[a-z]-|(?:token|bearer|basic)\s)|\/\/[^/\s]*@/i;
const unbroken = /[\w+=~-]{20,}/g;

function looksSecret(text: string): boolean {
  return announced.test(text) || (text.match(unbroken) ?? []).some((run) => /\d/.test(run) && /[a-z]/i.test(run));
}

function cut(text: string): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}
