// A login without an alias has no placeholder: whatever a replay's client sends is taken for it. Two kinds have one, or
// another login would get their answers: one that was refused, as with a wrong password, and that of a user by Basic,
// Digest or a signature. Only what a person may have typed is kept apart, and the id of a key that signs: a token that was
// generated may be another one in each run.
// `secret-memory.ts` uses it.

import { fromBase64 } from "../../body/body.ts";
import type { HeaderList, RecordedRequest } from "../../exchange.ts";
import { looksLikeIdentifier, looksLikeWord } from "../judge/secret-entropy.ts";
import { isPlaceholder, placeholderFor, placeholderParts } from "../placeholder.ts";
import { base64Text } from "../read/coded/base64.ts";
import { opaqueTag, tagOf } from "./pseudonym.ts";

/** Why a login is kept apart: by all of its credential, or by the name of its user. */
export type TypedKind = "refused" | "user";

const longestTyped = 256;
const mostRemembered = 1000;
// The tag of each takes 25 ms.
const mostKeptApart = 100;

/** The logins of a recording or a replay, and those that are kept apart. */
export interface TypedLogins {
  /** Notes the status of the first answer to a request with this `Authorization`: 401 and 403 refuse it. */
  note(authorization: string, status: number): void;
  /** Returns what stands in a recording for an `Authorization` that is kept apart; null for another one. */
  find(authorization: string): string | null;
}

/**
 * Makes a memory of typed logins.
 * @param awaitTag Called with each value of which a tag is needed, which takes long to derive.
 * @param isIssued Returns whether an answer issued a value. Default: none.
 * @param onMixed Called with what tells a login that would be kept apart, and is not: there are too many.
 * @example
 * const typed = rememberTyped(() => {});
 * typed.note("Bearer wrong-token", 401);
 * typed.find("Bearer wrong-token"); // "Bearer __redacted-refused.2e8__"
 */
export function rememberTyped(
  awaitTag: (value: string) => void,
  isIssued: (value: string) => boolean = () => false,
  onMixed: (login: string) => void = () => {},
): TypedLogins {
  const seen = new Map<string, TypedKind | null>();
  // A client signs each request anew.
  const keyOf = (authorization: string): string =>
    typedIn("refused", authorization) === null ? `user ${typedIn("user", authorization)}` : authorization;
  let apart = 0;
  const kindOf = (authorization: string, status: number): TypedKind | null => {
    const isRefused = status === 401 || status === 403;
    if (isRefused && typedIn("refused", authorization) !== null) return "refused";
    // A replay's client signs with the placeholder of a key that an answer issued.
    const named = typedIn("user", authorization)?.split(" ") ?? [];
    return named.length === 0 || named.some(isIssued) ? null : "user";
  };
  return {
    note(authorization, status) {
      const key = keyOf(authorization);
      if (seen.has(key)) return;
      const kind = kindOf(authorization, status);
      const isKept = kind !== null && apart < mostKeptApart && seen.size < mostRemembered;
      if (isKept) apart += 1;
      else if (kind !== null) onMixed(key);
      if (seen.size < mostRemembered) seen.set(key, isKept ? kind : null);
    },
    find(authorization) {
      const kind = seen.get(keyOf(authorization)) ?? null;
      return kind && typedLogin(kind, authorization, awaitTag);
    },
  };
}

/**
 * Returns what stands in a recording for an `Authorization` that is kept apart; null if no person typed it.
 * @example
 * typedLogin("refused", "Bearer wrong-token"); // "Bearer __redacted-refused.2e8__"
 */
export function typedLogin(
  kind: TypedKind,
  authorization: string,
  awaitTag: (value: string) => void = () => {},
): string | null {
  const typed = typedIn(kind, authorization);
  if (typed === null) return null;
  awaitTag(typed);
  const scheme = schemeOf(authorization);
  // As `issuedAuthorization` writes it.
  return `${isKnown(scheme) && looksLikeWord(scheme) ? scheme : "Bearer"} ${placeholderFor(kind, tagOf(typed))}`;
}

/** Returns why a login of a recording is kept apart; null for one that an answer issued, and for none. */
export function typedKind(authorization: string | null | undefined): TypedKind | null {
  const { kind } = placeholderParts(authorization?.split(" ")[1] ?? "") ?? {};
  return kind === "refused" || kind === "user" ? kind : null;
}

