import { expect, test } from "vitest";
import { createHeadReader } from "../src/server/fast-path/read-head.ts";
import { admissionOf, createUploadReader } from "../src/server/read-request.ts";

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

test("all bodies under way share a bound, and give back what they held", async () => {
  const read = createUploadReader({ pendingBytes: 10 });
  const ask = { method: "POST", target: "/", headers: {}, body: null, base: "http://h", address: "" };
  const answer = (): string => "answered";
  const over = Promise.withResolvers<void>();
  const body = async (take: (chunk: Uint8Array) => void): Promise<void> => take(new Uint8Array(6));
  const open = read(ask, async (take) => body(take).then(() => over.promise), answer);
  await expect(read(ask, body, answer)).rejects.toMatchObject({ status: 503 });
  over.resolve();
  expect([await open, await read(ask, body, answer)]).toEqual(["answered", "answered"]);
});
