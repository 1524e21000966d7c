import { looksLikeIdentifier } from "../secret-entropy.ts";
import type { Place } from "./place.ts";

const id = String.raw`(?:\d{1,24}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?:@[\da-f-]{36})?)`;
const segment = String.raw`([^\s"'<>\\/?#(),%&;[\]]{15,511}[\w=~-])`;
// What leads to a capability: a client that has the rest of the path is let in.
const leading = String.raw`api-?key|key|token|secret|(?:[\w-]*-)?(?:password|passwd|pass|magic)(?:-[\w-]*)?|reset|magic-?links?|verify|verification|confirm(?:ation)?|activat(?:e|ion)|unlock|unsubscribe|invit(?:e|ation)s?|join|log-?in|sign-?in|sso|session|otp|oauth|(?:incoming)?(?:web)?hook(?:s|b2)?|interactions|fcm/send|v\d+(?:\.\d+)*`;
const inPath = new RegExp(`/(${leading})/(?:${id}/){0,2}${segment}`, "gi");
// An address that is a capability, by the name of its member.
const named =
  /"[\w-]{0,30}(?:reset|invite|invitation|magic|webhook|response|confirm\w{0,5}|verif\w{0,8}|activat\w{0,3}|unsubscribe|log_?in)[\w-]{0,30}(?:url|link|uri)"\s{0,9}:\s{0,9}"https?:(?:[^\s"?#]{0,400}\/)([^\s"/?#\\]{16,512})/gi;
const inParentheses = /\/\([A-Z]\((\w{16,64})\)\)\//g;
const ids = /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{24})$/i;

/**
 * Reads segments of paths, in a target and in any text, that let in any client that has them: what is opaque behind `/token/`,
 * `/reset-password/`, `/webhooks/1/` or a version. An id of a resource (UUID, ObjectId) is none behind a version.
 * @example
 * pathSegments("/v1/9f86d081884c7d659a2feaa0c55ad015/markets"); // [{ start: 4, end: 36, where: "path", name: "v1" }]
 */
export function pathSegments(text: string): readonly Place[] {
  const places: Place[] = [];
  const add = (start: number, value: string, name: string): void => {
    if (!looksLikeIdentifier(value)) places.push({ start, end: start + value.length, where: "path", name });
  };
  inPath.lastIndex = 0;
  for (let found = inPath.exec(text); found !== null; found = inPath.exec(text)) {
    const [whole, name = "", value = ""] = found;
    // The segment may lead to another: "/v1/reset-password/…".
    inPath.lastIndex = found.index + name.length + 1;
    if (!/^v\d/i.test(name) || !(ids.test(value) || /[.:=]/.test(value)))
      add(found.index + whole.length - value.length, value, name);
  }
  for (const { index, 0: whole, 1: value = "" } of text.matchAll(named))
    add(index + whole.length - value.length, value, "link");
  for (const { index, 0: whole, 1: value = "" } of text.matchAll(inParentheses))
    add(index + whole.length - value.length - 3, value, "session");
  return places;
}
