import type { Exchange } from "../exchange.ts";
import { findPlaceholders, placeholderParts } from "./placeholder.ts";
import { opaqueDigits } from "./pseudonym.ts";

/** Returns the placeholders of opaque values in recorded requests, by their tags. */
export function tagsIn(exchanges: readonly Exchange[]): ReadonlyMap<string, string> {
  const found = exchanges.flatMap(({ request: { target, body } }) =>
    [target, body?.encoding === "utf8" ? body.text : ""].flatMap(findPlaceholders),
  );
  return new Map(
    found
      .map((placeholder) => [placeholderParts(placeholder)?.tag ?? "", placeholder] as const)
      .filter(([tag]) => tag.length === opaqueDigits),
  );
}
