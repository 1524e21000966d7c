// What a recording cannot tell apart is told while it is made.
import { expect, test } from "vitest";
import { createSecretMemory } from "../../src/redact/memory/secret-memory.ts";
import { opaque, told } from "./told.ts";

test.each<[shows: string, gets: readonly (readonly [target: string, answer: object])[], areOne: boolean]>([
  ["places of one answer", [["/keys", { api_key: opaque("a"), access_token: opaque("b") }]], false],
  [
    "an answer behind one that had the second alone",
    [
      ["/keys", { access_token: opaque("b") }],
      ["/keys", { api_key: opaque("a"), access_token: opaque("b") }],
    ],
    false,
  ],
  [
    "targets",
    [
      ["/keys/1", { api_key: opaque("a") }],
      ["/keys/2", { api_key: opaque("b") }],
    ],
    false,
  ],
  [
    "answers to one target",
    [
      ["/keys", { api_key: opaque("a") }],
      ["/keys", { api_key: opaque("b") }],
    ],
    true,
  ],
  [
    "forms",
    [
      ["/new", { csrf_token: opaque("a") }],
      ["/edit", { csrf_token: opaque("b") }],
    ],
    true,
  ],
])("values that %s issue are apart, unless one renews the other, and nothing is told", (_shows, gets, areOne) => {
  const ambiguous: string[] = [];
  const memory = createSecretMemory({ onAmbiguous: (placeholder) => ambiguous.push(placeholder) });
  for (const [target, answer] of gets) memory.exchange(told({ target, answer: JSON.stringify(answer) }));
  expect(memory.target(`/y?token=${opaque("a")}`) === memory.target(`/y?token=${opaque("b")}`)).toBe(areOne);
  expect(ambiguous).toEqual([]);
});

test("what one answer to a GET issues beside a word that it repeats is told", () => {
  const ambiguous: string[] = [];
  const memory = createSecretMemory({ onAmbiguous: (placeholder) => ambiguous.push(placeholder) });
  const keys = (answer: object): void =>
    void memory.exchange(told({ target: "/keys", answer: JSON.stringify(answer) }));
  // A word is not followed: that the answer repeats it shows only where it stands.
  keys({ api_key: "sesame" });
  expect(ambiguous).toEqual([]);
  keys({ access_token: opaque("a"), api_key: "sesame" });
  expect(ambiguous).toEqual(["__redacted-field__"]);
});

test("what one answer to a GET issues has a placeholder for each value, and keeps it where it comes again", () => {
  const memory = createSecretMemory();
  const keys = (...values: readonly string[]): readonly string[] => {
    const answer = JSON.stringify(values.map((token) => ({ token })));
    const { body } = memory.exchange(told({ target: "/keys", answer })).response;
    return (JSON.parse(body?.text ?? "") as { readonly token: string }[]).map(({ token }) => token);
  };
  const [first, second, third] = [opaque("first"), opaque("second"), opaque("third")];
  const [one, two, three] = ["__redacted-field__", "__redacted-field.0002__", "__redacted-field.0003__"];
  expect(keys(first, second, first)).toEqual([one, two, one]);
  expect(memory.target(`/x?a=${second}&b=${first}`)).toBe(`/x?a=${two}&b=${one}`);
  // Also one that stands before what the answer repeats.
  expect(keys(third, second, first)).toEqual([three, two, one]);
  // Alone it renews the first.
  expect(keys(opaque("fourth"))).toEqual([one]);
});

test("what answers to GETs of several targets issue has a placeholder for each, and the token of a form has one", () => {
  const memory = createSecretMemory();
  const issued = (target: string, answer: object): string =>
    memory.exchange(told({ target, answer: JSON.stringify(answer) })).response.body?.text ?? "";
  const [one, two] = ["__redacted-field__", /^\{"token":"(__redacted-field\.[\da-f]{6}__)"\}$/];
  expect(issued("/login/ada", { token: opaque("a") })).toBe(`{"token":"${one}"}`);
  const [said, other = ""] = two.exec(issued("/login/bob", { token: opaque("b") })) ?? [];
  expect(memory.target(`/x?a=${opaque("a")}&b=${opaque("b")}`)).toBe(`/x?a=${one}&b=${other}`);
  // Renewed.
  expect(issued("/login/bob", { token: opaque("c") })).toBe(said);
  expect(issued("/login/ada", { token: opaque("d") })).toBe(`{"token":"${one}"}`);
  for (const page of ["/new", "/edit"])
    expect(issued(page, { csrf_token: opaque(page) })).toBe(`{"csrf_token":"${one}"}`);
});

test("two values that share a placeholder are told of, once", () => {
  const ambiguous: string[] = [];
  const memory = createSecretMemory({ onAmbiguous: (placeholder) => ambiguous.push(placeholder) });
  // Sixteen placeholders at least for the PINs, and each of these takes a derivation.
  const said = Array.from({ length: 48 }, (_, pin) => memory.target(`/x?otp=${1000 + pin}`));
  expect(new Set(said).size).toBeLessThan(said.length);
  expect(ambiguous.length).toBeGreaterThan(0);
  expect(new Set(ambiguous).size).toBe(ambiguous.length);
  expect(said.join()).toContain(ambiguous[0]);
});

test("two credentials without an alias are told of, since they share one", () => {
  const ambiguous: string[] = [];
  const memory = createSecretMemory({
    secrets: [{ alias: "full", value: "s3cr3t-t0ken" }],
    onAmbiguous: (placeholder) => ambiguous.push(placeholder),
  });
  for (const value of ["0paque-t0ken-1", "0paque-t0ken-1", "0paque-t0ken-2", "0paque-t0ken-3"])
    memory.add([{ alias: "token", value }]);
  memory.add([{ alias: "full", value: "s3cr3t-t0ken" }]);
  memory.add([{ alias: "full", value: "an0ther-f0rm" }]);
  expect(ambiguous).toEqual(["__redacted-token__"]);
});
