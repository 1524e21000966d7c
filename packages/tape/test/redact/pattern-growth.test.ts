import { expect, test } from "vitest";
import { growthOf } from "../../src/redact/pattern/pattern-growth.ts";

test.each([
  ["a repetition in a repetition", "(a+)+b"],
  ["one that may take nothing", "(?:\\w*\\s*)*;"],
  ["a bounded one", "(a{2,40}){2,40}b"],
  ["a fixed number of what may be nothing", "(?:a?){30}b"],
  ["a fixed number of them", "(?:\\w{2,9}){40}-"],
  ["many that may be nothing", `${"a?".repeat(30)}b`],
  ["many of several characters, before a loop", `x(?:key)?${"(?:ab|a|b)?".repeat(20)}c+`],
  ["two ways for one character", "(\\w|\\d)+-"],
  ["two ways, one of them written in code", "k(?:a|\\u0061)+b"],
  ["two ways of several characters", "x(a|b|ab)*c"],
  ["two in a repetition that take the same", "(?:x+x+)+y"],
  ["a name beside its separator", "acme(?:_\\w+)+x"],
  ["what an assertion looks for", "acme(?=(?:\\w+)*-)"],
  ["a reference to what was taken", "(.)\\1+x"],
])("growthOf() of %s is exponential", (_shows, pattern) => {
  expect(growthOf(pattern)).toBe("exponential");
});

test.each([
  ["a search that begins at any character", "\\w+-"],
  ["a long beginning that may be part of the rest", "eyJ[\\w-]+\\.[\\w-]+"],
  ["two beside one another", "acme-\\w{1,999}\\w{1,999}-"],
  ["three beside one another", "a.*b.*c"],
  ["text up to a mark", "-----BEGIN[\\s\\S]+?-----END"],
  ["what an assertion looks for", "(?=\\w*-)acme"],
  ["an assertion that fits, and takes nothing", "acme(?=\\w+)"],
  ["a loop in a loop", "(?:\\w+-)+"],
  ["rare letters", "\\p{sc=Hira}+\\p{L}+!"],
  ["what stands before, read from its end", "(?<=token\\s+)\\S+"],
])("growthOf() of %s is that of a square", (_shows, pattern) => {
  expect(growthOf(pattern)).toBe("square");
});

test.each([
  ["a bounded token", "acme_\\w{20}"],
  ["a token to its end", "\\bacme_[A-Za-z0-9]{20,}\\b"],
  ["a token of parts", "acme\\.[\\w-]+\\.[\\w-]+"],
  ["bounded parts", "eyJ[\\w-]{10,400}\\.[\\w-]{10,400}\\.[\\w-]{10,400}"],
  ["pairs with a sign between them", "(?:[0-9a-f]{2}:){5}[0-9a-f]{2}"],
  ["a few digits that may be nothing", `${"\\d?".repeat(9)}-`],
  ["many words of which one is taken", `(?:${Array.from({ length: 90 }, (_, nth) => `w${nth}`).join("|")})_`],
  ["a long text", "acme_".repeat(90)],
  ["a UUID", "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"],
  ["groups of digits", "acme-(?:\\d{3}-){2,20}\\d"],
  ["words with a sign between them", "(?:live|test)_[a-z]+(?:_[a-z]+)*"],
  ["assertions of a character", "(?<![A-Za-z])AK[A-Z0-9]{16}(?![A-Z])"],
  ["what stands before, bounded", "(?<=token\\s{1,9}=)\\S+"],
  ["a member of JSON", '"key":\\s*"[^"]+"'],
  ["a line", "secret:[^\\n]*"],
  ["the beginning of a text", "^\\w+-"],
  ["letters of a script", "\\p{Lu}{4}\\d+"],
])("growthOf() of %s is in proportion", (_shows, pattern) => {
  expect(growthOf(pattern)).toBeNull();
});
