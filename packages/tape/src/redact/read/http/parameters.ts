import { looksLikeIdentifier } from "../../judge/secret-entropy.ts";
import { isDue } from "../../steps.ts";
import type { Marks } from "../marks.ts";
import type { Names, Place } from "../place.ts";

// In `.npmrc` after the address of a registry. Symfony asks for a password twice.
const before =
  /(?<=(?:[?&#\r\n]|\/:|^|(;))([\w$.~-]{1,64})(?:\[\d{0,9}\]){0,4}|(?<=[\w\]])\[([\w$.~-]{1,64})\](?:\[(?:\d{0,9}|first|second)\]){0,4})/y;
// As a browser writes a form's `user[password]`. Its value is read before it is decoded: then "&" ends it, and "%26" does not.
const encoded = /(?<=(?:[?&#\r\n]|^)((?:[\w$.~[\]-]|%[\da-f]{2}){3,128}))/iy;
const innermost = /([^[\]]+)\]?(?:\[(?:\d*|first|second)\])*$/;
const value = /[^&#\s"'`<>\\]+/y;
const valueBeforeSemicolon =
  /[^;&#\s"'`<>\\]+(?:(?:(?!<\/|&(?:amp|lt|gt|quot|apos|#\w{1,8});)[^;=\s"'\\]|\\\\|\\(?=[^"'\\/bfnrtux0-3])){1,64}(?=;[A-Za-z][\w ]{0,40}=)|(?:&(?!(?:amp|lt|gt|quot|apos|#\w{1,8});)|(?<!&)#)[^;=&#\s"'`<>\\]{0,64}(?=[;\s"']|$))?/y;
// Of a container's session in a path: `/cart;jsessionid=…?page=2`; in a target, of any parameter before the query.
const valueInPath = /[^;&#\s"'`<>\\/?]+/y;
// In a text that is a form, or a target, no quote ends a value that is not in quotes itself.
const form = /^[\w.$~%+[\]-]{1,64}=[^&\s]*(?:&[\w.$~%+[\]-]+=[^&\s]*)+ *$/;
const target = /^(?:https?:\/)?\/\S*$/;
const fieldStart = /(?:^|&)[\w.$~%+[\]-]{1,64}$/;
const valueOfForm = /(?!(["'`])[^&]*\1(?:&|$))[^&\s]+/y;
const valueOfTarget = /(?!(["'`])[^&]*\1(?:&|$))[^&#\s]+/y;
// As encodeURIComponent() leaves it, rather than the end of what the URL stands in.
const apostrophe = /'+[!*()~.-]?(?=[\w%])/y;
const openApostrophe = /(?<![\w%])'[^\s"'`<>\\]*$/;
const longestUrl = 2048;
// Of pairs between semicolons, as a text has them that is no form: the next one may be a secret by its name.
const firstOfPairs = /^[^;]*(?=;[\w.~-]{1,64}=)/;
const isSession = /(?:sess|sid|stok|session_?id)$/i;

// A parameter whose value names the one behind it, as of GitLab and AWS: `Option.1.OptionName=DB_PASSWORD&Option.1.Value=…`.
const ofName = /(?:name|key)$/i;
const behind =
  /=([\w%./-]{1,128})&([\w.~%-]{0,64}?)value=([^&#\s"'`<>\\]+)(?=(?:&\w{1,20}=\w{0,20}){0,4}?(&(?:masked|secured?|sensitive)=true\b)?)/iy;

function valueBeside(text: string, equals: number, name: string, rules: Names["rules"]): Place | null {
  behind.lastIndex = equals;
  const [, said = "", before = "", own = "", flag = ""] = behind.exec(text) ?? [];
  const isBeside = own !== "" && name.toLowerCase().startsWith(before.toLowerCase());
  const secret = said.slice(said.lastIndexOf("/") + 1);
  if (!isBeside || (flag === "" && rules(secret, "field") === null)) return null;
  return {
    start: behind.lastIndex - own.length,
    end: behind.lastIndex,
    where: "field",
    name: flag === "" ? secret : "secret",
  };
}

// What a service has mailed lets in, whatever it is called: `/login/magic?t=…`.
const short = /^(?!ei$|id$|ved$)[a-z]{1,3}$/i;
const link =
  /\/(?:[\w-]{0,40}(?:magic|password|passwd|reset|verif[yi]|confirm|activat|invit|unlock)[\w-]{0,40})(?:\/[\w-]{0,40}){0,3}\?[^\s"'<>#]{0,200}$/i;
// A client that has it may do for a customer what it leads to, as Paddle's to end a subscription.
const ofCustomer = /[?&](?:user|customer|subscription|subscriber|member|email)(?:_?id)?=[^\s"'<>#]{1,200}$/i;
const isSigned = (text: string, equals: number, name: string): boolean =>
  /^(?:hash|hmac|mac)$/i.test(name) &&
  /^[\da-f]{32,128}(?![\w-])/i.test(text.slice(equals + 1, equals + 130)) &&
  ofCustomer.test(text.slice(Math.max(0, equals - 320), equals));
const isLink = (text: string, equals: number): boolean => link.test(text.slice(Math.max(0, equals - 320), equals));

function encodedName(text: string, equals: number): string | undefined {
  encoded.lastIndex = equals;
  const [, written] = encoded.exec(text) ?? [];
  return written?.includes("%") !== true ? undefined : innermost.exec(unescaped(written))?.[1];
}

function unescaped(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

// How far each value of a text goes.
function valueEnds(text: string): (start: number, name: string, isBehindSemicolon: boolean) => number {
  const isTarget = target.test(text);
  const pathEnd = isTarget ? text.search(/\?|$/) : 0;
  const isForm = !isTarget && form.test(text);
  return (start, name, isBehindSemicolon) => {
    const isField = isForm && fieldStart.test(text.slice(Math.max(0, start - 66), start - 1));
    const whole = isField ? valueOfForm : isTarget && !isBehindSemicolon ? valueOfTarget : null;
    const wholeEnd = whole === null ? start : endOf(text, start, whole);
    if (wholeEnd > start) return wholeEnd;
    const isInPath = start < pathEnd || isSession.test(name);
    const pattern = !isBehindSemicolon ? value : isInPath ? valueInPath : valueBeforeSemicolon;
    let end = endOf(text, start, pattern);
    if (text[end] !== "'" || openApostrophe.test(text.slice(Math.max(0, start - longestUrl), start))) return end;
    for (let next = endOf(text, end, apostrophe); end > start && next > end; next = endOf(text, end, apostrophe))
      end = endOf(text, next, pattern);
    return end;
  };
}

function endOf(text: string, at: number, pattern: RegExp): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** Returns the length of what is no more of a value: the sentence that a URL stands in, the end of a section of XML. */
function lengthBehind(said: string, next: string | undefined): number {
  if (next === " ") return /[:,;]$/.test(said) ? 1 : 0;
  return next === ">" && said.endsWith("]]") ? 2 : 0;
}

/**
 * Reads parameters of queries, forms and paths: after `?`, `&`, `#`, `;` or at the beginning of a line, and in brackets
 * (`user[password]=`).
 * @example
 * [...parameters("/x?token=abc#top", names, marks)]; // [{ start: 9, end: 12, where: "parameter", name: "token" }]
 */
export function* parameters(text: string, { rules, mayCarry }: Names, marks: Marks): Iterable<Place | null> {
  let valueEnd: ReturnType<typeof valueEnds> | undefined;
  let done = 0;
  for (const equals of marks.equals) {
    if (equals < done) continue;
    if (isDue()) yield null;
    before.lastIndex = equals;
    const [, semicolon, plain, bracketed] = before.exec(text) ?? [];
    const start = equals + 1;
    const name = plain ?? bracketed ?? encodedName(text, equals);
    // "&&a.token===b.token" is a comparison, `sig1=("@method")` a list (RFC 9421, section 4.1).
    if (name === undefined || text[start] === "=" || text.startsWith('("', start)) continue;
    const beside = ofName.test(name) ? valueBeside(text, equals, name, rules) : null;
    if (beside !== null) yield beside;
    valueEnd ??= valueEnds(text);
    const isRuled = rules(name, "parameter") !== null;
    const isNamed = isRuled || mayCarry(name, "parameter");
    const signs = isSigned(text, equals, name);
    if (!isNamed && !signs && !(short.test(name) && isLink(text, equals))) continue;
    const whole = text.slice(start, valueEnd(start, name, semicolon !== undefined));
    const said = isRuled ? whole : (firstOfPairs.exec(whole)?.[0] ?? whole);
    const length = said.length - lengthBehind(said, text[start + said.length]);
    if (length === 0) continue;
    const span = { start, end: start + length };
    if (signs) yield { ...span, where: "path", name: "link" };
    else if (isNamed) yield { ...span, where: "parameter", name };
    else if (!looksLikeIdentifier(text.slice(start, span.end))) yield { ...span, where: "path", name: "link" };
    done = start + length;
  }
}
