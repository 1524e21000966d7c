import {
  type Api,
  authorizationParts,
  type Credential,
  credentialsOf,
  plain,
  principalIn,
  type Tokens,
} from "@tapedeck/api";
import { anonymous, type KnownSecret, type Principal } from "@tapedeck/tape";
import {
  didYouMean,
  isPlaceholder,
  looksLikeIdentifier,
  looksLikeWord,
  placeholderFor,
  shortestSecret,
  typedIn,
} from "@tapedeck/tape/internal";

/** A credential without its account, which a recorder does not need. */
export type Named = Pick<Credential, "alias" | "token">;

/** Who sends a request, by its `Authorization` header. */
export interface Sender {
  /** The alias of a known token in any of its forms; `token` for another one (`other` if that alias is taken). */
  readonly principal: Principal;
  readonly authorization: string | null;
  /** An unknown credential, to be hidden where an answer repeats it; none if it may be a word, or an account's name. */
  readonly unnamed: readonly KnownSecret[];
}

/**
 * Reads who sends a request.
 * @example
 * senderOf("Bearer s3cr3t-t0ken", [{ alias: "full", token: "s3cr3t-t0ken" }]).principal; // "full"
 * senderOf("Bearer 0paque-t0ken", []).unnamed; // [{ alias: "token", value: "0paque-t0ken" }]
 */
export function senderOf(authorization: string | null, credentials: readonly Named[]): Sender {
  if (authorization === null) return { principal: anonymous, authorization, unnamed: [] };
  const alias = principalIn(authorization, credentials);
  if (credentials.some((each) => each.alias === alias)) return { principal: alias, authorization, unnamed: [] };
  const { said, isNameAlone } = authorizationParts(authorization);
  // Only the first: a user name beside a password is no secret, and may be all over the answer.
  const [value = "", account] = said;
  // Some clients send a token as the user name without a password, and some users their name.
  const isApart = typedIn("user", authorization) !== null;
  const mayBeOrdinary = isNameAlone ? looksLikeIdentifier : looksLikeWord;
  return {
    principal: alias,
    authorization,
    unnamed: value === account || mayBeOrdinary(value) ? [] : [{ alias, value, ...(isApart && { isApart }) }],
  };
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
    if (credentials.some((each) => each.token.length >= shortestSecret && alias.includes(each.token)))
      throw new RangeError("Cannot use a token as an alias: the alias stands in recordings; give another");
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