function schemeOf(authorization: string): string {
  return /^\s*([\w-]+) /.exec(authorization)?.[1] ?? "";
}

// The registered schemes, and those of several vendors: https://www.iana.org/assignments/http-authschemes. Any other word
// may be the first one of a passphrase.
const schemes: ReadonlySet<string> = new Set(
  `basic bearer concealed digest dpop gnap hoba mutual negotiate oauth privatetoken scram-sha-1 scram-sha-256 vapid
  apikey api-key aws4-hmac-sha256 bot hawk hmac jwt key mac ntlm sharedkey signature ssws token`.split(/\s+/),
);

function isKnown(scheme: string): boolean {
  return schemes.has(scheme.toLowerCase());
}

/** Returns a credential without the scheme before it. */
export function withoutScheme(credential: string): string {
  const scheme = schemeOf(credential);
  return isKnown(scheme) ? credential.trim().slice(scheme.length + 1) : credential;
}

/**
 * Returns what a person may have typed of an `Authorization`: the user's name, or all of the credential, with its first
 * word unless that is a scheme; null for nothing.
 */
export function typedIn(kind: TypedKind, authorization: string): string | null {
  const scheme = schemeOf(authorization);
  const whole = authorization.trim();
  const said = whole.slice(scheme.length).trim();
  const isBasic = scheme.toLowerCase() === "basic";
  const pair = isBasic ? (base64Text(said) ?? "") : "";
  const user = isBasic ? /^([^:]+):./s.exec(pair)?.[1] : namedIn(said);
  const credential = /[\s,]/.test(said) || isSigned.test(said) ? "" : isKnown(scheme) ? said : whole;
  const typed = kind === "user" ? (user ?? "") : isBasic ? pair : credential;
  if (scheme === "" || typed === "" || typed.length > longestTyped || isPlaceholder(said)) return null;
  const isKey = kind === "user" && !isBasic && !/\busername\s*=/i.test(said);
  return isKey || looksLikeIdentifier(typed) ? typed : null;
}

/**
 * Returns the user or the key of a login that is signed, or answers a challenge: it says nothing of the secret. All but
 * the name may differ in each request. RFC 7616, 3.4 (Digest); RFC 5849, 3.5.1 (OAuth 1); AWS, Hawk, HTTP signatures; an
 * account before its signature, as with Azure; NTLM.
 */
function namedIn(said: string): string | undefined {
  const ofNtlm = ntlmUser(said);
  if (ofNtlm !== undefined) return ofNtlm;
  const account = /^([^\s:,="]+):[\w+/-]{16,}={0,2}$/.exec(said)?.[1];
  if (account !== undefined || !isSigned.test(said)) return account;
  const named = Array.from(said.matchAll(naming), ([, quoted, plain]) => (quoted ?? plain ?? "").replace(scope, ""));
  return named.some((each) => each.includes("__redacted-")) ? undefined : named.join(" ");
}

/** Returns the domain and the user of NTLM's last message. MS-NLMP, section 2.2.1.3. */
function ntlmUser(said: string): string | undefined {
  if (!said.startsWith("TlRMTVNTUAADAAAA") || said.length > longestNtlm) return undefined;
  try {
    const message = fromBase64(said);
    const view = new DataView(message.buffer, message.byteOffset, message.length);
    const isWide = (view.getUint32(60, true) & 1) === 1;
    const texts = [28, 36].map((at) => {
      const from = view.getUint32(at + 4, true);
      const bytes = message.subarray(from, from + view.getUint16(at, true));
      return new TextDecoder(isWide ? "utf-16le" : "latin1").decode(bytes);
    });
    return texts.every((each) => each === "") ? undefined : texts.join("\\");
  } catch {
    return undefined;
  }
}

const longestNtlm = 65_536;
const isSigned = /(?:signature|response|mac|\busername|\bsig)\s*=/i;
// Also of Akamai's EdgeGrid, and `sr` and `skn` of Azure's Service Bus.
const naming =
  /(?:^|[\s,;&])(?:[\w-]*_)?(?:username|(?:key)?id|key|token|credential|skn|sr)\s*=\s*(?:"([^"\\]*)"|([^\s",;&]+))/gi;
