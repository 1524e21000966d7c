import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../../../.ci/test-resources.ts";
import { tapedeck } from "./in-process.ts";

test.each<[shows: string, content: string | null, message: RegExp, words?: string]>([
  [
    "a HAR cut in half",
    '{"log":{"entries":[{"request":{"url":"https://x/?token=planted-t0ken',
    /Cannot read recording ".*x": it is not whole: it ends in the middle, at line 1, column \d+; export it again/,
  ],
  ["an empty file", "", /it is empty; export it again/],
  ["no JSON", "<html>planted-t0ken</html>", /it is no JSON, at line 1, column 1; export it again/],
  [
    "JSON that is something else",
    '{"a":"planted-t0ken"}',
    /it is JSON, an object, and none of HAR \(log\.entries\), nock's .*, WireMock's .*; name another file/,
  ],
  ["JSON of a list", "[1]", /it is JSON, a list, and none of HAR/],
  [
    "Postman's",
    '{"info":{"schema":"https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},"item":[]}',
    /it is a collection of Postman's, which has requests alone: run it through record --proxy/,
  ],
  [
    "Insomnia's",
    '{"_type":"export","__export_format":4,"resources":[]}',
    /it is an export of Insomnia's, which has requests alone/,
  ],
  [
    "Insomnia 5's",
    "type: collection.insomnia.rest/5.0\nname: Mine\ncollection:\n  - url: http://x/planted-t0ken\n",
    /it is an export of Insomnia's, which has requests alone/,
  ],
  ["an OpenAPI document in YAML", "openapi: 3.1.0\npaths: {}\n", /it is an OpenAPI document: name it in/],
  ["Swagger in YAML", 'swagger: "2.0"\npaths: {}\n', /it is a description in Swagger 2\.0: convert it/],
  ["Hoverfly's", '{"data":{"pairs":[]},"meta":{"schemaVersion":"v5.2"}}', /it is a simulation of Hoverfly's: have/],
  ["Mockoon's", '{"uuid":"1","lastMigration":33,"routes":[]}', /it is an environment of Mockoon's: have/],
  [
    "Pact's",
    '{"consumer":{"name":"a"},"provider":{"name":"b"},"interactions":[{"request":{},"response":{}}]}',
    /it is a contract of Pact's: have pact-stub-server serve it, and record that/,
  ],
  ["mountebank's", '{"imposters":[]}', /it is a file of mountebank's: have mb/],
  [
    "Charles's",
    '[{"protocolVersion":"HTTP/1.1","remoteAddress":"x","request":{},"response":{}}]',
    /it is a session of Charles's/,
  ],
  ["MockServer's", '[{"httpRequest":{},"httpResponse":{}}]', /it is an expectation of MockServer's: have/],
  ["an OpenAPI document", '{"openapi":"3.1.0","paths":{}}', /it is an OpenAPI document: name it in/],
  [
    "Bruno's",
    "meta {\n  name: a\n}\n\nget {\n  url: https://x/\n}\n",
    /it is a request of Bruno's, without an answer: run it/,
  ],
  [
    "talkback's",
    "{\n    meta: {\n        createdAt: '2026-01-01T00:00:00.000Z',\n    },\n    req: {},\n}",
    /it is a tape of talkback's: have talkback serve it, and record that/,
  ],
  ["a HAR without entries", '{"log":{"version":"1.2","entries":[]}}', /it holds no exchange; record some/],
  [
    "a HAR that lacks what is needed",
    '{"log":{"entries":[{"request":{"method":"GET","url":"https://x/","headers":[]}}]}}',
    /left out {2}entry 1: it has no response\.status \(found nothing\) \(at \/log\/entries\/0\/response\/status\)/,
  ],
  [
    "a newer HAR",
    '{"log":{"version":"2.0","entries":[]}}',
    /HAR of version "2\.0" \(at \/log\/version\).*save it as HAR 1\.2, or update tapedeck/,
  ],
  [
    "nock's definitions given as HAR",
    '[{"scope":"https://x:443","path":"/"}]',
    /Cannot read recording ".*x": it is a list of nock's definitions, not har; did you mean --format nock\?/,
    "--format har",
  ],
  [
    "nock's JavaScript",
    "nock('https://x')",
    /it is JavaScript, as nock's recorder writes by default.*output_objects: true/,
  ],
  [
    "a definition without a path",
    '[{"scope":"https://x:443","path":"/","status":1000},{"scope":"https://x"}]',
    /left out {2}definition 2: it has no text in path \(at \/1\/path\)/,
  ],
  ["nock.back's, where nothing was asked", "[]", /it holds no exchange/],
  [
    "a mapping without a response",
    '{"mappings":[{"request":{}}]}',
    /mapping 1 is none: it has no request or no response \(at "\/mappings\/0"\)/,
  ],
  ["a zip that is cut", "PK\u0003\u0004", /it is a zip archive that is not whole; pack it again/],
  ["a format that is none", "{}", /Allowed choices are auto, har, nock, wiremock, vcr/, "--format cvs"],
  ["no file", null, /Cannot read ".*x": no such file/],
])(
  "import of %s says what was found, where, and what to do, and quotes nothing",
  async (_shows, content, message, words) => {
    const further = words?.split(" ") ?? [];
    const at = await tempFolder();
    if (content !== null) await writeFile(join(at, "x"), content);
    const { code, stdout, stderr } = await tapedeck(["import", join(at, "x"), "--to", join(at, "out"), ...further]);
    expect(stderr).toMatch(message);
    expect(stderr + stdout).not.toContain("planted-t0ken");
    expect(stderr).not.toMatch(/\n\s+at .*:\d+:\d+/);
    expect([code, stdout]).toEqual([words?.includes("cvs") ? 2 : 1, ""]);
  },
);

test("import of a folder says what is no recording", async () => {
  const at = await tempFolder();
  expect((await tapedeck(["import", at])).stderr).toMatch(
    /it is a folder without recordings: it holds neither mappings\/ of WireMock's nor a \*\.har/,
  );
  await writeFile(join(at, "a.har"), "{}");
  expect((await tapedeck(["import", at])).stderr).toMatch(
    /nothing that it holds can be replayed.*\nleft out {2}a\.har: it is JSON, an object, and none of HAR/,
  );
  await mkdir(join(at, "mappings"));
  expect((await tapedeck(["import", at])).stderr).toMatch(/its mappings\/ holds no mapping/);
});

test("export without recordings, or of nothing, says so", async () => {
  expect((await tapedeck(["export", "nowhere", "--format", "har"])).stderr).toMatch(
    /Cannot export "nowhere": no such folder/,
  );
  expect((await tapedeck(["export", "schemas", "--format", "har"])).stderr).toMatch(
    /it holds no recording \(\*\.har\)/,
  );
  expect((await tapedeck(["export"])).stderr).toMatch(/required option '--format <name>' not specified/);
  expect((await tapedeck(["export", "--format", "har", "--json"])).stderr).toMatch(/name a file with --to/);
});
