import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../../.ci/property.ts";
import { createScrubber } from "../../src/redact/scrubber.ts";

test.each([
  ["a part of a number, as a number", "\\d{3}", '{"pin":1.2345,"z":1}', '{"pin":777000000,"z":1}'],
  ["each number of a list", "\\d{4}", "[1, 23456, -1234e10]", "[1, 777000000, 777000000]"],
  [
    "a part of a number of more than forty digits",
    "\\d{6}",
    `{"pin":-${"12345".repeat(12)}.5,"z":"${"1".repeat(8)}","y":[${"9".repeat(80)}]}`,
    '{"pin":777000000,"z":"__redacted-pin__11","y":[777000000]}',
  ],
  ["a part of a number that is no JSON", "\\d{6}", '{"id":Long(1234567890123),"z":1}', '{"id":Long(777000000),"z":1}'],
  ["a part of a string", "\\d{4}", '{"pin":"PIN 1234."}', '{"pin":"PIN __redacted-pin__."}'],
  ["a number that is no JSON", "\\d{4}", "pin=1234", "pin=__redacted-pin__"],
  ["letters that a placeholder has", "[a-z]{8}", '{"y":"abcdefgh","z":1}', '{"y":"__redacted-pin__","z":1}'],
  [
    "what stands behind a placeholder",
    "\\S+",
    "a __redacted-token__,b",
    "__redacted-pin__ __redacted-token____redacted-pin__",
  ],
  [
    "what stands before a placeholder",
    "acme-\\S+",
    "u=acme-12345&password=__redacted-token__",
    "u=__redacted-pin__&password=__redacted-token__",
  ],
  ["nothing where it fits no character", "(?=a)", '{"zip":"abca"}', '{"zip":"abca"}'],
])("a shape hides %s", (_shows, pin, text, clean) => {
  const scrubber = createScrubber({ shapes: { pin } });
  expect(scrubber.text(text)).toBe(clean);
  expect(scrubber.text(clean)).toBe(clean);
});

test("a number stays one in JSON that is read in parts", () => {
  const { a } = JSON.parse(
    createScrubber({ shapes: { pin: "\\d{9}" } }).text(`{"a":[${"123456789,".repeat(120_000)}5]}`),
  );
  expect(new Set(a)).toEqual(new Set([777000000, 5]));
});

test("whatever a shape fits, JSON stays JSON, and hiding twice hides no more", () =>
  fc.assert(
    fc.property(
      fc.constantFrom(
        "\\d",
        "\\d{2}",
        "[0-7]{3}",
        "\\w{5}",
        "[a-f0-9]{4,9}",
        "[_.]\\w",
        "\\b\\d+\\b",
        '[^\\s"]{6,20}',
        "7{3}",
      ),
      fc.array(fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), fc.string()), {
        maxLength: 6,
      }),
      (pin, values) => {
        const scrubber = createScrubber({ shapes: { pin } });
        const text = JSON.stringify(Object.fromEntries(values.map((value, nth) => ["-".repeat(nth), value])));
        const clean = scrubber.text(text);
        expect(Object.keys(JSON.parse(clean))).toHaveLength(values.length);
        expect(scrubber.text(clean)).toBe(clean);
      },
    ),
    law(200),
  ));
