import { looksLikeIdentifier } from "../../judge/secret-entropy.ts";
import { isPlaceholder } from "../../placeholder.ts";
import type { Marks } from "../marks.ts";
import type { Names, Place } from "../place.ts";

// Up to the last "@" before the path, as URL parsers read it; the user ends at the first ":". What looks like a port
// before a comma or a bracket is one: "https://host:8080,ada@other.example".
const userInfo = /:\/\/([^\s"'<>\\/?#:]*):(?!\d{1,5}[,;'`)\]}|])([^\s"<>\\/?#]*)@/y;
// Of a database, a queue or a mail server, whose passwords are often written as they are: up to the last "@" before its host.
// A port before a property is one: "sqlserver://host:1433;user=ada@host"; before other signs, digits begin a password.
const ofServer =
  /(?<=\b(?:postgres(?:ql)?|mysql|mariadb|mongodb|mssql|sqlserver|oracle|cockroachdb|clickhouse|redshift|rediss?|amqps?|kafka|nats|ldaps?|smtps?|s?ftp)(?:\+[a-z\d]{1,20})?):\/\/([^\s"'<>\\/?#:@]{0,64}:(?!\d{1,5}(?:[,/?]|;\w{1,40}=|[)\]}|`][,;)\]}]))(?:[^\s"'\\]|\\(?!["'\\nrt])){1,128}?)@(?=[\w.-]{1,128}(?::\d|[/?\s"'`,;)\]}<\\]|$))/iy;
const userAlone = /:\/\/([\w.~%-]{16,})@/y;
// Also HTTPie's, and HAProxy's.
const ofCurl =
  /(?:(?<=\s)(?:-u|--(?:proxy-)?user|--auth|stats auth)|http -a)[ =]["']?([^\s:"'\\]{1,64}:[^\s"'\\]{1,128})/y;
// What else takes a password on its line: sshpass, MySQL's commands and MongoDB's, logins of registries, Redis, OpenSSL,
// directories, Samba, IMAP, Redis' own commands, its users and what it logs, Kickstart; SMTP, in the line below.
const ofCommand =
  /(?:sshpass\s+-p\s*|mysql(?:admin|dump|sh)?\s(?:[^\n;|&"']{0,200}?\s)?-p|(?:login|redis-cli|openssl)\s(?:[^\n;|&"']{0,200}?\s)?(?:(?<=login\s[^\n;|&]{0,201})-p|(?<=redis-cli\s[^\n;|&]{0,201})-a|(?<=openssl\s[^\n;|&]{0,201})-k)[ =]|mongo(?:sh|dump|export|files|import|restore|stat|top)?\s(?=[^\n;|&]{0,200}(?<=\s)(?:-u|--username)[ =])(?:[^\n;|&"']{0,200}?\s)?-p\s(?!["']?(?:[\w.]{1,64}:)?\d{2,5}:\d{2,5}\b)|rootpw\s+(?:--\w+\s+)*|ldap\w{3,8}\s(?:[^\n;|&"']{0,200}?\s(?:\\?["'][^"'\n\\]{0,100}\\?["']\s(?:[^\n;|&"']{0,100}?\s)?)?)?-w\s(?!\d{1,3}(?:\s|$))|(?:smb|rpc)client\s(?:[^\n;|&"']{0,200}?\s)?-U\s?[^\s%]{1,64}%|(?<=\s-pass(?:out|in)?\s)pass:|(?<=(?:^|[\r\n])[A-Za-z]{1,4}\d{1,8}\s)LOGIN (?:"[^\s"]{1,64}" (?="[^\s"]{1,64}"[ \t]*(?:[\r\n]|$))|\S{1,64} (?=\S{0,64}\d\S{0,64}[ \t]*\r?\n(?:\* |\S{1,12} (?:OK|NO|BAD|CAPABILITY|EXAMINE|LIST|NAMESPACE|SELECT|STATUS)\b)))|(?<=[Nn]ick[Ss]erv :)(?:identify|IDENTIFY) |SETUSER \S{1,64} (?:\S{1,64} ){0,4}?>|(?<=(?:^|[\r\n]))user \S{1,64} on (?:(?:[~&+@#%(<>!-]\S{0,63}|(?:all|no|reset|sanitize|skip)[a-z-]{0,32}) ){0,4}?>|(?<=\[\d{1,5} [\w.:[\]/-]{1,64}\] )"(?:AUTH|auth)" (?:"[^\s"]{1,64}" (?="))?|(?<=334 )UGFzc3dvcmQ6[ \t]{0,8}\r?\n(?:C: |>{1,3} )?(?=[A-Za-z\d+/]{4,128}={0,2}[ \t]{0,8}(?:[\r\n]|$)))["']?([^\s"'\\<-][^\s"'\\]{0,127})/y;
const piped = /\becho\s+(?:-n\s+)?["']?([^\s"'|$`\\]{1,128})["']?\s*\|[^\n|]{0,80}\blogin\b[^\n|]{0,80}$/;
const pipedReach = 300;
// jdbc:oracle:thin:ada/password@host
const thin = /:thin:[\w$#]{1,30}\/([^\s"'<>\\/@]{1,64})(?=@)/iy;
// Go's for MySQL, and the code of a wireless network.
const goSource = /(?<=["'`\s][\w.-]{1,64}:([^\s"'`\\/@]{1,64}))(?=@(?:tcp|unix)\()/y;
const wireless = /WIFI:(?:[A-OQ-Z]:(?:[^;\\\s]|\\.){0,64};){0,4}P:((?:[^;\\\s]|\\.){1,64})(?=;)/y;
// A line of PostgreSQL's `.pgpass`; of Postfix' `sasl_passwd`, those below that of a server in brackets, too.
const ofDatabase =
  /(?<=(?:^|[\r\n]|\\n|["'>])(?:[\w.-]{1,128}|\*)):(?:(?:543\d|6432)(?=:(?!\d+:))|(?<=[\w-]\.[\w-]{1,63}:|localhost:|\*:)\d{4,5}(?=:(?!\d+:))|(?<=[\w-]\.[\w-]{1,63}:|localhost:|\*:)\*(?=:\*:)):[\w$*-]{1,64}:(?!\d+:)[\w$.@*-]{1,64}:(?!password(?![^\s"'<\\]))((?:[^\s:"'<\\]|\\{1,4}[:\\]){1,128})(?=\s*(?:$|[\r\n"'<]|\\[nr]))/y;
const ofRelay =
  /(?:(?<=(?:^|[\r\n]|\\n|["'>])\[[\w.:-]{1,128})\]:\w{2,10}|(?:[ \t]{0,8}(?:\r?\n|\\n)){1,4}[^\s:"'\\#]{1,128}(?::\w{1,10})?)[ \t]{1,99}(?=[^\s:]{0,127}[A-Za-z])[^\s:"'\\]{1,128}:([^\s"'\\]{1,128})/y;

/**
 * Reads user and password of the URLs in a text. A user alone stays if it is a name, as in `ssh://git@host`, and is
 * hidden if it is opaque: services accept a token there. A user beside a placeholder stays.
 * @example
 * [...userInfos("see https://ada:s3cr3t@host/x", names, marks)]; // [{ start: 12, end: 22, where: "credentials", name: "" }]
 */
export function* userInfos(text: string, _names: Names, marks: Marks): Iterable<Place> {
  const ending = (end: number, { length }: string, name = ""): Place => ({
    start: end - length,
    end,
    where: "credentials",
    name,
  });
  const at = (pattern: RegExp, from: number): RegExpExecArray | null => {
    pattern.lastIndex = from;
    return pattern.exec(text);
  };
  let sign = -1;
  for (const from of marks.url) {
    const [server, login = ""] = at(ofServer, from) ?? [];
    if (server !== undefined && !isPlaceholder(login) && !isPlaceholder(login.slice(login.indexOf(":") + 1))) {
      yield ending(ofServer.lastIndex - 1, login);
      continue;
    }
    if (sign < from) sign = text.indexOf("@", from);
    if (sign < 0) break;
    // A path, or the next URL, begins before it.
    const slash = text.indexOf("/", from + 3);
    if (slash >= 0 && slash < sign) continue;
    const [pair, user = "", password = ""] = at(userInfo, from) ?? [];
    const end = userInfo.lastIndex - 1;
    const said = `${user}:${password}`;
    // An image by its digest: "docker://repo:tag@sha256:…".
    if (
      pair !== undefined &&
      !isPlaceholder(password) &&
      !isPlaceholder(said) &&
      !digest.test(text.slice(end + 1, end + 9))
    )
      yield ending(end, said);
    const [, alone = ""] = at(userAlone, from) ?? [];
    if (alone !== "" && !looksLikeIdentifier(alone)) yield ending(from + 3 + alone.length, alone);
  }
  for (const from of marks.option) {
    const [, pair] = at(ofCurl, from) ?? [];
    if (pair !== undefined) yield ending(ofCurl.lastIndex, pair);
    const [, password] = at(ofCommand, from) ?? [];
    if (password !== undefined) yield ending(ofCommand.lastIndex, password, "password");
    if (!text.startsWith("--password-stdin", from)) continue;
    const near = text.slice(Math.max(0, from - pipedReach), from);
    const { 0: rest = "", 1: said = "" } = piped.exec(near) ?? [];
    if (said !== "")
      yield ending(from - rest.length + rest.indexOf(said, "echo ".length) + said.length, said, "password");
  }
  let done = 0;
  for (const from of marks.thin) {
    for (const pattern of [thin, goSource, wireless, ofDatabase]) {
      const [, password] = at(pattern, from) ?? [];
      if (password !== undefined) yield ending(pattern.lastIndex, password, "password");
    }
    if (from < done) continue;
    for (let [, password] = at(ofRelay, from) ?? []; password !== undefined; [, password] = at(ofRelay, done) ?? []) {
      done = ofRelay.lastIndex;
      yield ending(done, password, "password");
    }
  }
}

const digest = /^sha\d{1,3}:/;
