import { expect, test } from "vitest";
import { partHeaders } from "../src/har/shared-headers.ts";

test("a header of a single answer stays with it; what a server sends with every answer is shared", () => {
  const own = ["etag", "x-amz-crc32", "x-amz-checksum-crc32c", "x-request-id", "x-runtime"];
  const common = ["server", "vary", "x-content-type-options", "content-security-policy"];
  const parted = partHeaders([...own, ...common].map((name) => [name, "1"] as const));
  expect(parted.own.map(([name]) => name)).toEqual(own);
  expect(parted.common.map(([name]) => name)).toEqual(common);
});
