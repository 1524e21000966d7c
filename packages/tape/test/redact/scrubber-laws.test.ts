import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../../.ci/property.ts";
import type { Exchange } from "../../src/exchange.ts";
import { toHar } from "../../src/har/har.ts";
import { createScrubber } from "../../src/redact/scrubber.ts";
import { base64, inLines } from "../base64.ts";
import { exchange, json, tape, utf8 } from "../tapes.ts";

const secret = "s3cr3t/t0ken+v@lue";
const scrubber = createScrubber({
  secrets: [{ alias: "full", value: secret }],
  headers: ["X-Session"],
  parameters: ["sid"],
  fields: ["pin.code"],
});
const a36 = "a1B2".repeat(9);

/** Text in which the rules of the scrubber meet, in all the wrong places. */
function treacherousTexts() {
  const parts = [
    secret,
    `ghp_${a36}`,
    "?token=",
    "&code=",
    '"password":',
    '"otp": 12',
    '"token":[',
    '\\"token\\":{',
    '"cookie":{"a":',
    ",",
    "}",
    "https://u:p@h",
    "://",
    "/",
    "@",
    "__redacted-full__",
    "__redacted-field__",
    "\\",
    '"',
    "[",
    "]",
    "{",
    ":",
    "=",
    "&",
    " ",
    "\n",
    "x",
    "0",
    "%",
    "\\n",
    "eyJ",
    "-----BEGIN PRIVATE KEY-----",
    "-----END PRIVATE KEY-----",
    base64(`ghp_${a36}`),
    "ghp%5F",
    a36,
    "%3Dtoken%3D",
    "%26",
    "%41",
    ";sig=",
    "x[otp]=",
    "%5Botp%5D=",
    "x".repeat(60),
    base64(`12${secret}`),
    "\r\n",
    '"name":"token"',
    '"value":"a"',
    'name="otp"',
    "Authorization: Bearer ",
    ".eyJ",
    "xoxb-",
  ];
  return fc
    .array(fc.oneof(fc.constantFrom(...parts), fc.string({ maxLength: 3 })), { maxLength: 16 })
    .map((all) => all.join(""));
}

/** Text in which each value that is hidden shows another secret, behind it or before it. */
function chainedTexts() {
  const links = fc
    .array(fc.constantFrom('"secret":"', "<token>", "token=", "n=", "Authorization: ", "\n"), { maxLength: 3 })
    .map((all) => all.join(""));
  return fc
    .tuple(links, links, fc.nat(80), links)
    .map(([before, link, times, after]) => before + link.repeat(times) + after);
}

test.each([
  ["where rules meet", treacherousTexts(), 1000],
  ["in a chain", chainedTexts(), 250],
])("redacting twice is redacting once, %s", (_shows, texts, runs) => {
  fc.assert(
    fc.property(texts, fc.boolean(), (text, binary) => {
      const body = binary
        ? { encoding: "base64" as const, text: Buffer.from(`\xff${text}`, "latin1").toString("base64") }
        : utf8(text);
      const once = scrubber.exchange(
        exchange({ target: `/${text}`, headers: [["cookie", text]], body }, { headers: [["x", text]] }),
      );
      expect(scrubber.exchange(once)).toEqual(once);
    }),
    law(runs),
  );
});

