import { expect, test } from "vitest";
import { createHeadReader } from "../src/server/fast-path/read-head.ts";
import { admissionOf } from "../src/server/read-request.ts";

test("of ten times as many heads as are remembered, the latest are, and the first is read anew", () => {
  const read = createHeadReader(admissionOf({}));
  const askOf = (nth: number): unknown =>
    read(`GET /${nth} HTTP/1.1\r\nHost: localhost\r\nx: ${nth}\r\n\r\n`, 0, "a")?.ask;
  const [first] = Array.from({ length: 40_960 }, (_, nth) => askOf(nth));
  const latest = askOf(40_959);
  expect(askOf(40_959)).toBe(latest);
  expect(askOf(0)).not.toBe(first);
  expect(askOf(0)).toEqual(first);
});
