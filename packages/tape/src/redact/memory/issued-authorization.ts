// The `Authorization` of a caller whose credential an answer issued: a recorded request keeps it, as the placeholder that
// a replay's client has from that answer. Any other credential stays out of recordings: see `RecordedRequest`.

import { looksLikeWord } from "../judge/secret-entropy.ts";
import { isPlaceholder, placeholderFor, placeholderParts } from "../placeholder.ts";
import { base64Text } from "../read/coded/base64.ts";

/**
 * Returns an `Authorization` with the placeholder of its credential, under the scheme that was sent; under `Bearer` for
 * none, and for one that may be a secret.
 * @param issuedAs Returns the placeholder of a value that an answer issued; null for another value.
 * @returns null if no answer issued it.
 * @example
 * issuedAuthorization("token __redacted-field.2__", () => null); // null
 * issuedAuthorization("__redacted-field.2__", (value) => value); // "Bearer __redacted-field.2__"
 * issuedAuthorization('Token token="__redacted-field__"', (value) => value); // "Token __redacted-field__"
 */
export function issuedAuthorization(authorization: string, issuedAs: (value: string) => string | null): string | null {
  const whole = authorization.trim();
  const [, scheme = "Bearer", value = whole] = /^([\w-]+) +(.+)$/s.exec(whole) ?? [];
  for (const each of [whole, value, ...codedIn(scheme, value), ...parametersIn(value)]) {
    const { kind, tag } = placeholderParts(issuedAs(each) ?? "") ?? {};
    if (kind !== undefined) return `${looksLikeWord(scheme) ? scheme : "Bearer"} ${placeholderFor(kind, tag)}`;
  }
  return null;
}

// The password of Basic, or a user name without one; the fields of another scheme, as Tryton's user, id and session.
function codedIn(scheme: string, value: string): readonly string[] {
  const said = base64Text(value) ?? "";
  const [, account = "", password = ""] = /^([^:]*):(.*)$/s.exec(said) ?? [];
  return scheme.toLowerCase() === "basic" ? [password, account] : said.split(":").reverse();
}

const parameter = /^(?:(?:access_?)?token|api_?key|session(?:_?id)?|auth)="?([^"]+)"?$/i;

// As Rails' and Jellyfin's: `Token token="…"`, `MediaBrowser Device="…", Token="…"`. A nonce is issued, too, and no login.
function parametersIn(value: string): readonly string[] {
  return value.split(/[\s,]+/).flatMap((each) => parameter.exec(each)?.[1] ?? []);
}

/** Returns whether an `Authorization` in a recording is one of {@link issuedAuthorization}, and not the mark of an alias. */
export function isIssuedAuthorization(authorization: string): boolean {
  const [scheme = "", value = "", ...others] = authorization.split(" ");
  return others.length === 0 && !isPlaceholder(scheme) && isPlaceholder(value);
}
