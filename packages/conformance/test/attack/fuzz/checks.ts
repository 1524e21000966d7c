// What the targets of the fuzzer check with, and start from.
import { bodyOf } from "@tapedeck/tape";
import { toHar } from "@tapedeck/tape/har";

/** Fails with a law that does not hold. */
export function holds(isSo: boolean, law: string): void {
  if (!isSo) throw new Error(law);
}

/** The input as text. */
export const text = (input: Buffer): string => input.toString("utf8");

/** Runs a parser; null where it refuses the input with one of the errors that it documents. */
export function parsed<Result>(
  read: () => Result,
  ...refusals: ReadonlyArray<abstract new (...words: never) => Error>
): Result | null {
  try {
    return read();
  } catch (error) {
    if (refusals.some((refusal) => error instanceof refusal)) return null;
    throw error;
  }
}

/** Two exchanges, a seed. */
export const har: string = toHar({
  name: "a",
  origin: "http://localhost",
  recordedAt: 1_767_225_600,
  exchanges: [
    {
      request: {
        method: "POST",
        target: "/a?b=c",
        principal: "anonymous",
        headers: [],
        body: bodyOf(Buffer.from('{"a":1}')),
      },
      response: { status: 200, headers: [["content-type", "application/json"]], body: bodyOf(Buffer.from("[1, 2]")) },
    },
    {
      request: { method: "GET", target: "/", principal: "token", headers: [["accept", "a"]], body: null },
      response: { status: 204, headers: [], body: bodyOf(Buffer.from([0xff, 0])) },
    },
  ],
});
