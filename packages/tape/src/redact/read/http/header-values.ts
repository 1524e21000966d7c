import type { Marks } from "../marks.ts";
import type { Names, Place } from "../place.ts";
import type { Span } from "../span.ts";

// From its sign on: a text has any number of positions where a name could begin. A value without quotes around it may have
// some in it, as JSON has.
const cookie = /(?<=([^=;\s]{0,256})\s*)=\s*("?)((?<=")(?:[^"\\]|\\.)*|[^;]*)\2(?=\s*(?:;|$))/g;
// RFC 6265bis, section 5.6, step 3.
const nameless = /(?<=^|;)\s*([^=;\s"]{8,})(?=\s*(?:;|$))/g;

/**
 * Reads the cookies of a header.
 * @param header `cookie`, or `set-cookie`, in which only the first pair is the cookie. RFC 6265, sections 4.1.1 and
 *   4.2.1
 * @example
 * cookies("set-cookie", "sid=s3cr3t; Path=/"); // [{ start: 4, end: 10, where: "cookie", name: "sid" }]
 */
export function cookies(header: string, value: string): readonly Place[] {
  const places = Array.from(
    value.matchAll(cookie),
    ({ index, 0: whole, 1: name = "", 2: quote = "", 3: said = "" }) => {
      const end = index + whole.length - quote.length;
      return { start: end - said.length, end, where: "cookie", name } as const;
    },
  );
  const unnamed = Array.from(
    value.matchAll(nameless),
    ({ index, 0: whole, 1: said = "" }): Place => ({
      start: index + whole.length - said.length,
      end: index + whole.length,
      where: "cookie",
      name: "",
    }),
  );
  const all = [...unnamed, ...places].sort((a, b) => a.start - b.start);
  return header === "set-cookie" ? all.slice(0, 1) : all;
}

const inText =
  /(?:document\.cookie\s{0,4}=\s{0,4}["'`]|(?<![\w-])(?:set-)?cookie:[ \t]{0,4})(?=[^\r\n"'`\\=]{1,64}=[^\r\n"'`\\])/iy;
const afterText = /[\r\n"'`\\]|<\/|\]\]>/g;

/**
 * Reads the cookies in a text: in a script that sets them, or in a header that is written out.
 * @example
 * cookiesInText('document.cookie="sid=s3cr3t"', names, marks); // [{ start: 21, end: 27, where: "cookie", name: "sid" }]
 */
export function* cookiesInText(text: string, _names: Names, marks: Marks): Iterable<Place> {
  let end = 0;
  for (const at of marks.cookie) {
    if (at < end) continue;
    // "set-" comes before the mark.
    const isSet = text.slice(Math.max(0, at - 4), at).toLowerCase() === "set-";
    inText.lastIndex = isSet ? at - 4 : at;
    if (!inText.test(text)) continue;
    const from = inText.lastIndex;
    afterText.lastIndex = from;
    end = afterText.exec(text)?.index ?? text.length;
    const header = isSet || /d/i.test(text.charAt(at)) ? "set-cookie" : "cookie";
    for (const place of cookies(header, text.slice(from, end)))
      yield { ...place, start: from + place.start, end: from + place.end };
  }
}

// RFC 9110, section 11.2.
const parameter = /([\w-]{1,64})\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",]+))/g;

// RFC 4559, section 4.
const token = /\b(?:negotiate|ntlm|kerberos) +([\w+/-]{8,}={0,2})/gi;

/**
 * Reads the parameters of a challenge (realm, token, nonce), and the token of one that has no parameters.
 * @example
 * challengeParameters('Bearer token="s3cr3t"'); // [{ start: 14, end: 20, where: "challenge", name: "token" }]
 */
export function challengeParameters(value: string): readonly Place[] {
  const tokens = Array.from(value.matchAll(token), ({ index, 0: whole, 1: said = "" }): Place => {
    const end = index + whole.length;
    const open = ntlmChallenge(said);
    return {
      ...{ start: end - said.length, end, where: "challenge", name: "nonce" },
      ...(open !== null && { placeholder: open }),
    };
  });
  const named = Array.from<RegExpExecArray, Place>(
    value.matchAll(parameter),
    ({ index, 0: whole, 1: name = "", 2: quoted, 3: plain }) => {
      const end = index + whole.length - (quoted === undefined ? 0 : 1);
      const span: Span = { start: end - (quoted ?? plain ?? "").length, end };
      return { ...span, where: "challenge", name } as const;
    },
  );
  return [...tokens, ...named].filter(({ start, end, placeholder }) => placeholder !== value.slice(start, end));
}

// MS-NLMP, section 2.2.1.2: the signature, the type, and where the server's challenge stands.
const ntlm = "NTLMSSP\0\x02\0\0\0";
const [challengeStart, challengeEnd] = [24, 32];
// MS-NLMP, section 2.2.2.1: MsvAvTimestamp, eight bytes.
// biome-ignore lint/suspicious/noControlCharactersInRegex: a binary format
const timestamp = /\x07\0\x08\0[\s\S]{8}/g;

/**
 * Returns NTLM's challenge without what is new each time, which clients parse to answer it; null for another token.
 */
function ntlmChallenge(token: string): string | null {
  if (!token.startsWith("TlRMTVNTUAAC")) return null;
  const bytes = latin1Decoded(token);
  if (bytes === null || !bytes.startsWith(ntlm) || bytes.length < challengeEnd) return null;
  const zero = "\0".repeat(challengeEnd - challengeStart);
  const rest = bytes.slice(challengeEnd).replace(timestamp, `\x07\0\x08\0${zero}`);
  return btoa(bytes.slice(0, challengeStart) + zero + rest);
}

function latin1Decoded(token: string): string | null {
  try {
    return atob(token);
  } catch {
    return null;
  }
}
