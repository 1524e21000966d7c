import type { HeaderList } from "../exchange.ts";
import { ExactParameters } from "../http/exact-parameters.ts";
import { headerOf } from "../http/headers.ts";
import { canonicalSteps } from "../json/canonical-json.ts";
import { isJson } from "../json/json-text.ts";
import type { Steps } from "../redact/steps.ts";
import { canonicalXml } from "./canonical-xml.ts";

/**
 * Returns the text of a body in one form for all that say the same: JSON by value, forms by their parameters, XML by the
 * attributes of its elements, in whatever order a client writes them. Returns any other text as it is.
 * @param change As for `canonicalSteps`.
 */
export function* canonicalTextSteps(
  headers: HeaderList,
  text: string,
  change?: (value: unknown) => Steps<unknown>,
): Steps<string> {
  if (isForm(headers)) return yield* formSteps(text);
  const type = headerOf(headers, "content-type") ?? "";
  if (/^(?:application|text)\/(?:[^;\s]+\+)?xml\s*(?:;|$)/i.test(type)) return yield* canonicalXml(text);
  // Clients may omit the type, and interceptors may pass bodies parsed, so JSON is also recognized by itself.
  return isJson(headers) || type === "" || /^[[{]/.test(text.trimStart()) ? yield* canonicalSteps(text, change) : text;
}

/** Returns whether a body is a form, which is compared by its parameters. */
export function isForm(headers: HeaderList): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(headerOf(headers, "content-type") ?? "");
}

function* formSteps(text: string): Steps<string> {
  const parameters = new ExactParameters(text);
  yield;
  parameters.sort();
  yield;
  return parameters.toString();
}
