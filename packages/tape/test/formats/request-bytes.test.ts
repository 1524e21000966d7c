import { expect, test } from "vitest";
import { readForeignFile } from "../../src/formats/index.ts";

// As nock 14's recorder and undici 7's SnapshotAgent were seen to write what was sent as bytes.
const nock = (body: string, type: string) => ({
  ...{ scope: "https://api.service.example", method: "PUT", path: "/x", status: 200, response: "" },
  ...{ body, reqheaders: { "content-type": type } },
});
const undici = (body: string, length: string) => ({
  snapshot: {
    request: { method: "PUT", url: "https://api.service.example/x", headers: { "content-length": length }, body },
    responses: [{ statusCode: 200, headers: {}, body: "", trailers: {} }],
  },
});

test.each([
  ["a=1&b=x%20y", [["content-type", "application/x-www-form-urlencoded"]]],
  ["a == b", []],
])("a request's type is told by %j, where nock kept no headers", (body, headers) => {
  const { reqheaders: _none, ...recorded } = nock(body, "");
  const { found } = readForeignFile(Buffer.from(JSON.stringify([recorded])), "file.json");
  expect(found[0]?.exchange.request).toMatchObject({ headers, body: { text: body } });
});

test.each([
  ["bytes, by nock", nock("00fffe01", "application/octet-stream"), { encoding: "base64", text: "AP/+AQ==" }],
  ["hexadecimal that is text, by nock", nock("00fffe01", "text/plain"), { encoding: "utf8", text: "00fffe01" }],
  ["hexadecimal of text, by nock", nock("616263", "application/octet-stream"), { encoding: "utf8", text: "616263" }],
  ["bytes, by undici", undici("0,255,254,1", "4"), { encoding: "base64", text: "AP/+AQ==" }],
  ["numbers that are text, by undici", undici("0,255,254,1", "11"), { encoding: "utf8", text: "0,255,254,1" }],
  ["a number, by undici", undici("7", "1"), { encoding: "utf8", text: "7" }],
  ["numbers that are no bytes, by undici", undici("0,256", "2"), { encoding: "utf8", text: "0,256" }],
])("a request's body is read: %s", (_shows, recorded, body) => {
  const { found } = readForeignFile(Buffer.from(JSON.stringify([recorded])), "file.json");
  expect(found.map(({ exchange }) => exchange.request.body)).toEqual([body]);
});
