import fc from "fast-check";
import { SaxesParser } from "saxes";
import { expect, test } from "vitest";
import { law } from "../../../../.ci/property.ts";
import { splice } from "../../src/redact/hits.ts";
import { withinHolders } from "../../src/redact/holders/within-holders.ts";
import { createScrubber } from "../../src/redact/scrubber.ts";
import { finish } from "../../src/redact/steps.ts";
import { utf8 } from "../tapes.ts";
import { asHidden, asSent, seen } from "./told.ts";

const scrubber = createScrubber();

test.each([
  ["a string of JSON", String.raw`{"a":"x\npassword=«k7x9Tq2m»"}`],
  ["a string before others", String.raw`{"a":"x\npassword=«k7x9Tq2m»","b":"c","d":1}`],
  ["a string in a list", String.raw`["x\npassword: «k7x9Tq2m»","c"]`],
  ["a string with quotes", String.raw`{"a":"x\npassword=«k7\"x9Tq2m»"}`],
  ["JSON in JSON", String.raw`{"body":"{\"a\":\"x\\npassword=«k7x9Tq2m»\"}"}`],
  ["lines of JSON", `${String.raw`{"a":"x\npassword=«k7x9Tq2m»"}`}\n{"b":1}\n`],
  ["an event", `data: ${String.raw`{"a":"x\npassword=«k7x9Tq2m»"}`}\n\n`],
  ["a string of a program", String.raw`var x = {"a":"x\npassword=«k7x9Tq2m»","b":"c"};`],
  ["a script in a page", String.raw`<script>var a="x\npassword=«k7x9Tq2m»";</script>`],
  ["markup in JSON", String.raw`{"a":"<x>\npassword=«k7x9Tq2m»</x>","b":"c"}`],
  ["an element", "<a>x\npassword=«k7x9Tq2m»</a>"],
  ["an element, decoded", "<a>x&#10;password=«k7x9Tq2m»</a>"],
  ["a sentence after a URL", "Cannot get /x?token=«k7x9Tq2m»: refused, nor /y?token=«k7x9Tq2m», nor that"],
  ["a section of XML", "<a><![CDATA[x\npassword=«k7x9Tq2m»]]></a>"],
  ["quotes of YAML", "a: 'x\n  password=«k7x9Tq2m»'\n"],
  ["a header in a page", "<pre>Cookie: «sid=k7x9Tq2m»</pre>\n<p>x</p>"],
  ["an attribute, which is not what the element says", '<a b="SET PASSWORD ">«k7x9Tq2m»</a>'],
  ["an attribute in single quotes", "<a b='x password=«k7x9Tq2m»'>x</a>"],
  ["a string of PHP", "<?php\ndefine('AUTH_KEY', '«k7x9>Tq2m|Zb(4»');\n"],
  ["a field of a form, whatever is decoded around it", "a=%2522%0ACookie%3A+«sid%3Dk7x9Tq2m»&y=x%20z&b"],
  ["a field of a form", "text=x%0Apassword%3D«k7x9Tq2m»&y=1"],
])("the value of the last line ends with %s", (_shows, text) => {
  const clean = scrubber.text(asSent(text));
  expect(seen(clean)).toBe(asHidden(text));
  expect(scrubber.text(clean)).toBe(clean);
});

test.each([
  ["a question", '{"prompt":"Password: ","echo":false,"next":"Token: "}'],
  ["a header that ends", '{"a":{"b":"Set-Cookie: "},"c":"d"}'],
  ["a statement that ends", '{"a":"CREATE USER ada","password":{"type":"string"}}'],
  ["an attribute that ends", '<a b="PASS token="><c d="x"/></a>'],
  ["a section that ends", "<a><![CDATA[curl -u ]]></a>"],
  ["a statement that goes on elsewhere", '{"a":["SET PASSWORD ",100666,"is"]}'],
])("a string is not what follows %s", (_shows, text) => {
  expect(scrubber.text(text)).toBe(text);
});

test.each([
  ["an escape of JSON is cut before it", String.raw`{"a":"«x\»n1","b":"c"}`, String.raw`{"a":"¤\n1","b":"c"}`],
  ["an entity is cut before it", '<a b="«x&am»p;y"/>', '<a b="¤&amp;y"/>'],
  ["an entity that it begins in is its own", '<a b="x&amp«;y">»z</a>', '<a b="x¤">z</a>'],
  ["what has no end is no markup", "<p>x: «<Zk7x9>y»</p>", "<p>x: ¤</p>"],
  ["nor is it in a stretch of a log", "x: «<Zk7x9>y» </b>", "x: ¤ </b>", true],
])("%s", (_shows, marked, hidden, isPart = false) => {
  const start = marked.indexOf("«");
  const end = marked.indexOf("»") - 1;
  const text = marked.replace(/[«»]/g, "");
  const hits = finish(
    withinHolders(text, [{ start, end, kind: "field", value: text.slice(start, end), rank: 1 }], isPart),
  );
  expect(finish(splice(text, hits, () => "¤"))).toBe(hidden);
});

