import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../../../.ci/any-text.ts";
import { law } from "../../../.ci/property.ts";
import { bodyOf, bytesOf } from "../src/body/body.ts";
import { bodyIn, layoutOf } from "../src/har/body-layout.ts";
import { fromHar, toHar } from "../src/har/har.ts";
import { quoteMembers, separatorsOf, withSeparators } from "../src/json/json-text.ts";
import { finish } from "../src/redact/steps.ts";
import { exchange, json, tape } from "./tapes.ts";

const encoder = new TextEncoder();

/** Writes bytes as a recording does, each kind where it stands, and reads them again. */
function throughFiles(bytes: Uint8Array, type: string): Uint8Array {
  const { members, json: laidOut, sidecar } = finish(layoutOf(bodyOf(bytes), type, "GET"));
  const { _json } = JSON.parse(quoteMembers(`{ "_json": ${laidOut ?? null} }`, "_json"));
  const read = (): Uint8Array =>
    typeof sidecar?.content === "string"
      ? encoder.encode(sidecar.content)
      : ((sidecar?.content as Uint8Array | undefined) ?? new Uint8Array());
  return bytesOf(bodyIn({ ...members, ...(laidOut !== null && { _json }) }, read));
}

const latin1 = Uint8Array.from('{"name":"Málaga"}', (sign) => sign.charCodeAt(0));
test.each<readonly [shows: string, sent: string | Uint8Array, stands: "json" | "text" | "file"]>([
  ["compact JSON", '{"id":1,"tags":[]}', "json"],
  ["JSON with a line feed at its end", '{"id":1}\n', "json"],
  ["JSON as Python writes it", '{"id": 1, "tags": [1, 2]}', "json"],
  ["JSON laid out over lines", '{\n  "id": 1,\n  "tags": []\n}', "json"],
  ["JSON laid out four deep", '{\n    "id": 1,\n    "tags": [\n        {}\n    ]\n}\n', "json"],
  ["JSON laid out by tabs", '[\n\t{\n\t\t"id": 1\n\t}\n]', "json"],
  [
    "repeated names, digits and escapes",
    '{"a":1.0,"a":1e400,"b":"\\u00e9\\/","c":-0,"d":12345678901234567890}',
    "json",
  ],
  ["a name of ours within JSON", '{"_json":{"_json":[1.0]},"_file":"x"}', "json"],
  ["white space here and there", '{"id": 1 }\n', "file"],
  ["lines that end in CRLF", '{\r\n  "id": 1\r\n}', "file"],
  ["a byte order mark", '\ufeff{"id":1}', "file"],
  ["JSON in another charset", latin1, "file"],
  ["JSON that is cut off", '{"id":', "file"],
  ["a line", "Keep it logically awesome.", "text"],
  ["a line with a line feed at its end", "ok\n", "file"],
  ["a line that JSON would escape", 'say "hi"', "file"],
  ["several lines", "<p>\nhi\n</p>", "file"],
  ["bytes", Uint8Array.of(0, 255, 10), "file"],
  ["nothing", "", "text"],
])("%s comes back to the byte", (_shows, sent, stands) => {
  const bytes = typeof sent === "string" ? encoder.encode(sent) : sent;
  const { json: laidOut, sidecar } = finish(layoutOf(bodyOf(bytes), "application/json", "GET"));
  expect(laidOut !== null ? "json" : sidecar !== null ? "file" : "text").toBe(stands);
  expect(throughFiles(bytes, "application/json")).toEqual(bytes);
  const body = bodyOf(bytes);
  const [read] = fromHar(toHar(tape(exchange({}, { headers: json, body }))), "a.har").exchanges;
  expect(read?.response.body).toEqual(body);
});

test("whatever bytes were sent, they come back", () => {
  const spaced = fc.tuple(fc.json(), fc.constantFrom(0, 1, 2, 4, "\t"), fc.constantFrom("", "\n", "\r\n", " "));
  const text = fc.oneof(
    anyText(),
    spaced.map(([any, space, end]) => JSON.stringify(JSON.parse(any), null, space) + end),
  );
  const bytes = fc.oneof(
    text.map((any) => encoder.encode(any)),
    fc.uint8Array({ maxLength: 40 }),
  );
  fc.assert(
    fc.property(bytes, (any) => {
      expect(throughFiles(any, "text/plain")).toEqual(any);
    }),
    law(1000),
  );
});

test.each([
  ["lists", "[".repeat(20_000) + "]".repeat(20_000)],
  ["objects", `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`],
  ["a long list, not so deep", `${"[".repeat(500)}${"1,".repeat(100_000)}1${"]".repeat(500)}`],
  ["lists whose white space is that of lines", `[\n  ${"[".repeat(20_000)}${"]".repeat(20_000)}]`],
])(
  "JSON of many levels is written as it was sent: laid out over lines, 40 KB would be a file of 800 MB: %s",
  (_what, text) => {
    const sent = encoder.encode(text);
    const { json: laidOut, sidecar } = finish(layoutOf(bodyOf(sent), "application/json", "GET"));
    expect((laidOut ?? text).length).toBeLessThan(20 * text.length);
    if (sidecar === null) expect(throughFiles(sent, "application/json")).toEqual(sent);
  },
);

test("a file with JSON of many levels is refused if its white space makes it longer than any body there", () => {
  const deep = { _json: "[".repeat(100_000) + "]".repeat(100_000), _separators: [",\n  ", ":", ""] };
  expect(() => bodyIn(deep, () => new Uint8Array())).toThrow(/_separators/);
});

test("separatorsOf() knows all that withSeparators() writes", () => {
  fc.assert(
    fc.property(
      fc.object({ maxDepth: 3 }).map((any) => JSON.stringify([any, 1])),
      fc.constantFrom(",", ", ", ",\n  ", ",\n\t", ",\n    "),
      fc.constantFrom(":", ": "),
      fc.constantFrom("", "\n"),
      (any, item, name, end) => {
        const text = finish(withSeparators(any, [item, name, end])) ?? "";
        const found = finish(separatorsOf(text));
        expect(found && finish(withSeparators(any, found))).toBe(text);
      },
    ),
    law(200),
  );
});

test.each([
  ["image/png", "base64", "GET.png"],
  ["image/jpeg", "base64", "GET.jpg"],
  ["application/x-ndjson", "utf8", "GET.ndjson"],
  ["application/problem+xml; charset=utf-8", "utf8", "GET.xml"],
  ["text/event-stream", "utf8", "GET.txt"],
  ["", "base64", "GET.bin"],
] as const)("the file of a body of %s says what it is", (type, encoding, name) => {
  const body = { encoding, text: encoding === "utf8" ? "a\nb" : "AP8=" };
  expect(finish(layoutOf(body, type, "GET")).sidecar?.name).toBe(name);
});

test.each([
  ["leads out of the folder", { _file: "../secret.txt" }, /_file is no name/],
  ["is a path", { _file: "a/b.txt" }, /_file is no name/],
  ["is the folder", { _file: ".." }, /_file is no name/],
  ["is no text", { _file: 5 }, /_file is no name/],
  ["has white space that is none", { _json: "{}", _separators: [",x", ":", ""] }, /_separators/],
])("a body whose place %s is refused", (_shows, members, message) => {
  expect(() => bodyIn(members, () => new Uint8Array())).toThrow(message);
});

test.each(["1 2", "{} {}", "[1]]"])("a body whose _json is %j, more than one text of JSON, is refused", (_json) => {
  expect(() => bodyIn({ _json }, () => new Uint8Array())).toThrow("its _json is not one JSON text");
});
