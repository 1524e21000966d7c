import { expect, test } from "vitest";
import { createSession } from "../../src/redact/session.ts";
import { opaque, told } from "./told.ts";

const issuing = (value: string) => told({ answer: JSON.stringify({ access_token: value }) }).response;
const [first, again, other] = [opaque(1), opaque(2), opaque(3)];

test("what an answer issues anew keeps the placeholder that is expected, and the next one gets its own", () => {
  const session = createSession({ isTaken: (each) => each === "__redacted-field__" });
  const expected = new Set(["__redacted-field__", "__redacted-cookie__"]);
  const read = (value: string): string => JSON.stringify(session.response(issuing(value), "POST").body);
  expect(session.expecting(expected, () => read(first))).toContain("__redacted-field__");
  expect([...expected]).toEqual(["__redacted-cookie__"]);
  expect(session.issuedAs("__redacted-field__")).toBe(first);
  expect(read(other)).toContain("__redacted-field.2__");
  expect(session.expecting(new Set(["__redacted-field__"]), () => read(again))).toContain("__redacted-field__");
  expect(session.issuedAs("__redacted-field__")).toBe(again);
});

test("a value that is issued again is expected no more", () => {
  const session = createSession();
  const read = (): string => JSON.stringify(session.response(issuing(first), "POST").body);
  expect(read()).toContain("__redacted-field__");
  const expected = new Set(["__redacted-field__"]);
  session.expecting(expected, read);
  expect(expected.size).toBe(0);
});

test.each([
  ["another placeholder, where recordings stay beside it", { isTaken: () => false }, ".0"],
  ["the first one in a recording of its own", {}, ""],
])("what anybody gets from a GET, after somebody's login, has %s", (_shows, options, tag) => {
  const session = createSession(options);
  const read = (value: string, method: string): string => JSON.stringify(session.response(issuing(value), method).body);
  expect(read(first, "POST")).toContain("__redacted-field__");
  expect([read(again, "GET"), read(other, "GET")]).toEqual(Array(2).fill(expect.stringContaining(`-field${tag}__`)));
  expect(session.issuedAs("__redacted-field__")).toBe(tag === "" ? other : first);
});
