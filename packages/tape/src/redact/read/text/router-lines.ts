import type { Marks } from "../marks.ts";
import type { Names, Place } from "../place.ts";

const lineOf = (commands: readonly string[]): RegExp =>
  new RegExp(String.raw`(?:^|[\r\n])[ \t]*(?:${commands.join("|")})$`);
// What stands on a line before a password or a key: Cisco IOS, Junos, OpenWrt. A digit tells how it is encrypted.
const command = lineOf([
  "snmp-server community",
  "username \\S{1,64} \\S{1,20} \\d{1,2} (?:secret|password)",
  "(?:tacacs|radius)-server(?: \\S{1,64}){0,6} key",
  "crypto (?:isakmp|ikev2) key",
  "key-string",
  "neighbor \\S{1,64} password",
  "ip ospf authentication-key",
  "ppp chap password",
]);
// So do headings and prose begin: a word behind them is a password only on one of several lines.
const perhapsCommand = lineOf([
  "(?:set )?snmp community",
  "enable (?:secret|password)",
  "username \\S{1,64} (?:secret|password)",
  "(?:tacacs|radius)(?: \\S{1,64}){0,6} key",
  "option key",
]);
const otherLine =
  /(?:^|[\r\n])[ \t]*(?:!|hostname \S+[ \t]*[\r\n]|interface \S*\d|(?:snmp|radius|tacacs)-server |set (?:snmp|system|interfaces) |aaa new-model|ip (?:address|route) \d|line (?:vty|con|aux)|router \w+ \d|service password-|username \S+ privilege \d|conf(?:igure)? t|(?:config|option) \w+ ['"])/;
const value = /[ \t]+(?:\d{1,2}[ \t]+)?(["']?)([^\s"';{]{1,128})\1(?=[\s;]|$)/y;
const word = /(?:community|password|secret|key(?:-string)?)(?=[ \t])/iy;
const lineEnd = /^[ \t;]*(?:[\r\n#]|$)/;
const behindCommunity = /^[ \t]+(?:RO|RW|view|authorization|\d)/i;
const behindCrypto = /^[ \t]+(?:address|hostname)\b/;
const longestBefore = 200;
const longestBehind = 16;

/**
 * Reads the passwords and keys in the configuration of routers, which may be words.
 * @example
 * [...routerLines("snmp-server community gardens RO", names, marks)]; // [{ start: 22, end: 29, where: "field", name: "password" }]
 */
export function* routerLines(text: string, _names: Names, marks: Marks): Iterable<Place> {
  for (const at of marks.name) {
    word.lastIndex = at;
    if (!word.test(text)) continue;
    const end = word.lastIndex;
    const lead = text.slice(Math.max(0, at - longestBefore), end);
    const isCertain = command.test(lead);
    if (!isCertain && !perhapsCommand.test(lead)) continue;
    value.lastIndex = end;
    const [, , said = ""] = value.exec(text) ?? [];
    const behind = text.slice(value.lastIndex, value.lastIndex + longestBehind);
    const isWhole = lead.endsWith("community")
      ? behindCommunity.test(behind) || lineEnd.test(behind)
      : (/crypto \w+ key$/.test(lead) ? behindCrypto : lineEnd).test(behind);
    if (said === "" || !isWhole) continue;
    const isProse = !isCertain && !/\d/.test(said) && !otherLine.test(lead + text.slice(end, end + longestBefore));
    if (isProse) continue;
    const stop = value.lastIndex - (/["']/.test(text[value.lastIndex - 1] ?? "") ? 1 : 0);
    yield { start: stop - said.length, end: stop, where: "field", name: "password" };
  }
}
