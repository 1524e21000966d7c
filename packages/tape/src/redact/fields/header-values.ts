import type { NameRules } from "../name-rules.ts";
import { isFlag, isOrdinaryValue } from "../ordinary-value.ts";
import type { Hide } from "../placeholder.ts";
import { looksLikeIdentifier, looksLikeWord } from "../secret-entropy.ts";
import { decoded } from "../target.ts";

/**
 * Hides the values of cookies and leaves what else there is: names, attributes, and values that say nothing.
 * @param header `cookie`, or `set-cookie`, whose first pair alone is the cookie. RFC 6265, sections 4.1.1 and 4.2.1
 * @example
 * hideCookies("set-cookie", "sid=s3cr3t; Path=/", nameRules({}), (kind) => `[${kind}]`); // "sid=[cookie]; Path=/"
 */
export function hideCookies(
  header: string,
  value: string,
  rules: NameRules,
  hide: Hide,
  keep: (name: string) => boolean,
): string {
  let nth = 0;
  return value.replace(
    /([^=;\s]{0,256})(\s*=\s*)("?)([^;"]*)\3/g,
    (whole, name: string, equals: string, quote: string, cookie: string) => {
      nth += 1;
      if ((header === "set-cookie" && nth > 1) || cookie.trim() === "" || keep(name)) return whole;
      return isSecretCookie(name, cookie, rules)
        ? `${name}${equals}${quote}${hide("cookie", cookie, name)}${quote}`
        : whole;
    },
  );
}

const sessionName =
  /sess|sid\b|^_?_?sid|auth|token|jwt|csrf|xsrf|secret|pass|remember|saml|sso|login_?ticket|credential|^id$/i;

/** Whether a cookie of that name is a session, whatever it looks like. */
export function isSessionCookie(name: string): boolean {
  return sessionName.test(name);
}

function isSecretCookie(name: string, value: string, rules: NameRules): boolean {
  if (isOrdinaryValue(value) || isFlag(value)) return false;
  if (rules(name, "cookie") !== null || isSessionCookie(name)) return true;
  return !looksLikeWord(decoded(value));
}

// What a challenge says that everybody may know. RFC 7235, section 4.1; RFC 7616, section 3.3; RFC 6750, section 3.
const openParameters =
  /^(?:realm|qop|algorithm|charset|stale|domain|scope|error|error_description|error_uri|uri|userhash|resource_metadata|title|service)$/i;

/**
 * Hides the parameters of a challenge that are secrets, by their names or looks: tokens, nonces.
 * @example
 * hideChallenge('Bearer realm="x", token="s3cr3t-t0ken-1"', nameRules({}), (kind) => `[${kind}]`);
 */
export function hideChallenge(value: string, rules: NameRules, hide: Hide): string {
  return value.replace(
    /([\w-]{1,64})(\s*=\s*)(?:"((?:[^"\\]|\\.)*)"|([^\s",]+))/g,
    (whole, name: string, equals: string, quoted: string | undefined, plain: string | undefined) => {
      const said = quoted ?? plain ?? "";
      if (openParameters.test(name) || isOrdinaryValue(said)) return whole;
      const isSecret = rules(name, "header") !== null || /^(?:nonce|opaque)$/i.test(name) || !looksLikeIdentifier(said);
      if (!isSecret) return whole;
      const sign = hide("header", said, name);
      return quoted === undefined ? `${name}${equals}${sign}` : `${name}${equals}"${sign}"`;
    },
  );
}