/** A secret, and exchanges that carry it, each somewhere else and in another form. */
function plantings() {
  const signs = [..."-_.~+/=$&%?#:@!'()*,;\"\\<>{}|^` ", "é", "ключ", "🗝"];
  // Each has a few of them: what one spoils hides what another does.
  const secrets = fc
    .shuffledSubarray(signs, { maxLength: 4 })
    .chain((own) => fc.string({ minLength: 12, maxLength: 40, unit: fc.constantFrom(..."abcXY09", ...own) }))
    .map((text) => `k${text}k`);
  const places: Record<string, (value: string) => Exchange> = {
    "path, percent-encoded": (value) => exchange({ target: `/x/${encodeURIComponent(value)}` }),
    "query, as forms encode": (value) => exchange({ target: `/x?${new URLSearchParams({ q: value })}` }),
    "query, nested": (value) =>
      exchange({ target: `/x?next=${encodeURIComponent(`https://y/?q=${encodeURIComponent(value)}`)}` }),
    "request header": (value) => exchange({ headers: [["x-anything", `a ${value}`]] }),
    "response header": (value) => exchange({}, { headers: [["link", `<https://y/?q=${encodeURIComponent(value)}>`]] }),
    "Basic credentials": (value) => exchange({ headers: [["x-auth", `Basic ${base64(`ada:${value}`)}`]] }),
    "base64 for URLs": (value) => exchange({ target: `/x/${Buffer.from(`a${value}b`).toString("base64url")}` }),
    "text body": (value) => exchange({ body: utf8(`one ${value} two`) }),
    "JSON body": (value) => exchange({}, { headers: json, body: utf8(JSON.stringify({ a: [value] })) }),
    "JSON in JSON": (value) =>
      exchange({}, { headers: json, body: utf8(JSON.stringify({ a: JSON.stringify([value]) })) }),
    "base64 in JSON": (value) =>
      exchange({}, { headers: json, body: utf8(JSON.stringify({ a: base64(`ab${value}c`) })) }),
    "base64 in lines in JSON": (value) =>
      exchange(
        {},
        { headers: json, body: utf8(JSON.stringify({ a: inLines(base64(`${"x".repeat(39)}${value}c`), "\n") })) },
      ),
    "base64 in lines of a text": (value) =>
      exchange({ body: utf8(inLines(base64(`${"x".repeat(37)}${value}`), "\r\n")) }),
    "form body": (value) => exchange({ body: utf8(String(new URLSearchParams({ a: value }))) }),
    "JSON in a form": (value) => exchange({ body: utf8(String(new URLSearchParams({ a: JSON.stringify([value]) }))) }),
    "a link in JSON": (value) =>
      exchange(
        {},
        { headers: json, body: utf8(JSON.stringify({ a: `https://y/?${new URLSearchParams({ q: value })}` })) },
      ),
    "a form in a query": (value) =>
      exchange({ target: `/x?${new URLSearchParams({ next: String(new URLSearchParams({ q: value })) })}` }),
    XML: (value) => exchange({ body: utf8(`<a b="c">${inXml(value)}</a>`) }),
    "XML in JSON": (value) =>
      exchange({}, { headers: json, body: utf8(JSON.stringify({ a: `<a>${inXml(value)}</a>` })) }),
    "JSON in base64 in JSON": (value) =>
      exchange({}, { headers: json, body: utf8(JSON.stringify({ a: base64(JSON.stringify({ auth: value })) })) }),
    "a form in base64": (value) =>
      exchange({ body: utf8(`data: ${base64(String(new URLSearchParams({ a: value })))}`) }),
    "JSON of ASCII alone": (value) => exchange({}, { headers: json, body: utf8(asciiJson({ a: value })) }),
    "JSON of ASCII alone, in JSON": (value) =>
      exchange({}, { headers: json, body: utf8(asciiJson({ a: asciiJson([value]) })) }),
    "percent-encoded whole": (value) =>
      exchange({ target: `/x?q=${Buffer.from(value).toString("hex").replace(/../g, "%$&")}` }),
    "percent-encoded three times": (value) =>
      exchange({ target: `/x?q=${encodeURIComponent(encodeURIComponent(encodeURIComponent(value)))}` }),
    "HTML with numbers": (value) =>
      exchange({ body: utf8(`<a title='${value.replace(/[^\w ]/gu, (sign) => `&#${sign.codePointAt(0)};`)}'>`) }),
    bytes: (value) =>
      exchange(
        {},
        {
          body: {
            encoding: "base64",
            text: Buffer.concat([Buffer.from([0xff, 0xc0]), Buffer.from(value), Buffer.from([0xfe])]).toString(
              "base64",
            ),
          },
        },
      ),
  };
  return fc.record({ value: secrets, place: fc.constantFrom(...Object.keys(places)) }).map(({ value, place }) => ({
    value,
    place,
    planted: places[place]?.(value) ?? exchange(),
  }));
}

function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

function inXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** Everything that a text says to a reader who decodes what can be decoded. */
function readings(text: string): string[] {
  const unquoted = text
    .replace(/&#(\d+);/g, (_sign, code) => String.fromCodePoint(Number(code)))
    .replaceAll("&lt;", "<")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
  const decoded = [text, text.replaceAll("+", " ")].map(percentDecoded);
  const twice = decoded.flatMap((each) => [each, each.replaceAll("+", " ")]).map(percentDecoded);
  const runs = [text, text.replace(/[\r\n]/g, "")]
    .flatMap((each) => [...each.matchAll(/[\w+/-]{8,}/g)])
    .flatMap(([run]) => [0, 1, 2, 3].map((shift) => Buffer.from(run.slice(shift), "base64").toString()));
  const unescaped = decoded.map((each) => each.replaceAll(/\\(["\\])/g, "$1"));
  return [text, unquoted, ...decoded, ...unescaped, ...twice, ...runs];
}

function percentDecoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => Buffer.from(run.replaceAll("%", ""), "hex").toString());
}

function strings(value: unknown): string[] {
  if (typeof value === "string") return [value, ...within(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(strings) : [];
}

function within(text: string): string[] {
  // What else is JSON holds no strings, and most of it none: each attempt makes an error.
  if (!/^\s*[[{"]/.test(text)) return [];
  try {
    return strings(JSON.parse(text));
  } catch {
    return [];
  }
}

function carries(text: string, value: string): boolean {
  const said = new Set([text, ...within(text)].flatMap(readings));
  const within1 = new Set([...said, ...[...said].flatMap(within)]);
  return [...within1].some((each) => each.includes(value) || readings(each).some((reading) => reading.includes(value)));
}

test("a known secret is nowhere in a recording, in no form", () => {
  fc.assert(
    fc.property(plantings(), ({ value, planted }) => {
      const { exchange: scrub } = createScrubber({ secrets: [{ alias: "full", value }] });
      expect(carries(toHar(tape(planted)), value)).toBe(true);
      expect(carries(toHar(tape(scrub(planted))), value)).toBe(false);
    }),
    law(200),
  );
});
