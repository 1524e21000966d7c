// Whom an answer issues a ticket, a code or a link to: `session-names.ts` names by it the session that one begins.
import { canonical, requestKey } from "../../canonical.ts";
import { anonymous, type RecordedRequest } from "../../exchange.ts";
import { headerOf } from "../../http/headers.ts";
import { isStateName, pinNoise } from "../../noise.ts";
import { findIssued, placeholderParts } from "../placeholder.ts";
import { opaqueTagOf } from "./pseudonym.ts";
import { mayNotIssue, textsOf } from "./recorded-tags.ts";
import { headerCredentials, ofForm } from "./session-names.ts";
import { longestLogin, sendsPassword, typedKind, usersIn } from "./typed-logins.ts";

/**
 * Returns a tag of a request that names its user: the answers to equal ones are one user's. Null where who asks may show
 * in nothing that the request says: equal requests of two users are answered with a ticket for each.
 * @param request Secrets hidden.
 */
export function receiverOf(request: RecordedRequest): string | null {
  const { method, target, principal, headers, body } = request;
  const isGet = mayNotIssue(method);
  const isUser = isGet && typedKind(headerOf(headers, "authorization")) === "user";
  if (!isUser && (principal !== anonymous || (isGet && !target.includes("?")))) return null;
  const own = headers.filter(([name]) => name !== "cookie" && !ofForm.test(name));
  const keys = headerCredentials({ headers: own }).filter(([name]) => !isUser || name !== "authorization");
  if (keys.length > 0) return null;
  const users = usersIn(request).filter((each) => !isGet || !ofAccount.test(each));
  if (!isUser && users.length === 0) return null;
  if (body !== null && (body.encoding !== "utf8" || body.text.length > longestLogin)) return null;
  // What a session asks for may be for its own user, in the account that the request names.
  const hasPassword = sendsPassword(request);
  if (!isGet && headers.some(([name]) => name === "cookie") && !hasPassword) return null;
  // A tenant or a key stands anywhere beside the user; what a page gave for the form is another one each time.
  const said: RecordedRequest = {
    ...request,
    target: ofEachLogin(target),
    headers: own,
    body: body && { ...body, text: ofEachLogin(body.text) },
  };
  if (!hasPassword && findIssued(textsOf(said)).some(isSharedByUsers)) return null;
  return opaqueTagOf(requestKey(canonical(pinNoise({ request: said, response }, 0)).request));
}

const ofAccount = /^(?:account|as=|impersonate)/i;
const response = { status: 204, headers: [], body: null };

/** Returns whether a placeholder may stand for what answers to GETs issued to several users: others count, or have a tag. */
function isSharedByUsers(placeholder: string): boolean {
  const { kind = "", tag = "" } = placeholderParts(placeholder) ?? {};
  return kind !== "password" && kind !== "user" && /^(?:0|[\da-f]{6})?$/.test(tag);
}

// Of a target, a form, JSON or multipart.
const member = /(?<=^|[?&"])([\w.[\]-]{1,64})(=|"\s*:\s*"|"\r?\n\r?\n)([^&"\r\n]*)/g;

/** Returns a target or a body without the states, the nonces and the tokens of forms, which differ from login to login. */
function ofEachLogin(text: string): string {
  return text.replace(member, (whole, name: string, sign: string, value: string) => {
    const isHidden = findIssued(value).length > 0;
    return isHidden && (isStateName(name) || ofForm.test(name)) ? name + sign : whole;
  });
}
