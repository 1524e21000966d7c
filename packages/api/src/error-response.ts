import type { HeaderList } from "@tapedeck/tape";
import type { Api, ErrorCase } from "./api.ts";

/** A response that a description makes: plain data, with its body as text. */
export interface MadeResponse {
  readonly status: number;
  readonly headers: HeaderList;
  readonly body: string | null;
}

/**
 * Returns the API's response in a case, with its placeholders replaced; null if the description has none.
 * @param words Values for each `{word}` in the template.
 * @example
 * errorResponse(service, "notFound", {})?.status; // 404
 */
export function errorResponse(
  api: Api,
  errorCase: ErrorCase,
  words: Readonly<Record<string, string>>,
): MadeResponse | null {
  const template = api.errors[errorCase];
  if (template === undefined) return null;
  const own = Object.entries(template.headers ?? {}).map(
    ([name, value]) => [name.toLowerCase(), fill(value, words)] as const,
  );
  const made = jsonResponse(api, template.status, template.body === undefined ? null : filled(template.body, words));
  return { ...made, headers: [...own, ...made.headers.filter(([name]) => !own.some(([each]) => each === name))] };
}

/** Returns a JSON response with the API's own headers; null for no body. */
export function jsonResponse(api: Api, status: number, value: unknown): MadeResponse {
  if (value === null) return { status, headers: api.headers, body: null };
  return {
    status,
    headers: [["content-type", "application/json; charset=utf-8"], ...api.headers],
    body: JSON.stringify(value),
  };
}

/** Returns a template with its words replaced, at any depth. A text that is only one word may become any value. */
function filled(template: unknown, words: Readonly<Record<string, unknown>>): unknown {
  if (typeof template === "string") {
    const whole = /^\{(\w+)\}$/.exec(template)?.[1];
    return whole !== undefined && whole in words ? words[whole] : fill(template, words);
  }
  if (Array.isArray(template)) return template.map((each) => filled(each, words));
  if (typeof template !== "object" || template === null) return template;
  return Object.fromEntries(Object.entries(template).map(([name, value]) => [name, filled(value, words)]));
}

function fill(text: string, words: Readonly<Record<string, unknown>>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, word: string) => (word in words ? String(words[word]) : placeholder));
}
