import { Buffer } from "node:buffer";
import { type Api, type Credential, credentialsOf, idlePasswords, plain, type Tokens } from "@tapedeck/api";
import { anonymous, type KnownSecret, type Principal } from "@tapedeck/tape";
import {
  anyToken,
  didYouMean,
  isPlaceholder,
  looksLikeIdentifier,
  looksLikeWord,
  placeholderFor,
  shortestSecret,
} from "@tapedeck/tape/internal";

export type { Credential };

/** A credential without its account, which a recorder does not need. */
type Named = Pick<Credential, "alias" | "token">;

/** Returns the alias for credentials without one; `other` if a known credential has that alias. */
function unnamedAmong(credentials: readonly Named[]): Principal {
  return credentials.some(({ alias }) => alias === anyToken) ? "other" : anyToken;
}

/**
 * Returns the principal of an `Authorization` header: the alias of a known token in any of its forms, `token` for
 * another one (`other` if that alias is taken).
 * @example
 * principalSent("Bearer s3cr3t-t0ken", [{ alias: "full", token: "s3cr3t-t0ken" }]); // "full"
 */
export function principalSent(authorization: string | null, credentials: readonly Named[]): Principal {
  if (authorization === null) return anonymous;
  const said = secretsIn(authorization);
  return credentials.find(({ token }) => said.includes(token))?.alias ?? unnamedAmong(credentials);
}

/**
 * Returns unnamed credentials, so that they can be hidden where an answer repeats them: all except those that may be an
 * ordinary word, or the name of an account.
 * @example
 * unnamedSecrets("Bearer 0paque-t0ken", []); // [{ alias: "token", value: "0paque-t0ken" }]
 * unnamedSecrets(`Basic ${btoa("octocat1:octocat1")}`, []); // []
 */
export function unnamedSecrets(authorization: string | null, credentials: readonly Named[]): KnownSecret[] {
  if (authorization === null) return [];
  const said = secretsIn(authorization);
  if (credentials.some(({ token }) => said.includes(token))) return [];
  // Only the first: a user name beside a password is no secret, and may be all over the answer.
  const [value = "", account] = said;
  const mayBeOrdinary = isNameAlone(authorization) ? looksLikeIdentifier : looksLikeWord;
  return value === account || mayBeOrdinary(value) ? [] : [{ alias: unnamedAmong(credentials), value }];
}

// Some clients give a token in place of the name and no password, and some people a name.
function isNameAlone(authorization: string): boolean {
  const pair = pairIn(authorization);
  return pair !== null && pair.password === "";
}

// Basic credentials carry the token as the password or, with some clients, as the user name beside an unused password.
function secretsIn(authorization: string): readonly string[] {
  const pair = pairIn(authorization);
  if (pair === null) {
    const [scheme = "", ...rest] = authorization.trim().split(/\s+/);
    return [rest.length === 0 ? scheme : rest.join(" ")];
  }
  const { account, password } = pair;
  return password === null || idlePasswords.has(password) ? [account] : [password, account];
}

/** Returns the user and password of Basic credentials; null for another scheme. RFC 7617, section 2. */
function pairIn(authorization: string): { readonly account: string; readonly password: string | null } | null {
  const [scheme = "", ...rest] = authorization.trim().split(/\s+/);
  if (scheme.toLowerCase() !== "basic") return null;
  const pair = Buffer.from(rest.join(" "), "base64").toString();
  const colon = pair.indexOf(":");
  return colon < 0
    ? { account: pair, password: null }
    : { account: pair.slice(0, colon), password: pair.slice(colon + 1) };
}

/** Returns the credentials in the form in which texts are searched for them. */
export function knownSecrets(credentials: readonly Named[]): readonly KnownSecret[] {
  return credentials.map(({ alias, token }) => ({ alias, value: token }));
}

/**
 * Returns the `Authorization` header of a principal; null for `anonymous`.
 * @throws RangeError if no credential has the alias.
 * @example
 * authorizationOf("full", [{ alias: "full", token: "s3cr3t-t0ken" }]); // "Bearer s3cr3t-t0ken"
 */
export function authorizationOf(
  principal: Principal,
  credentials: readonly Named[],
  api: Pick<Api, "credentials"> = plain,
): string | null {
  if (principal === anonymous) return null;
  const credential = credentials.find(({ alias }) => alias === principal);
  if (credential) return `${schemeOf(api)} ${credential.token}`;
  const aliases = credentials.map(({ alias }) => alias);
  throw new RangeError(
    `Cannot ask as "${principal}": no credential has this alias${didYouMean(principal, aliases)}\n` +
      `  - known: ${[anonymous, ...aliases].join(", ")}`,
  );
}

function schemeOf({ credentials }: Pick<Api, "credentials">): string {
  const schemes = credentials.flatMap((form) => ("scheme" in form && form.scheme !== "basic" ? [form.scheme] : []));
  const [scheme = "bearer"] = schemes;
  return scheme.toLowerCase() === "bearer" ? "Bearer" : scheme;
}

/**
 * Lists known tokens, and refuses those that cannot be distinguished or hidden, before anything is sent.
 * @throws RangeError naming the alias, never the token.
 */
export function checkedCredentials(tokens: Tokens = {}): readonly Credential[] {
  const credentials = credentialsOf(tokens);
  for (const { alias, token } of credentials) {
    const flaws: ReadonlyArray<readonly [applies: boolean, message: string]> = [
      [alias === anonymous, "it has a meaning of its own"],
      [
        !isPlaceholder(placeholderFor(alias)),
        'it is to be a letter and up to 63 more letters, digits, "-", ":", "@", and "_" between two of them',
      ],
      [
        token.length < shortestSecret,
        `its token has ${token.length} characters, and fewer than ${shortestSecret} cannot be hidden`,
      ],
    ];
    const [, wrong] = flaws.find(([applies]) => applies) ?? [];
    if (wrong !== undefined) throw new RangeError(`Cannot use the alias "${alias}": ${wrong}`);
  }
  return credentials;
}
