import { expect, test } from "vitest";
import type { Exchange } from "../../src/exchange.ts";
import { opaqueTagOf } from "../../src/redact/memory/pseudonym.ts";
import { createSecretMemory } from "../../src/redact/memory/secret-memory.ts";
import { opaque, told } from "./told.ts";

const shows = (value: string, target = "/open"): Exchange => {
  const { request, response } = told({ target, answer: JSON.stringify({ ref: value }) });
  return { request: { ...request, method: "POST" }, response };
};
const sends = (target: string): Exchange => told({ target });

/** Returns the targets of exchanges as a session writes them once it has read all. */
function targetsOf(exchanges: readonly Exchange[]): readonly string[] {
  const memory = createSecretMemory();
  const read = exchanges.map((each) => memory.exchange(each));
  return read.map((each) => memory.again(each).request.target);
}

test.each([
  ["a session", "/a?session=", "/a?session=__redacted-field__"],
  ["an upload", "/a?uploadId=", "/a?uploadId=__redacted-field__"],
  ["a session, and then an id", "/a?session=", "/b/__redacted-field__", "/b/"],
  ["an id, and then a session", "/b/", "/b/__redacted-field__", "/a?session="],
])("what an answer showed has one placeholder over recordings, sent as %s", (_, first, written, then = first) => {
  const targets = [1, 2].map((run) =>
    targetsOf([shows(opaque(run)), sends(first + opaque(run)), sends(then + opaque(run))]),
  );
  expect(targets[0]).toContain(written);
  expect(targets[1]).toEqual(targets[0]);
});

test.each([
  ["what a client sent before an answer showed it", [sends(`/b/${opaque(1)}`), shows(opaque(1))], "session"],
  ["what a client sent for an answer that shows it", [shows(opaque(1), `/b/${opaque(1)}`)], "session"],
  ["what an answer showed, sent as a key", [shows(opaque(1))], "key"],
])("%s has a tag", (_shows, before, name) => {
  expect(targetsOf([...before, sends(`/?${name}=${opaque(1)}`)]).at(-1)).toMatch(/parameter\.[\da-f]{10}__$/);
});

const [one, other] = [opaque(1), opaque(2)];
test("two values that two answers showed have two placeholders", () => {
  const targets = targetsOf([shows(one), shows(other), sends(`/?session=${one}`), sends(`/?session=${other}`)]);
  expect(targets.slice(-2)).toEqual(["/?session=__redacted-field__", "/?session=__redacted-field.2__"]);
});

test("what a GET showed may be the own keys of two clients: they keep their tags", () => {
  const list = told({ answer: JSON.stringify([one, other]) });
  const sent = targetsOf([list, sends(`/?session=${one}`), sends(`/?session=${other}`)]).slice(1);
  expect(sent).toEqual([one, other].map((value) => `/?session=__redacted-parameter.${opaqueTagOf(value)}__`));
});

test("of texts that are too many the oldest are not looked into", () => {
  const memory = createSecretMemory({ maxSecrets: 40 });
  memory.exchange(shows(opaque(1)));
  for (let nth = 2; nth < 12; nth += 1) memory.exchange(shows(opaque(nth)));
  const [old, last] = [1, 11].map((nth) => memory.exchange(sends(`/?session=${opaque(nth)}`)).request.target);
  expect([old, last]).toEqual([expect.stringMatching(/parameter\.[\da-f]{10}__$/), "/?session=__redacted-field__"]);
});

test("what an answer showed gets the placeholder that was expected when it came, though it issued more", () => {
  let expected = ["__redacted-cookie__", "__redacted-field.a9ae91__"];
  const memory = createSecretMemory({ issuedBefore: { isTaken: () => true, expectedFor: () => expected } });
  const cookie = ["set-cookie", `sid=${other}; Path=/`] as const;
  memory.exchange(told({ method: "POST", answered: [cookie], answer: JSON.stringify({ value: one }) }));
  // The recording was replaced meanwhile.
  expected = [];
  const { request } = memory.exchange(sends(`/?session=${one}`));
  expect(request.target).toBe("/?session=__redacted-field.a9ae91__");
});
