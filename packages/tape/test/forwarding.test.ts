import { expect, test } from "vitest";
import { forwardedRequestFields, forwardedResponseFields } from "../src/http/forwarding.ts";

const own = ["connection", "keep-alive", "proxy-authorization", "te", "trailer", "transfer-encoding", "upgrade"];

test.each(own)("a request's %s is not forwarded, nor a response's", (name) => {
  expect(forwardedRequestFields([[name, "x"]])).toEqual([]);
  expect(forwardedResponseFields([[name, "x"]], "GET")).toEqual([]);
});

test.each([
  ["named once", [["connection", "x-mine"]]],
  ["named among others, in other letters", [["connection", "close, X-Mine , te"]]],
  [
    "named on a second line",
    [
      ["connection", "close"],
      ["connection", "X-MINE"],
    ],
  ],
] as ReadonlyArray<[string, ReadonlyArray<[string, string]>]>)(
  "a field that connection names is dropped: %s",
  (_shows, lines) => {
    const fields = [["accept", "text/plain"], ["x-mine", "1"], ...lines] as const;
    expect(forwardedRequestFields(fields)).toEqual([["accept", "text/plain"]]);
    expect(forwardedResponseFields(fields, "GET")).toEqual([["accept", "text/plain"]]);
  },
);

test("a request's length, host and expectation are the sender's own; what else the sender decides, it names", () => {
  const fields = [
    ["host", "a"],
    ["content-length", "1"],
    ["expect", "100-continue"],
    ["cookie", "a=1"],
  ] as const;
  expect(forwardedRequestFields(fields)).toEqual([["cookie", "a=1"]]);
  expect(forwardedRequestFields(fields, ["cookie"])).toEqual([]);
});

test("a response's coding and length are those of a body that was decoded, but to HEAD", () => {
  const fields = [
    ["content-encoding", "gzip"],
    ["content-length", "1"],
    ["set-cookie", "a=1"],
    ["set-cookie", "b=2"],
  ] as const;
  expect(forwardedResponseFields(fields, "GET")).toEqual([
    ["set-cookie", "a=1"],
    ["set-cookie", "b=2"],
  ]);
  expect(forwardedResponseFields(fields, "HEAD")).toEqual(fields);
  expect(forwardedResponseFields([["content-encoding", "utf-8"]], "GET")).toEqual([["content-encoding", "utf-8"]]);
});