test("a body beyond 1 MiB, which is read in stretches, stays JSON", () => {
  const said = ["x\npassword=k7x9Tq2m", "Password: ", "CREATE USER ada", "Cookie: sid=", "<password>", "SET PASSWORD "];
  const all = Array.from({ length: 1100 }, (_, nth) => ({ [`n${nth}`]: said[nth % 6], text: "word ".repeat(200) }));
  const { body } = scrubber.response({ status: 200, headers: [], body: utf8(JSON.stringify(all)) });
  expect(shapeOf(JSON.parse(body?.encoding === "utf8" ? body.text : ""))).toEqual(shapeOf(all));
});

test("what follows in a form is no part of it, however often it is read", () => {
  const text = "token=a&b&".repeat(50);
  expect(seen(scrubber.text(text))).toBe("token=¤&b&".repeat(50));
});

test("a known credential of digits is a number in JSON, and a string in one", () => {
  const { text } = createScrubber({ secrets: [{ alias: "full", value: "1234567890" }] });
  const clean = JSON.parse(text('{"a":1234567890,"b":"no 1234567890","c":[1234567890]}'));
  expect(clean).toEqual({ a: expect.any(Number), b: "no __redacted-full__", c: [clean.a] });
  expect(clean.a).not.toBe(1234567890);
});

/** What readers stop at, and what they look for behind it. */
const words = [
  ...'\n|\r\n| |\'|"|\\|<|>|</|&|?|=|: |:|@|://|{|}|[|]|(|)|,|;|`|#|%22|%3D|&quot;|\\n|\\"'.split("|"),
  ..."password|token|DB_PASSWORD|API_KEY|cookie: sid=|Set-Cookie: |Bearer |Authorization: |Basic |CREATE USER ".split(
    "|",
  ),
  ...'PASSWORD |SET PASSWORD |IDENTIFIED BY |curl -u |--password |https://u:p4ss@h/x|export |- |name="token"'.split(
    "|",
  ),
  ..."<password>|</password>|machine |login |snmp-server community |PASS |kind: Secret\ndata:\n|define('".split("|"),
  ..."Recovery codes:\n|a1b2c-d3e4f|Your code is |482919|hunter2|ada|q7Zp4mX9vB2nR8kT5wLc|k7x9Tq2m".split("|"),
  "-----BEGIN RSA PRIVATE KEY-----",
  "-----END RSA PRIVATE KEY-----",
  "pgp_sym_encrypt(x, '",
];
const names = "a b password token api_key Authorization cookie sql user url value name key auth tokens DB_PASSWORD log";

function documents() {
  const said = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 }).map((all) => all.join(""));
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      said,
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.constantFrom(true, null),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...names.split(" ")), tie("value"), { maxKeys: 4 }),
    ),
  }));
  return fc.record({ x: value, password: value, y: value });
}

/** What stays of a document, whatever is hidden in it. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== "object" || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shapeOf(each)]));
}

test("JSON stays JSON: of its values alone some are others", () => {
  fc.assert(
    fc.property(documents(), fc.constantFrom(undefined, 2), (document, space) => {
      const clean = scrubber.text(JSON.stringify(document, null, space));
      expect(shapeOf(JSON.parse(clean))).toEqual(shapeOf(document));
    }),
    law(1000),
  );
});

function elements() {
  const said = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 }).map((all) => all.join(""));
  const name = fc.constantFrom(...names.split(" "));
  const { element } = fc.letrec<{ element: string }>((tie) => ({
    element: fc
      .record({
        name,
        attributes: fc.dictionary(name, said.map(escaped), { maxKeys: 2 }),
        within: fc.oneof(
          { depthSize: "small", withCrossShrink: true },
          said.map(escaped),
          said.map((text) => `<![CDATA[${text.replaceAll("]]>", "")}]]>`),
          fc.array(tie("element"), { maxLength: 3 }).map((all) => all.join("\n")),
        ),
      })
      .map(({ name, attributes, within }) => {
        const said = Object.entries(attributes).map(([each, value]) => ` ${each}="${value}"`);
        return `<${name}${said.join("")}>${within}</${name}>`;
      }),
  }));
  return fc.array(element, { minLength: 1, maxLength: 3 }).map((all) => `<x>${all.join("")}</x>`);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** The elements of XML and the names of their attributes; throws if it is none. */
function markupOf(xml: string): readonly string[] {
  const parser = new SaxesParser();
  const found: string[] = [];
  parser.on("opentag", ({ name, attributes }) => found.push(name, ...Object.keys(attributes)));
  parser.on("closetag", ({ name }) => found.push(`/${name}`));
  parser.on("error", (error) => {
    throw error;
  });
  parser.write(xml).close();
  return found;
}

test("XML stays XML: of its texts and the values of its attributes alone some are others", () => {
  fc.assert(
    fc.property(elements(), (xml) => {
      expect(markupOf(scrubber.text(xml))).toEqual(markupOf(xml));
    }),
    law(1000),
  );
});
