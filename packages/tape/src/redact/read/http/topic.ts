// What the target of a message says of its body: some APIs name a secret there, and nowhere else. It finds no secrets:
// `told-by-target.ts` reads the body.

import type { RecordedResponse } from "../../../exchange.ts";
import { isSessionCookie } from "../../judge/name-rules.ts";

/**
 * What a body is about: `store`, an object whose members are secrets under any name; `secrets`, which describes secrets; `kept`,
 * the same, or a secret as it is; `password`, one that a user
 * changes; `token`, which issues one; `codes`, a list of them; `login`, of a user and a password; `session`, which may be one; `issued`, what a
 * login is answered; `sessions`, what one is answered that both its path and its password tell; `begun`, the same at `/sessions`, where an id is its own; `besides`, the same beside
 * a cookie that is a session; `answered`, what only a password or a cookie tells, which may have made something else; `paired`, whose user name is a key; `shown`, a password, perhaps as it is;
 * `webhook`, of addresses that let in who has them.
 */
export type Topic =
  | "store"
  | "secrets"
  | "kept"
  | "password"
  | "token"
  | "codes"
  | "login"
  | "session"
  | "issued"
  | "sessions"
  | "begun"
  | "besides"
  | "answered"
  | "paired"
  | "shown"
  | "webhook";

// The mounts of Vault that have names of their own.
const vault = /\/v1\/(?:secrets?|cubbyhole|kv-?v?[12]|kv(?=\/data\/))\/(?!(?:metadata|delete|destroy|undelete)\/)/;
// Heroku's.
const variables = /\/config-vars$/;
// CouchDB's, by the user.
const admins = /\/_config\/admins(?:\/|$)/;
// Consul's, by the key.
const named = /\/v1\/kv\/(?:.*[/_.-])?(?:password|passwd|secret|token|api_?key)$/i;
const secrets =
  /\/secrets?(?:[/:]|$)|\/(?:get|describe|reveal)-secret(?:-value)?s?$|\/AIMWebService\/|\/decrypt$|\/env(?:ironment)?[-_]?var(?:iable)?s?(?:\/|$)|\/transit\/decrypt\//i;
// Of a build or a deployment: Vercel's, Netlify's.
const environment = /\/env(?:ironment)?(?:\/[\w-]{1,64})?$/i;
// Also below an API's root: Algolia's, Grafana's.
const token =
  /\/(?:[\w-]*[-_])?(?:tokens?|api[-_]?keys?|access[-_]?keys?|(?<=\/(?:api|auth|v?\d)\/)keys)(?:\/[\w-]{1,64}(?:\/(?:value|roll|rotate|regenerate|reveal|view[-_]key))?)?\/?$/i;
// What a user changes: the body may be it.
const password =
  /\/(?:(?:change|set|reset|update|encrypted)[-_]?)?passw(?:or)?d(?:\/(?:retrieve|reveal|show|view|checkout))?$/i;
// Nomad's.
const nomad = /\/v1\/var\//;
// Laravel's, and what Vault exports.
const codes = /(?:recovery|backup|bypass|scratch|emergency)[-_]?codes$|\/transit\/export\//i;
const login = /\/(?:log[-_]?in|sign[-_]?in|authenticate|authn|auth)(?:\.\w{1,5})?$/i;
// Also those of conferences and trainings.
const session = /\/sessions?$/i;
const webhook = /webhooks?(?:\/|$)|\/hooks?(?:\/|$)/i;

/** What the bodies of requests and answers are about, by patterns of the path. */
const topics: readonly (readonly [path: RegExp, sent: Topic | undefined, answered: Topic | undefined])[] = [
  [vault, "store", "secrets"],
  [variables, "store", "store"],
  [admins, "store", "store"],
  [named, "store", "kept"],
  [secrets, "kept", "secrets"],
  [environment, "secrets", undefined],
  [token, undefined, "token"],
  [nomad, "secrets", "secrets"],
  [password, "password", "shown"],
  [codes, undefined, "codes"],
  [login, "login", "issued"],
  [session, "session", "issued"],
  [webhook, "webhook", "webhook"],
];
const longestPath = 4096;

/**
 * Returns what a target says of the body that is sent to it, or answered.
 * @example
 * topicOf("/v1/secret/app", true); // "store"
 */
export function topicOf(target: string, sent: boolean): Topic | undefined {
  const path = target.slice(0, longestPath).replace(/[?#].*$/s, "");
  const [, ofSent, ofAnswer] = topics.find(([pattern]) => pattern.test(path)) ?? [];
  return sent ? ofSent : ofAnswer;
}

// Of Hue's and deCONZ' bridges, whose user name is a key.
const pairing = /"(?:devicetype|generateclientkey)"\s{0,9}:/;
// A method of JSON-RPC, which stands in the body as elsewhere in a path: `auth.createToken`.
const issuing =
  /^\s*\{(?:[^{}[\]]{0,256},)?\s*"method"\s*:\s*"(?:[\w./-]{0,64}[./_-])?(?:(?:create|generate|issue|new|refresh|regenerate|renew|rotate)[\w.-]{0,64}|(?:get|obtain|request)_?(?:access|api|auth|login|refresh|session)_?)(?:token|api_?key|access_?key|session)"/i;
const passwordInQuery = /[?&][\w.[\]-]{0,64}(?:pass(?:word|wd|phrase)?|pwd)\]?=[^&#]/i;

/**
 * Returns what an answer is about: by its target, by whether its request sent a password, and whether it sets a session.
 * @param sent The request's body, secrets hidden.
 * @example
 * topicOfAnswer({ status: 200, headers: [] }, "/login", "password=__redacted-password.e21__"); // "sessions"
 */
export function topicOfAnswer(
  { status, headers }: Pick<RecordedResponse, "status" | "headers">,
  target: string,
  sent: string,
): Topic | undefined {
  const topic = topicOf(target, false);
  if (status < 300 && pairing.test(sent)) return "paired";
  // What tells that there is none.
  if (status >= 300 && topic === "kept") return undefined;
  const setsSession = headers.some(
    ([name, value]) => name === "set-cookie" && isSessionCookie(value.split("=", 1).join()),
  );
  const isOpened = topic === "issued" && setsSession;
  if (status >= 300) return isOpened ? "answered" : topic;
  if (!(hiddenPassword.test(sent) || passwordInQuery.test(target)))
    return isOpened ? "answered" : (topic ?? (issuing.test(sent) ? "token" : undefined));
  if (isOpened) return "besides";
  if (topic !== "issued") return topic ?? (ofWallet.test(sent) ? undefined : "answered");
  return session.test(target) ? "begun" : "sessions";
}

// What an Ethereum wallet makes with a password is public: an address, a hash, a signature.
const ofWallet =
  /^\s*\{(?:[^{}[\]]{0,256},)?\s*"method"\s*:\s*"personal_(?:[a-z]+_?account|ec_?recover|import_?raw_?key|(?:send|sign)(?:_?(?:transaction|typed_?data))?)"/i;

// Or what else a client has by heart: what an answer issued before is counted and has no such tag.
const hiddenPassword = /__redacted-(?:password(?:\.[\da-f]{1,10})?|(?:field|parameter)\.[\da-f]{3,10})__/;
