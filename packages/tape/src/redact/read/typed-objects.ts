import type { Marks } from "./marks.ts";
import type { Names, Place } from "./place.ts";
import { yamlBlock } from "./yaml-block.ts";

// RFC 7518, sections 6.2.2, 6.3.2 and 6.4.1.
const ofKey = /"(?:d|p|q|dp|dq|qi|k)"\s*:\s*"([\w-]{16,})"/g;
const jsonKind = /"kind"\s*:\s*"Secret(?:List)?"/y;
const yamlKind = /(?<=^|[\r\n])kind: Secret\b/y;
const jsonData = /"(?:data|stringData)"\s*:\s*\{([^{}]{1,65536})\}/g;
const jsonMember = /:\s*"((?:[^"\\]|\\.)*)"/g;
const yamlData = /^[ \t]*(?:data|stringData):[ \t]*$/gm;
// For a key of 16,384 bits.
const reach = 16_384;

/**
 * Reads what is a secret by the type of its object: the private members of a JSON Web Key, the data of a Kubernetes
 * `Secret`.
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
