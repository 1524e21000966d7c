import { looksLikeWord } from "../../judge/secret-entropy.ts";
import { isDue } from "../../steps.ts";
import type { Marks } from "../marks.ts";
import type { Names, Place } from "../place.ts";
import { nameAround } from "../runs.ts";
import { isLikely } from "./value-behind.ts";

/** A kind of lines, each with a password or a key behind certain words. */
interface CommandLine {
  /** Matches the line up to them. */
  readonly lead: RegExp;
  /** What follows the value. Default: the end of the line. */
  readonly behind?: RegExp;
  /** What the value is, with its quotes. */
  readonly value?: RegExp;
  /** Lines beside it that show what it is: headings and prose begin alike. */
  readonly beside?: RegExp;
  /** Whether a value with a digit needs them, too. */
  readonly isSeldom?: boolean;
}

const lead = (...commands: readonly string[]): RegExp => new RegExp(String.raw`^[ \t]*(?:${commands.join("|")})$`);
const ofRouter =
  /(?:^|[\r\n])[ \t]*(?:!|hostname \S+[ \t]*[\r\n]|interface \S*\d|(?:snmp|radius|tacacs)-server |set (?:snmp|system|interfaces) |aaa new-model|ip (?:address|route) \d|line (?:vty|con|aux)|router \w+ \d|service password-|username \S+ privilege \d|conf(?:igure)? t|(?:config|option) \w+ ['"])/;
const lineEnd = /^[ \t;]*(?:[\r\n#]|$)/;
const behindCommunity = /^[ \t]+(?:RO|RW|view|authorization|\d)|^[ \t;]*(?:[\r\n#]|$)/i;

const lines: readonly CommandLine[] = [
  // Cisco IOS, Junos, OpenWrt; FortiGate, HAProxy, and Debian's installer. A digit tells how it is encrypted.
  {
    lead: lead(
      "username \\S{1,64} \\S{1,20} \\d{1,2} (?:secret|password)",
      "(?:tacacs|radius)-server(?: \\S{1,64}){0,6} key",
      "key-string",
      "neighbor \\S{1,64} password",
      "ip ospf authentication-key",
      "ppp chap password",
      "set \\S{1,40} ENC",
      "user \\S{1,64} insecure-password",
      "\\S{1,40} \\S{0,80}/\\S{0,80}password\\S{0,40} password",
    ),
  },
  { lead: lead("snmp-server community"), behind: behindCommunity },
  { lead: lead("crypto (?:isakmp|ikev2) key"), behind: /^[ \t]+(?:address|hostname)\b/ },
  {
    lead: lead(
      "enable (?:secret|password)",
      "username \\S{1,64} (?:secret|password)",
      "(?:tacacs|radius)(?: \\S{1,64}){0,6} key",
      "option key",
    ),
    beside: ofRouter,
  },
  { lead: lead("(?:set )?snmp community"), behind: behindCommunity, beside: ofRouter },
  { lead: lead("(?:\\w{1,20} \\{ ){0,3}community"), behind: /^[ \t]+\{\s{1,20}(?:authorization|clients?|view)\b/ },
  // strongSwan, and OpenVPN.
  { lead: lead("(?:[\\w.@%-]{1,64} {1,4}){0,3}(?:[\\w.@%-]{1,64} {0,4})?: PSK"), value: /"$|^0[sx]/ },
  { lead: lead("(?:[\\w.@%-]{1,64} {0,4})?: (?:EAP|XAUTH|RSA \\S{1,128})"), value: /"$/ },
  // `.netrc`, on one line and on several.
  { lead: lead("(?:machine \\S{1,128}|default) login \\S{1,128} password") },
  {
    lead: lead("(?:login \\S{1,128} )?password"),
    beside: /(?:^|[\r\n])[ \t]*machine \S{1,128}\s{1,20}login \S{1,128}\s/,
    isSeldom: true,
  },
  { lead: lead('password "[\\w ]{1,40}"'), beside: /(?:^|[\r\n])username "[\w ]{1,40}" / },
  { lead: lead("\\S{1,12} AUTHENTICATE PLAIN"), value: /^[A-Za-z\d+/]{8,}={0,2}$/ },
  // SMTP; FTP, IRC and POP3, as whose lines those of a test's report begin.
  {
    lead: lead("(?:C: |>{1,3} )?AUTH (?:PLAIN|LOGIN)"),
    value: /^[A-Za-z\d+/]{8,}={0,2}$/,
    beside: /(?:^|[\r\n])(?:C: |>{1,3} )?(?:EHLO|HELO) \S/,
  },
  { lead: lead("PASS"), beside: /(?:^|[\r\n])(?:331 |230 |\+OK|NICK \S)/, isSeldom: true },
];

const value = /[ \t]+(?:\d{1,2}[ \t]+)?((["']?)([^\s"';{]{1,128})\2)(?=[\s;]|$)/y;
const word =
  /(?:community|(?:psk)?secret(?: ENC)?|key(?:-string)?|psk|pass(?:wd ENC|word(?: ENC| "[\w ]{1,40}")?)?|auth(?:enticate)? (?:plain|login)|: (?:eap|xauth|rsa \S{1,128}))(?=[ \t])/iy;
const longestBefore = 200;
const longestBehind = 40;

// A shell takes what is in quotes as one value: of an option that is named so, and of curl's for a header. Without them,
// signs may stand in it, too.
const ofOption =
  /[ =](?:(["'])((?:(?!\1)[^\s\\]){4,256})\1(?=[\s"'\\;|&)]|$)|([^\s"'`<>\\;|&({[@%-][^\s"'`<>\\;|&]{3,255})(?=[\s"'\\;|&]|$))/y;
const ofHeader = /:[ \t]{0,4}(?:[A-Za-z][\w-]{0,20} )?(?:([^\s"\\]{4,2048})(?=")|([^\s'\\]{4,2048})(?='))/y;
const beforeHeader = /(?:^|\s)(?:-H|--header)[ =]?["']$/;
const longestBeforeHeader = 12;

function argumentAt(text: string, at: number, rules: Names["rules"]): Place | null {
  const { start, end } = nameAround(text, at);
  const name = text.slice(start, end).replace(/^-+/, "");
  const isOption = text[start] === "-";
  const isHeader = !isOption && beforeHeader.test(text.slice(Math.max(0, start - longestBeforeHeader), start));
  if (!(isOption && rules(name, "field")) && !(isHeader && !/cookie$/i.test(name) && rules(name, "header")))
    return null;
  const pattern = isOption ? ofOption : ofHeader;
  pattern.lastIndex = end;
  const [, first = "", second = "", plain = ""] = pattern.exec(text) ?? [];
  const quoted = isOption || text[start - 1] !== '"' ? second : first;
  const said = quoted || withoutSentence(plain);
  const stop = pattern.lastIndex - (plain !== "" ? plain.length - said.length : isOption ? 1 : 0);
  // What a shell puts there, and words of an example.
  if (said === "" || /\$[A-Za-z_{(]|`/.test(said) || !(plain === "" ? !looksLikeWord(said) : isArgument(name, said)))
    return null;
  return { start: stop - said.length, end: stop, where: "field", name };
}

// What goes on behind it, in prose or in a program.
function withoutSentence(value: string): string {
  const signs = value.includes("(") ? ",.:" : ",.:)";
  let { length } = value;
  while (length > 0 && signs.includes(value.charAt(length - 1))) length--;
  return value.slice(0, length);
}

// A short one is a number of something, but for a password.
const isArgument = (name: string, said: string): boolean =>
  isLikely(said, "=", "") || (/pass|pwd/i.test(name) && /^(?=.*\d)(?=.*[a-z]).{4,7}$/i.test(said));

/**
 * Reads the passwords and keys on the lines of routers, of what else is configured so, and of protocols: they may be words.
 * Of shells, those behind an option or in a header of curl.
 * @example
 * [...commandLines("snmp-server community gardens RO", names, marks)]; // [{ start: 22, end: 29, where: "field", name: "password" }]
 */
export function* commandLines(text: string, { rules }: Names, marks: Marks): Iterable<Place | null> {
  for (const at of marks.name) {
    if (isDue()) yield null;
    const argument = argumentAt(text, at, rules);
    if (argument !== null) yield argument;
    word.lastIndex = at;
    if (!word.test(text)) continue;
    const end = word.lastIndex;
    const before = text.slice(Math.max(0, at - longestBefore), end);
    const begins = Math.max(before.lastIndexOf("\n"), before.lastIndexOf("\r")) + 1;
    // Of a longer line, the beginning is elsewhere.
    if (begins === 0 && at > longestBefore) continue;
    const begun = before.slice(begins);
    const line = lines.find((each) => each.lead.test(begun));
    if (line === undefined) continue;
    value.lastIndex = end;
    const [, whole = "", quote = "", said = ""] = value.exec(text) ?? [];
    const stop = value.lastIndex - quote.length;
    if (said === "" || line.value?.test(whole) === false) continue;
    if (!(line.behind ?? lineEnd).test(text.slice(value.lastIndex, value.lastIndex + longestBehind))) continue;
    const isDoubtful = line.isSeldom === true || !/\d/.test(said);
    if (isDoubtful && line.beside?.test(before + text.slice(end, end + longestBefore)) === false) continue;
    yield { start: stop - said.length, end: stop, where: "field", name: "password" };
  }
}