// AWS's, behind the key; the id of a key may be a path itself.
const scope = /\/\d{4}[\d-]{4,8}\/.*/s;

/**
 * Returns the headers by which a proxy, or a client that may act as others, names the user of a request, in the order of
 * their names. An id that looks generated is none of them: it may be another one in each run.
 * @example
 * userHeaders({ headers: [["accept", "text/html"], ["x-forwarded-user", "ada"]] }); // [["x-forwarded-user", "ada"]]
 */
export function userHeaders({ headers }: Pick<RecordedRequest, "headers">): HeaderList {
  return headers
    .filter(([name, value]) => isUserHeader(name) && isName(value))
    .sort(([one], [other]) => (one < other ? -1 : Number(one > other)));
}

/** Returns whether a header names a user, by its name. */
export function isUserHeader(name: string): boolean {
  return namesUser.test(name) && !madeUp.test(name);
}

const isName = (value: string): boolean =>
  value !== "" && value.search(opaqueTag) < 0 && looksLikeIdentifier(value) && !/\d{9}/.test(value);

// Of oauth2-proxy, Authelia, Kong, Azure's App Service, Google's IAP, Kubernetes (`Impersonate-User`) and GitLab (`Sudo`).
const namesUser =
  /^(?:[\w-]{1,64}-)?(?:actor|user(?:-?(?:id|name|email))?|(?:principal|consumer|account)-(?:id|name|username)|preferred-username|email|act-as|on-behalf-of)$|^sudo$/;
// By a program, for each visitor.
const madeUp = /(?:^|-)(?:anon(?:ymous)?|visitor|install(?:ation)?|analytics|tracking|telemetry)-/;

/**
 * Returns the members of a request's form, JSON or XML, and the parameters of its target, that name a user.
 * @example
 * usersIn({ target: "/login", body: { encoding: "utf8", text: "user=ada&password=x" } }); // ["user=ada"]
 */
export function usersIn({ target, body }: Pick<RecordedRequest, "target" | "body">): readonly string[] {
  const text = body?.encoding === "utf8" ? body.text.slice(0, longestLogin) : "";
  const query = target.slice(target.indexOf("?") + 1);
  return [query, text].flatMap((each) =>
    Array.from(each.matchAll(userValue), ([, name, ...values]) => `${name}=${values.find(Boolean) ?? ""}`),
  );
}

/** Characters of a body in which a login is looked for. */
export const longestLogin = 65_536;

// OpenID Connect Core, section 3.1.2.1 (`login_hint`).
const users = "(?:(?:login[-_]?)?hint|user(?:[-_]?(?:id|name))?|login|e?-?mail|account(?:[-_]?id)?|as|impersonate)";
export const userNames: RegExp = new RegExp(`^${users}$`, "i");
export const memberOfUser: RegExp = new RegExp(String.raw`(?<=^|[&"])${users}(?==|"\s*:)`, "i");
// Of a form, JSON, multipart or XML.
const userValue = new RegExp(
  String.raw`(?<=^|[&"<:])(${users})(?:=([^&]*)|"\s*:\s*(?:"([^"]*)"|([\w.+-]+))|"\r?\n\r?\n([^\r\n]*)|>([^<]*)<)`,
  "gi",
);

const password = /__redacted-password(?:\.[\da-f]{1,10})?__/;

/** Returns whether a request has a password in its target or body. */
export function sendsPassword({ target, body }: Pick<RecordedRequest, "target" | "body">): boolean {
  return password.test(`${target} ${body?.text ?? ""}`);
}

/**
 * Returns whether the path of a target is called a login.
 * @example
 * isLoginPath("/auth/sign-in?next=%2Fhome"); // true
 */
export function isLoginPath(target: string): boolean {
  const [path = ""] = target.split(/[?#]/, 1);
  const called = path.replace(/\/$/, "");
  return loginPath.test(called.slice(called.lastIndexOf("/") + 1));
}

const loginPath =
  /^(?:[\w-]{0,64}-)?(?:log[-_]?[io]n|sign[-_]?[io]n|sessions?|tokens?|auth(?:enticate)?)(?:\.\w{1,8})?$/i;
