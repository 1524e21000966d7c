import type { Marks } from "../marks.ts";
import type { Names, Place } from "../place.ts";

// What stands on a line before a password or a key: Cisco IOS, Junos, OpenWrt. A digit tells how it is encrypted.
const before = new RegExp(
  String.raw`(?:^|[\r\n])[ \t]*(?:${[
    "(?:set )?snmp(?:-server)? community",
    "community(?=[ \\t]+\\S+ \\{)",
    "enable (?:secret|password)",
    "username \\S{1,64}(?: \\S{1,20} \\d{1,2})? (?:secret|password)",
    "(?:tacacs|radius)(?:-server)?(?: \\S{1,64}){0,6} key",
    "crypto (?:isakmp|ikev2) key",
    "key-string",
    "neighbor \\S{1,64} password",
    "ip ospf authentication-key",
    "ppp chap password",
    "option key",
  ].join("|")})$`,
);
const value = /[ \t]+(?:\d{1,2}[ \t]+)?(["']?)([^\s"';{]{1,128})\1(?=[\s;]|$)/y;
const word = /(?:community|password|secret|key(?:-string)?)(?=[ \t])/iy;
const lineEnd = /^[ \t;]*(?:[\r\n#]|$)/;
const longestBefore = 200;

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
    if (!before.test(lead)) continue;
    value.lastIndex = end;
    const [, , said = ""] = value.exec(text) ?? [];
    const isProse =
      !/(?:community|crypto \w+ key)$/.test(lead) && !lineEnd.test(text.slice(value.lastIndex, value.lastIndex + 9));
    if (said === "" || isProse) continue;
    const stop = value.lastIndex - (/["']/.test(text[value.lastIndex - 1] ?? "") ? 1 : 0);
    yield { start: stop - said.length, end: stop, where: "field", name: "password" };
  }
}
