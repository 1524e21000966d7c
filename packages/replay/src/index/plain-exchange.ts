// Which exchanges of a packed file are found by the target of a GET alone: nothing else of the request decides whether
// they answer it, and they are sent as they were recorded. Read next: ../plain-request.ts.
import { type Exchange, headerOf } from "@tapedeck/tape";
import { isPinnedRequestId, pinSignedUrl, type SecretMemory } from "@tapedeck/tape/internal";
import { conditionOf } from "../http/message.ts";
import { issuedTo } from "../login/login.ts";
import { callHeaders } from "../match/call-headers.ts";
import { beginsWithState, repeatedHeaders, repeatsHidden } from "../match/echoed-values.ts";

/** In other targets, a secret may stand in another coding. */
const plainTarget = /^\/[\w/.~?=&,:@-]*$/;

/**
 * Returns whether an exchange is plain.
 * @param own The same in the form that look-ups use.
 * @param target Its target in that form, before secrets are hidden.
 */
export function isPlainExchange({ request, response }: Exchange, own: Exchange, target: string): boolean {
  const { headers, body } = own.request;
  const { status, reason, chunks, cut, trailers, informational, messages, closed } = response;
  return (
    request.method === "GET" &&
    body === null &&
    plainTarget.test(request.target) &&
    plainTarget.test(target) &&
    own.request.target === target &&
    pinSignedUrl(target) === target &&
    conditionOf(headers) === "" &&
    !headers.some(([name]) => callHeaders.includes(name)) &&
    headerOf(headers, "authorization") === null &&
    issuedTo(own.request).length === 0 &&
    headerOf(headers, "cookie") === null &&
    request.session === undefined &&
    status >= 200 &&
    response.body?.encoding !== "file" &&
    [reason, chunks, cut, trailers, informational, messages, closed].every((each) => each === undefined) &&
    !response.headers.some(([name, value]) => isPinnedRequestId(name, value)) &&
    !repeatsHidden(own) &&
    !beginsWithState(own.request) &&
    [repeatedHeaders(own).kept, repeatedHeaders(own).hidden].every((each) => each.length === 0)
  );
}

/** Returns the text under which a packed file has a plain exchange: for players with other settings, it has none. */
export function onlyText({ settings }: Pick<SecretMemory, "settings">, token: string, target: string): string {
  return `${settings}\n${token}${target}`;
}
