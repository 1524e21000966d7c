import type { Marks } from "../marks.ts";
import type { Names, Place } from "../place.ts";
import { yamlBlock } from "../text/yaml-block.ts";

// RFC 7518, sections 6.2.2, 6.3.2 and 6.4.1.
const ofKey = /"(?:d|p|q|dp|dq|qi|k)"\s*:\s*"([\w-]{16,})"/g;
// What stores of secrets answer, under any name.
// https://learn.microsoft.com/rest/api/keyvault/secrets/get-secret
// https://cloud.google.com/secret-manager/docs/reference/rest/v1/projects.secrets.versions/access
// https://developer.hashicorp.com/vault/api-docs/secret/kv/kv-v2#read-secret-version
const azureValue = /"value"\s*:\s*"((?:[^"\\]|\\.)*)"/;
// Of DNS, which signs transactions with it: RFC 8945.
const hmacKey = /"key"\s*:\s*"([\w+/-]{16,}={0,2})"/;
const googlePayload = /"payload"\s*:\s*\{\s*"data"\s*:\s*"([^"\\]*)"/y;
const googleVersion = /\/secrets\/[\w-]{1,255}\/versions\/[\w-]{1,20}"\s{0,9},\s{0,40}$/;
const vaultData = /"data"\s{0,9}:\s{0,99}\{\s{0,99}"data"\s{0,9}:\s{0,99}\{/g;
const vaultEnd = /\}\s{0,20},\s{0,20}"metadata"\s{0,9}:\s{0,9}\{\s{0,20}$/;
// What ForgeRock's and Ping's logins ask a person for.
const callback =
  /"PasswordCallback"[\s\S]{0,2000}?"input"\s{0,9}:\s{0,9}\[\s{0,40}\{[^{}]{0,400}?"value"\s{0,9}:\s{0,9}"((?:[^"\\]|\\.){1,400})"/y;
// What Mailgun answers for the users that it makes.
// https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/credentials
const byAddress = /"credentials"\s{0,9}:\s{0,9}\{([^{}]{1,65536})\}/iy;
const ofAddress = /"[^"\s@]{1,64}@[^"\s@]{1,254}"\s{0,9}:\s{0,9}"((?=[^"]{0,400}\d)[^"\s\\]{8,400})"/g;
const jsonKind = /"kind"\s*:\s*"Secret(?:List)?"/y;
const yamlKind = /(?<=^|[\r\n])kind: Secret\b/y;
const jsonData = /"(?:data|stringData)"\s*:\s*\{([^{}]{1,65536})\}/g;
const jsonMember = /:\s*"((?:[^"\\]|\\.)*)"/g;
const yamlData = /^[ \t]*(?:data|stringData):[ \t]*$/gm;
// For a key of 16,384 bits.
const reach = 16_384;

/**
 * Reads what is a secret by the type of its object: the private members of a JSON Web Key, the data of a Kubernetes
 * `Secret`, what stores of secrets answer, passwords by their users' addresses.
 * @example
 * typedObjects('{"kty":"oct","k":"a1b2c3d4e5f6g7h8"}', names, marks)[0]?.start; // 18
 */
export function typedObjects(text: string, _names: Names, marks: Marks): readonly Place[] {
  const places: Place[] = [];
  const add = (end: number, { length }: string): void =>
    void places.push({ start: end - length, end, where: "field", name: "secret" });
  let done = 0;
  for (const at of marks.key) {
    if (at < done) continue;
    const before = Math.max(done, at - reach);
    const from = before + text.slice(before, at).lastIndexOf("{") + 1;
    const [own = ""] = /^[^}]*/.exec(text.slice(at, at + reach)) ?? [];
    done = at + own.length;
    for (const { index, 0: whole, 1: value = "" } of text.slice(from, done).matchAll(ofKey))
      add(from + index + whole.length - 1, value);
  }
  for (const at of marks.object) {
    if (at < done) continue;
    const before = (most: number): string => text.slice(Math.max(done, at - most), at);
    const isHmac = text.startsWith('"algorithm"', at);
    if (isHmac || text[at] === ".") {
      const near = before(reach);
      const from = at - near.length + near.lastIndexOf("{") + 1;
      const [own = ""] = /^[^{}]*/.exec(text.slice(at, at + reach)) ?? [];
      done = at + own.length;
      const value = (isHmac ? hmacKey : azureValue).exec(text.slice(from, done));
      if (value !== null) add(from + value.index + value[0].length - 1, value[1] ?? "");
      continue;
    }
    callback.lastIndex = at;
    const [asked, said = ""] = callback.exec(text) ?? [];
    if (asked !== undefined) add(at + asked.length - 1, said);
    byAddress.lastIndex = at;
    const [users, list = ""] = byAddress.exec(text) ?? [];
    for (const { index, 0: member, 1: value = "" } of list.matchAll(ofAddress))
      add(at + (users?.length ?? 0) - 1 - list.length + index + member.length - 1, value);
    googlePayload.lastIndex = at;
    const [payload, data = ""] = googlePayload.exec(text) ?? [];
    if (payload !== undefined && googleVersion.test(before(400))) add(at + payload.length - 1, data);
    if (!text.startsWith('"created_time"', at) || !vaultEnd.test(before(64))) continue;
    const near = before(reach);
    const open = [...near.matchAll(vaultData)].at(-1);
    const from = open === undefined ? at : at - near.length + open.index + open[0].length;
    for (const { index, 0: member, 1: value = "" } of text.slice(from, at).matchAll(jsonMember))
      add(from + index + member.length - 1, value);
    done = at;
  }
  const is = (kind: RegExp): boolean =>
    marks.object.some((at) => {
      kind.lastIndex = at;
      return kind.test(text);
    });
  if (is(jsonKind))
    for (const { index, 0: whole, 1: members = "" } of text.matchAll(jsonData)) {
      const from = index + whole.length - members.length - 1;
      for (const { index: at, 0: member, 1: value = "" } of members.matchAll(jsonMember))
        add(from + at + member.length - 1, value);
    }
  if (is(yamlKind))
    for (const { index, 0: line } of text.matchAll(yamlData))
      for (const span of yamlBlock(text, index + line.length)) places.push({ ...span, where: "field", name: "secret" });
  return places;
}
