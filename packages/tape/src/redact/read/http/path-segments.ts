import { looksLikeIdentifier } from "../../judge/secret-entropy.ts";
import { isDue } from "../../steps.ts";
import { isInBase64 } from "../coded/decode.ts";
import type { Marks } from "../marks.ts";
import type { Names, Place } from "../place.ts";
import { nameAround } from "../runs.ts";

const id = String.raw`(?:\d{1,24}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?:@[\da-f-]{36})?)`;
// With the signs of base64, as they are written in a path.
const sign = "%(?:2B|2F|3D)";
// Behind it may be bytes of an archive or of a format with lengths.
const segment = String.raw`((?:[\w!$*+.:=@^\`{|}~-]|${sign}){15,}(?:[\w=~-]|${sign}))`;
// Before what a service has mailed to a user, behind whom it is for, in base64 too, as Django writes it. Of it, twelve bytes
// are usual: fewer signs show that it is no name.
const mailed = String.raw`(?:[\w-]{0,64}-)?(?:password|passwd|pass|magic)(?:-[\w-]{0,64})?|reset|magic-?links?|(?:[\w-]{0,64}-)?(?:verify|verification|confirm(?:ation)?|activat(?:e|ion))(?:-[\w-]{0,64})?|unlock|unsubscribe|invit(?:e|ation)s?`;
const isMailed = new RegExp(`^(?:${mailed})$`, "i");
// The beginning of a capability: any client with the rest of the path is let in.
const leading = String.raw`api|api-?key|key|1/keys|(?<=//stream\.replicate\.com/)v1/files|token|secret|app-manifests|qr|join|sso|sub|subscribe|session|otp|oauth|interactions|fcm/send|v\d+(?:\.\d+)*`;
// Before which services put what they are, or whom they are for.
const hook = String.raw`log-?in|sign-?in|(?:incoming)?(?:web)?hook(?:s|b2)?|hooks?\.[\w.-]{1,80}|services/T\w{1,20}/B\w{1,20}`;
const inPath = new RegExp(
  String.raw`/(?:(${leading})/(?:${id}/){0,2}|(${mailed})/(?:(?:${id}|[\w=-]{1,12})/){0,2}|(${hook})/(?:(?:${id}|\w{1,20})/){0,3})${segment}`,
  "iy",
);
// An address that is a capability, by the name of its member.
const named = /"[\w-]{0,60}(?:url|link|uri)"\s{0,9}:\s{0,9}"https?:(?:[^\s"?#]{0,400}\/)([^\s"/?#\\]{16,})/iy;
// What a person types: three and three digits, or four and four signs; digits alone where nothing else is expected.
const typed =
  /\/(?:[\w-]{0,40}-)?(?:(?:verify|verification|confirm(?:ation)?|activat(?:e|ion)|otp|[2tm]fa|passcode)\/(\d{3}-\d{3}|(?=[\d-]*[A-Z])[A-Z\d]{4}-[A-Z\d]{4})|(?:verify|verification|activat(?:e|ion))\/(\d{6})|(?:otp|[2tm]fa|passcode)\/(\d{4,8}))(?![^/?#\s"'<>\\])/y;
const inParentheses = /\/\([A-Z]\((\w{16,64})\)\)\//y;
// Also of a chain's account or transaction.
const ids = /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\da-f]{24}|0x[\da-f]{40,64})$/i;
// Of a class, as `javax/activation/MailcapCommandMap.class` in an archive, whose next bytes may follow.
const className = /^(?:[A-Z]{1,4}[a-z]+){2,}(?:\$[\w$]{0,80})?\.[a-z]{2}/;
const longestLead = 128;

/**
 * Reads segments of paths, in a target and in any text, that let in any client with them: opaque ones after `/token/`,
 * `/reset-password/`, `/webhooks/1/` or a version. After a version, the id of a resource (UUID, ObjectId) is none.
 * @example
 * pathSegments("/v1/9f86d081884c7d659a2feaa0c55ad015/markets", names, marks); // [{ start: 4, end: 36, where: "path", name: "v1" }]
 */
export function* pathSegments(text: string, _names: Names, marks: Marks): Iterable<Place | null> {
  const placesOf = (pattern: RegExp, value: string, name: string, behind = 0): readonly Place[] => {
    const end = pattern.lastIndex - behind;
    return looksLikeIdentifier(value, isMailed.test(name) ? { fewest: 2 } : {}) || className.test(value)
      ? []
      : [{ start: end - value.length, end, where: "path", name }];
  };
  let latest = -1;
  for (const mark of marks.path) {
    if (isDue()) yield null;
    const from = text[mark] === "/" ? mark : (slashBefore(text, mark) ?? mark);
    // Of several marks in a segment, the first has it read.
    if (from === latest) continue;
    latest = from;
    // By chance.
    if (isInBase64(text, from)) continue;
    inPath.lastIndex = from;
    const [whole, leads, mails = leads, name = mails ?? "", value = ""] = inPath.exec(text) ?? [];
    if (whole !== undefined && (!/^(?:v\d|api$)/i.test(name) || !(ids.test(value) || /[.:=]/.test(value))))
      yield* placesOf(inPath, value, name);
    typed.lastIndex = from;
    const code = typed
      .exec(text)
      ?.slice(1)
      .find((each) => each !== undefined);
    const end = typed.lastIndex;
    if (code !== undefined) yield { start: end - code.length, end, where: "path", name: "code" };
    inParentheses.lastIndex = mark;
    const [inBrackets, session = ""] = inParentheses.exec(text) ?? [];
    if (inBrackets !== undefined) yield* placesOf(inParentheses, session, "session", 3);
  }
  for (const mark of marks.link) {
    if (isDue()) yield null;
    const name = nameAround(text, mark);
    if (text[name.end] !== '"' || text[name.start - 1] !== '"') continue;
    named.lastIndex = name.start - 1;
    const [whole, value = ""] = named.exec(text) ?? [];
    if (whole !== undefined) yield* placesOf(named, value, "link");
  }
}

function slashBefore(text: string, at: number): number | null {
  const before = text.slice(Math.max(0, at - longestLead), at);
  const slash = before.lastIndexOf("/");
  return slash < 0 ? null : at - before.length + slash;
}
