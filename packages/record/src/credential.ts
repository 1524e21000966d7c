import { Buffer } from "node:buffer";
import { anonymous, anyToken, isMark, type KnownSecret, nearest, type Principal, shortestSecret } from "@tapedeck/tape";

/** A token, and the alias that stands for it in recordings. Sent as `Authorization: token T`. */
export interface Credential {
  readonly alias: string;
  readonly token: string;
}

/**
 * The alias of a credential that nobody named; `other` where that is somebody's name.
 */
function unnamedAmong(credentials: readonly Credential[]): Principal {
  return credentials.some(({ alias }) => alias === anyToken) ? "other" : anyToken;
}

/**
 * Who an `Authorization` header speaks for: the alias of a known token in any of its forms, `token` for another one
 * (`other` where that alias is taken).
 * @example
 * principalOf("Bearer s3cr3t-t0ken", [{ alias: "full", token: "s3cr3t-t0ken" }]); // "full"
 */
export function principalOf(authorization: string | null, credentials: readonly Credential[]): Principal {
  if (authorization === null) return anonymous;
  const said = secretsIn(authorization);
  return credentials.find(({ token }) => said.includes(token))?.alias ?? unnamedAmong(credentials);
}

/** The credentials that nobody named, so that they can be hidden where an answer repeats them. */
export function unnamedSecrets(authorization: string | null, credentials: readonly Credential[]): KnownSecret[] {
  if (authorization === null) return [];
  const said = secretsIn(authorization);
  // The first alone: a user name beside a password is no secret, and may stand all over the answer.
  return credentials.some(({ token }) => said.includes(token))
    ? []
    : said
        .slice(0, 1)
        .filter((value) => value.length >= shortestSecret)
        .map((value) => ({ alias: unnamedAmong(credentials), value }));
}

// Basic credentials carry the token as the password or, as some clients do, as the user name beside an idle password.
function secretsIn(authorization: string): readonly string[] {
  const [scheme = "", ...rest] = authorization.trim().split(/\s+/);
  const value = rest.join(" ");
  if (scheme.toLowerCase() !== "basic") return [value === "" ? scheme : value];
  const pair = Buffer.from(value, "base64").toString();
  const colon = pair.indexOf(":");
  if (colon < 0) return [pair];
  const [account, password] = [pair.slice(0, colon), pair.slice(colon + 1)];
  return password === "" || password === "x-oauth-basic" ? [account] : [password, account];
}

/**
 * The `Authorization` header under which a principal asks; null for `anonymous`.
 * @throws RangeError if no credential has the alias.
 * @example
 * authorizationOf("full", [{ alias: "full", token: "s3cr3t-t0ken" }]); // "token s3cr3t-t0ken"
 */
export function authorizationOf(principal: Principal, credentials: readonly Credential[]): string | null {
  if (principal === anonymous) return null;
  const credential = credentials.find(({ alias }) => alias === principal);
  if (credential) return `token ${credential.token}`;
  const aliases = credentials.map(({ alias }) => alias);
  const meant = nearest(principal, aliases);
  throw new RangeError(
    `Cannot ask as "${principal}": no credential has this alias${meant === null ? "" : `; did you mean "${meant}"?`}\n` +
      `  - known: ${[anonymous, ...aliases].join(", ")}`,
  );
}

/**
 * Refuses credentials that cannot be told apart or hidden, before anything is sent.
 * @throws RangeError naming the alias, never the token.
 */
export function checkCredentials(credentials: readonly Credential[]): void {
  const seen = new Set<string>([anonymous]);
  for (const { alias, token } of credentials) {
    const wrong = seen.has(alias)
      ? alias === anonymous
        ? "it has a meaning of its own"
        : "it is there twice"
      : !isMark(`[${alias}]`)
        ? 'it is to be a letter and up to 63 more letters, digits, "_", "-", ":" or "@"'
        : token.length < shortestSecret
          ? `its token has ${token.length} characters, and fewer than ${shortestSecret} cannot be hidden`
          : null;
    if (wrong !== null) throw new RangeError(`Cannot use the alias "${alias}": ${wrong}`);
    seen.add(alias);
  }
}
