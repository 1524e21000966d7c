import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { listRecordings, recordedBelow, sidecarsOf } from "@tapedeck/tape/files";
import { digestOf, exchangeText, fromHar } from "@tapedeck/tape/har";
import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../.ci/property.ts";
import { damagedHar } from "../../tape/test/damaged-har.ts";
import { type Beside, verifyRecording } from "../src/index.ts";

const recordings = fileURLToPath(new URL("../../../recordings", import.meta.url));
const ada = "api.service.example/users/ada/GET.har";

const recorded = recordedBelow(recordings);
function beside(file: string): Beside {
  return {
    sidecar: sidecarsOf(recordings, dirname(join(recordings, file))),
    digests: recorded(file)?.digests ?? null,
  };
}

test("whatever byte of a recording is changed, verify finds it", async () => {
  const files = await listRecordings(recordings);
  const texts = new Map(
    await Promise.all(files.map(async (file) => [file, await readFile(join(recordings, file))] as const)),
  );
  const damage = fc.record({ file: fc.constantFrom(...files), at: fc.nat(), flip: fc.integer({ min: 1, max: 127 }) });
  fc.assert(
    fc.property(damage, ({ file, at, flip }) => {
      const bytes = Uint8Array.from(texts.get(file) ?? []);
      const place = at % bytes.length;
      bytes[place] = (bytes[place] ?? 0) ^ flip;
      const text = new TextDecoder().decode(bytes);
      expect(verifyRecording(file, text, [], beside(file))).not.toEqual([]);
    }),
    law(50),
  );
});

test("whatever stands in place of a member, verify finds it, and throws nothing", async () => {
  const own = await readFile(join(recordings, ada), "utf8");
  const other = JSON.stringify({ log: { ...JSON.parse(own).log, _tapedeck: undefined } });
  fc.assert(
    fc.property(damagedHar(own, other), (har) => {
      expect(verifyRecording(ada, JSON.stringify(har, null, 2), [], beside(ada))).not.toEqual([]);
    }),
    law(50),
  );
});

test.each([
  ["a chunk that is longer", (text: string) => text.replace("9+20", "19+20"), "it was edited"],
  ["chunks that are none", (text: string) => text.replace("9+20", "nine"), "wanted lengths and milliseconds"],
  ["a cut that is none", (text: string) => text.replace('"client"', '"cat"'), "wanted one of client, bound"],
  [
    "a control character in a header",
    (text: string) => text.replace("/event-", "/\\u007f-"),
    "a control character (U+007F)",
  ],
])("a stream with %s is named, with its place", (_shows, change, found) => {
  const exchange = {
    request: { method: "GET", target: "/events", principal: "anonymous", headers: [], body: null },
    response: {
      status: 200,
      headers: [["content-type", "text/event-stream"] as const],
      body: { encoding: "utf8", text: "data: 1\n\ndata: 2\n\n" } as const,
      chunks: [[9, 0] as const, [9, 20] as const],
      cut: "client" as const,
    },
  };
  const label = { origin: "https://api.service.example", recordedAt: 1_767_225_600 };
  const { har, bodies } = exchangeText(exchange, label, { name: "GET", pass: 0, mayShare: () => false });
  const file = "api.service.example/events/GET.har";
  const beside = {
    sidecar: () => bodies[0]?.content as Uint8Array,
    digests: new Set([digestOf(exchange)]),
  };
  expect(fromHar(har, file, beside.sidecar).exchanges).toEqual([exchange]);
  expect(verifyRecording(file, har, [], beside)).toEqual([]);
  const [finding] = verifyRecording(file, change(har), [], beside);
  expect(finding?.where).toMatch(/^entry 1, GET /);
  expect(finding?.found).toContain(found);
});

test("a service may answer what is no JSON under a JSON content type; what broke it since is named", () => {
  const exchange = {
    request: { method: "GET", target: "/health", principal: "anonymous", headers: [], body: null },
    response: {
      status: 200,
      headers: [["content-type", "application/json"] as const],
      body: { encoding: "utf8", text: "OK" } as const,
    },
  };
  const label = { origin: "https://api.service.example", recordedAt: 1_767_225_600 };
  const { har, bodies } = exchangeText(exchange, label, { name: "GET", pass: 0, mayShare: () => false });
  const kinds = (digests: ReadonlySet<string>): readonly string[] =>
    verifyRecording("api.service.example/health/GET.har", har, [], {
      sidecar: () => bodies[0]?.content as Uint8Array,
      digests,
    }).map(({ kind }) => kind);
  expect(kinds(new Set([digestOf(exchange)]))).toEqual([]);
  expect(kinds(new Set(["of another"]))).toEqual(["edited", "schema"]);
});

test("lines that git ended in CRLF are named as that, in a body of its own file too, which --fix does not take for meant", () => {
  const exchange = {
    request: { method: "GET", target: "/page", principal: "anonymous", headers: [], body: null },
    response: {
      status: 200,
      headers: [["content-type", "text/html"] as const],
      body: { encoding: "utf8", text: "<p>\n</p>\n" } as const,
    },
  };
  const label = { origin: "https://api.service.example", recordedAt: 1_767_225_600 };
  const { har, bodies } = exchangeText(exchange, label, { name: "GET", pass: 0, mayShare: () => false });
  const crlf = (text: string): string => text.replaceAll("\n", "\r\n");
  const findings = verifyRecording("api.service.example/page/GET.har", crlf(har), [], {
    sidecar: () => Buffer.from(crlf(String(Buffer.from(bodies[0]?.content as Uint8Array)))),
    digests: new Set([digestOf(exchange)]),
  });
  expect(findings.map(({ kind, found }) => [kind, found])).toEqual([
    ["damaged", "the lines of its body end in CRLF, and were recorded with LF"],
    ["not canonical", "its lines end in CRLF"],
  ]);
});
