import { RepeatedRequest } from "@tapedeck/replay/internal";
import { expect, test } from "vitest";
import { createHeadReader } from "../src/server/fast-path/read-head.ts";
import { admissionOf, createUploadReader } from "../src/server/read-request.ts";

/** Returns the function that gives what is read of the nth of different heads of so many characters. */
function reader(length: number): (nth: number) => unknown {
  const read = createHeadReader(admissionOf({}));
  return (nth) =>
    read(`GET /${nth} HTTP/1.1\r\nHost: localhost\r\nx: ${String(nth).padEnd(length, "x")}\r\n\r\n`, 0, "a")?.ask;
}

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, nth) => nth);

test("the heads of four clients of 15,000 resources are remembered when they come again", () => {
  const askOf = reader(100);
  const all = numbers(60_000);
  all.forEach(askOf);
  const again = all.map(askOf);
  expect(all.map(askOf).filter((ask, nth) => ask !== again[nth])).toEqual([]);
});

test("of 65,000 heads that come once, hardly one is remembered", () => {
  const askOf = reader(100);
  const remembered = numbers(65_000).filter((nth) => askOf(nth) instanceof RepeatedRequest);
  expect(remembered.length).toBeLessThan(65);
});

test.each([
  ["heads", 100, 70_000],
  ["characters", 1900, 20_000],
])("of more %s than are remembered, the latest are, and the first is read anew", (_what, length, count) => {
  const askOf = reader(length);
  const [, first] = numbers(count).flatMap((nth) => [askOf(nth), askOf(nth)]);
  const latest = askOf(count - 1);
  expect(askOf(count - 1)).toBe(latest);
  expect(askOf(0)).not.toBe(first);
  expect(askOf(0)).toEqual(first);
});

test("all bodies under way share a bound, and give back what they held", async () => {
  const read = createUploadReader({ pendingBytes: 10 });
  const ask = { method: "POST", target: "/", headers: {}, body: null, base: "http://h", address: "" };
  const answer = (): string => "answered";
  const over = Promise.withResolvers<void>();
  const body = async (take: (chunk: Uint8Array<ArrayBuffer>) => void): Promise<void> => take(new Uint8Array(6));
  const open = read(ask, async (take) => body(take).then(() => over.promise), answer);
  await expect(read(ask, body, answer)).rejects.toMatchObject({ status: 503 });
  over.resolve();
  expect([await open, await read(ask, body, answer)]).toEqual(["answered", "answered"]);
});
