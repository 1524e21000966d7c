import { anonymous, type Principal } from "@tapedeck/tape";
import { cookieIn, unnamedAmong } from "@tapedeck/tape/internal";
import type { Api, CredentialForm } from "./api.ts";

/**
 * Known tokens, by the alias that stands for each in recordings. A recorder sends a token in `Authorization`, in the
 * first form that the API accepts: `Bearer T` if nothing is known. A replay counts all tokens of one account together;
 * a token without an account has its own limit.
 */
export type Tokens = Readonly<Record<string, string | { readonly token: string; readonly account: string }>>;

/** A known token, its alias, and the account whose limit it spends. */
export interface Credential {
  readonly alias: string;
  readonly token: string;
  readonly account: string;
}

/**
 * Lists known tokens; the default account of a token is its alias.
 * @throws RangeError for a token that is no text, as an environment variable that is not set.
 * @example
 * credentialsOf({ full: "s3cr3t-t0ken" }); // [{ account: "full", alias: "full", token: "s3cr3t-t0ken" }]
 */
export function credentialsOf(tokens: Tokens = {}): readonly Credential[] {
  return Object.entries(tokens).map(([alias, known]) => {
    const credential = { account: alias, alias, ...(typeof known === "string" ? { token: known } : known) };
    if (typeof credential.token === "string") return credential;
    const found = credential.token === null ? "null" : typeof credential.token;
    throw new RangeError(`Cannot use the alias "${alias}": its token is ${found}; is its environment variable set?`);
  });
}

/** The parts of a request that may carry a credential. */
export interface CredentialPlaces {
  /** Path and query. */
  readonly target: string;
  /** The value of a header by its name in lower case. */
  readonly header: (name: string) => string | undefined;
}

/** The credential in a request. `malformed` has no form that the API accepts. */
export type Presented =
  | { readonly kind: "none" }
  | { readonly kind: "malformed" }
  | { readonly kind: "credential"; readonly value: string };

/**
 * Finds the credential of a request, in the forms that the API accepts; if the description names none, in
 * `Authorization`.
 * @see RFC 9110, section 11.6.2; RFC 7617 (Basic: the password is the credential)
 * @example
 * credentialIn(service, { target: "/user", header: () => "token abc" }); // { kind: "credential", value: "abc" }
 */
export function credentialIn({ credentials }: Pick<Api, "credentials">, request: CredentialPlaces): Presented {
  const authorization = request.header("authorization");
  if (credentials.length === 0)
    return authorization === undefined ? none : { kind: "credential", value: anySecretIn(authorization) };
  for (const form of credentials) {
    const value = valueIn(form, request);
    if (value !== null) return { kind: "credential", value };
  }
  return authorization === undefined || !credentials.some((form) => "scheme" in form) ? none : { kind: "malformed" };
}

const none: Presented = { kind: "none" };

/** Lists the credentials in a request: that in `Authorization`, and the one in a form that the API accepts. */
export function credentialsIn(api: Pick<Api, "credentials">, request: CredentialPlaces): readonly string[] {
  const presented = credentialIn(api, request);
  const values = [anySecretIn(request.header("authorization") ?? "")];
  if (presented.kind === "credential") values.push(presented.value);
  return values.filter((value) => value !== "");
}

function valueIn(form: CredentialForm, { target, header }: CredentialPlaces): string | null {
  if ("header" in form) {
    const value = header(form.header.toLowerCase()) ?? null;
    return value !== null && form.header.toLowerCase() === "authorization" ? anySecretIn(value) : value;
  }
  if ("query" in form) return new URL(target, "http://localhost").searchParams.get(form.query);
  if ("cookie" in form) return cookieIn(header("cookie") ?? "", form.cookie);
  const [, scheme = "", value = ""] =
    /^(\w[\w-]*) +([\x21-\x7e].*)$/s.exec(header("authorization")?.trim() ?? "") ?? [];
  if (scheme.toLowerCase() !== form.scheme.toLowerCase()) return null;
  if (scheme.toLowerCase() === "basic") return passwordOf(value);
  return /^[\x21-\x7e]+$/.test(value) || !simple.has(scheme.toLowerCase()) ? value : null;
}

/** Schemes whose credential is a single word. */
const simple: ReadonlySet<string> = new Set(["token", "bearer", "apikey"]);

/**
 * Names who sent a request, as recordings do: by its `Authorization` alone, whatever a description says of it. A
 * description that comes later finds what was recorded before.
 * @returns The alias of a known token in any of its forms; `token` for another one (`other` if that alias is taken).
 * @example
 * principalIn("Bearer s3cr3t-t0ken", [{ alias: "full", token: "s3cr3t-t0ken" }]); // "full"
 */
export function principalIn(
  authorization: string | null | undefined,
  credentials: readonly Pick<Credential, "alias" | "token">[],
): Principal {
  if (authorization === null || authorization === undefined) return anonymous;
  const { said } = authorizationParts(authorization);
  const known = credentials.find(({ token }) => said.includes(token));
  return known?.alias ?? unnamedAmong(credentials);
}

/**
 * Lists what a value of `Authorization` holds: the credential, then the account beside it. Basic credentials (RFC 7617,
 * section 2) carry a token as the password or, with some clients, as the user name beside an unused password.
 */
export function authorizationParts(authorization: string): {
  readonly said: readonly string[];
  readonly isNameAlone: boolean;
} {
  const [, scheme = "", value = ""] = /^(\S*)(?:\s+(.*))?$/s.exec(authorization.trim()) ?? [];
  if (scheme.toLowerCase() !== "basic") return { said: [value || scheme], isNameAlone: false };
  const [, account = "", password] = /^([^:]*)(?::(.*))?$/s.exec(decoded(value) ?? value) ?? [];
  const isAccount = password === undefined || idlePasswords.has(password);
  return { said: isAccount ? [account] : [password, account], isNameAlone: password === "" };
}

function anySecretIn(authorization: string): string {
  return authorizationParts(authorization).said[0] ?? "";
}

function passwordOf(basic: string): string | null {
  return /^[^:]*:(.+)$/s.exec(decoded(basic) ?? "")?.[1] ?? null;
}

/** Returns a text in base64; null if it is none. */
function decoded(base64: string): string | null {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(base64), (each) => each.charCodeAt(0)));
  } catch {
    return null;
  }
}

/** Passwords of Basic credentials whose user name is the token. */
const idlePasswords: ReadonlySet<string> = new Set(["", "x-oauth-basic"]);
