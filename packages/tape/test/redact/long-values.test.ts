// A secret is hidden to its end, however long it is: what is left of one is a secret, too.
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { createSecretMemory } from "../../src/redact/memory/secret-memory.ts";

const piece = (nth: number): string => createHash("sha256").update(`piece ${nth}`).digest("base64url").slice(0, 40);
const pieces = Array.from({ length: 5000 }, (_, nth) => piece(nth));
const secretOf = (length: number): string => pieces.slice(0, length / 40).join("");
const encoder = new TextEncoder();

test.each<[place: string, before: string, after: string]>([
  ["a line of `.env`", "A=1\nDB_PASSWORD=", "\nB=2\n"],
  ["quotes", "A=1\nDB_PASSWORD='", "'\nB=2\n"],
  ["a line of YAML", "a: 1\npassword: ", " # of the test\nb: 2\n"],
  ["a pair of lines of YAML", "- name: DB_PASSWORD\n  value: ", "\n- name: A\n"],
  ["three quotes", 'password = """', '"""\n'],
  ["an element", "<a><password>", "</password></a>"],
  ["an element with attributes", `<a><x:password hint="${"a".repeat(300)}">`, "</x:password></a>"],
  ["an element with CDATA", "<a><password><![CDATA[", "]]></password></a>"],
  ["an attribute", '<a password="', '" b="1"/>'],
  ["an attribute beside its name", '<input type="hidden" name="csrf_token" value="', '"/>'],
  ["an attribute before its name", '<input value="', '" name="csrf_token">'],
  ["a literal of GraphQL", 'mutation { login(user: "ada", password: "', '") { id } }'],
  ["an option", "curl --password ", " https://a.example\n"],
  ["a path", "see https://a.example/token/", " now"],
  ["a user of a URL", "see https://", "@a.example now"],
  ["a header", "GET / HTTP/1.1\nx-api-key: ", "\n\n"],
  ["what was cut off", "password: '", ""],
])("a long secret in %s is hidden to its end", async (place, before, after) => {
  for (const length of [20_000, 200_000]) {
    const text = before + secretOf(length) + after;
    const flowing = createSecretMemory().body(false);
    const whole = createSecretMemory().text(text);
    const parts: Uint8Array[] = [];
    for (const bytes of [encoder.encode(text).slice(0, 70_000), encoder.encode(text).slice(70_000)])
      parts.push(await flowing.chunk(bytes));
    parts.push(await flowing.end());
    // What names it stands behind it, where no part may be.
    const clean = /user|before/.test(place) ? whole : whole + Buffer.concat(parts);
    expect(pieces.slice(0, length / 40).filter((each) => clean.includes(each)).length, `of ${length} characters`).toBe(
      0,
    );
    expect(whole.startsWith(before.slice(0, 5))).toBe(true);
    expect(whole.endsWith(after)).toBe(true);
  }
});
