// The tables of redaction.md: each reader has its row, and each example is hidden as its row says.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readers } from "../../src/redact/read/read.ts";
import { createScrubber } from "../../src/redact/scrubber.ts";
import { utf8 } from "../tapes.ts";
import { asHidden, asSent, seen } from "./told.ts";

const page = readFileSync(new URL("../../docs/redaction.md", import.meta.url), "utf8");
const rows = (heading: string): readonly (readonly string[])[] =>
  (page.split(heading)[1]?.split("\n\n")[0] ?? "")
    .split("\n")
    .slice(2)
    .map((row) => row.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, "")));
const examples = (cell = ""): string[] => [...cell.matchAll(/`([^`]*«[^`]*)`/g)].map(([, text = ""]) => text);
const ofReaders = rows("| reader | what it reads | hides |");
const ofTargets = rows("| where | what | hides |");
const byLooks = rows("| where | hides |");
const staying = rows("| what | as in |");
const scrubber = createScrubber();
const requestOf = (method: string, target: string, body: string | null = null) => ({
  ...{ method, target, principal: "anonymous", headers: [] },
  body: body === null ? null : utf8(body),
});
const kept = (text: string) => scrubber.response({ status: 200, headers: [], body: utf8(text) }).body;

test("each reader has its row, in order", () =>
  expect(ofReaders.map(([reader]) => reader)).toEqual(readers.map(({ name }) => `\`${name}\``)));

const hiding = [
  ...ofReaders.map(([reader, , cell]) => [reader, cell]),
  ...byLooks.map(([where, cell]) => [where, cell]),
];
test.each(hiding.flatMap(([what, cell]) => examples(cell).map((text) => [what, text])))(
  "%s hides what it says: %s",
  (_reader, example = "") => {
    const text = example.replaceAll("↵", "\r\n");
    const [, target, name, value = ""] = /^GET (\S*)(?: ([\w-]+): (.*))?$/.exec(asSent(text)) ?? [];
    const headers = name === undefined ? [] : [[name.toLowerCase(), value] as const];
    const sent = scrubber.request({ ...requestOf("GET", target ?? ""), headers });
    const clean =
      target === undefined
        ? scrubber.text(asSent(text))
        : [`GET ${sent.target}`, ...sent.headers.map(([, each]) => `${name}: ${each}`)].join(" ");
    expect(seen(clean)).toBe(asHidden(text));
  },
);

test.each(ofTargets.flatMap(([, , cell]) => examples(cell)))("the target tells what is secret: %s", (example) => {
  const [, method = "", target = "", arrow, text = ""] = /^(\w+) (\S+) (→ )?(.*)$/.exec(example) ?? [];
  const request = requestOf(method, target, arrow ? null : asSent(text));
  const response = { status: 200, headers: [], body: arrow ? utf8(asSent(text)) : null };
  const clean = arrow ? scrubber.response(response, request) : scrubber.request(request);
  expect(clean.body?.encoding === "utf8" && seen(clean.body.text)).toBe(asHidden(text));
});

test.each(
  staying.flatMap(([what, cell = ""]) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => [what, text])),
)("%s stays: %s", (_what, text = "") => expect(kept(text)).toEqual(utf8(text)));
