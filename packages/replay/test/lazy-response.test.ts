import { inspect } from "node:util";
import type { HeaderList } from "@tapedeck/tape";
import fc from "fast-check";
import { expect, test } from "vitest";
import { lazyResponse, realResponse } from "../src/deliver/lazy-response.ts";
import type { FixedHeaders, OutgoingResponse } from "../src/deliver/outcome.ts";
import { toResponse } from "../src/deliver/to-response.ts";

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const fixed = [
  ["content-type", "application/json"],
  ["set-cookie", "a=1"],
  ["set-cookie", "b=2"],
] as const;

const sharing = (fields: HeaderList): FixedHeaders => ({ fields, prepared: null });

function outcome(status: number, body: Uint8Array<ArrayBuffer> | null): OutgoingResponse {
  return { status, headers: [...fixed, ["date", "Thu, 01 Jan 2026 00:00:00 GMT"]], fixed: sharing(fixed), body };
}

function lazy(made: OutgoingResponse): Response {
  const response = lazyResponse(made);
  if (response === null) throw new Error("it is real");
  return response;
}

/** What a client may do with a response, and what it sees of it. */
const uses: Readonly<Record<string, (response: Response) => unknown>> = {
  status: ({ status, ok, statusText }) => [status, ok, statusText],
  place: ({ url, type, redirected }) => [url, type, redirected],
  headers: ({ headers }) => [...headers],
  "one header": ({ headers }) => headers.getSetCookie(),
  "another header": ({ headers }) => headers.set("x", "1"),
  used: ({ bodyUsed }) => bodyUsed,
  "no body": ({ body }) => body === null,
  text: (response) => response.text(),
  json: (response) => response.json(),
  "array buffer": async (response) => [...new Uint8Array(await response.arrayBuffer())],
  bytes: async (response) => [...(await response.bytes())],
  blob: async (response) => [(await response.blob()).type, await (await response.blob()).text()],
  form: (response) => response.formData(),
  chunks: async ({ body }) => (body === null ? null : Buffer.concat(await Array.fromAsync(body)).toString()),
  clone: async (response) => (await response.clone().text()) + (response.clone().status as unknown as string),
  "made anew": async (response) => {
    const { status, headers, body } = response;
    return [...new Response(body, { status, headers }).headers];
  },
};

test.each([
  ["a document", outcome(200, bytes('{"a":1}'))],
  ["a byte order mark", outcome(200, bytes('\ufeff{"a":1}'))],
  ["what is no JSON", outcome(404, bytes("no"))],
  ["bytes that are no text", outcome(200, new Uint8Array([0xff, 0xfe, 0]))],
  ["an empty body", outcome(200, bytes(""))],
  ["no body", outcome(204, null)],
  ["a status without words", outcome(599, null)],
])("a lazy response is what new Response() makes of %s, whatever is read of it, in any order", (_shows, made) =>
  fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...Object.keys(uses)), { maxLength: 6 }), async (names) => {
      const [ours, theirs] = [lazy(made), realResponse(made)];
      for (const name of names) expect(await seen(ours, name)).toEqual(await seen(theirs, name));
    }),
    { numRuns: 60 },
  ),
);

async function seen(response: Response, name: string): Promise<unknown> {
  try {
    return await uses[name]?.(response);
  } catch (error) {
    return String(error);
  }
}

test("a lazy response is an instance of Response, of its class, and printed as one", () => {
  const response = lazy(outcome(200, bytes("{}")));
  expect(response).toBeInstanceOf(Response);
  expect(response.constructor).toBe(Response);
  expect(Object.prototype.toString.call(response)).toBe("[object Response]");
  expect(inspect(response)).toContain("status: 200");
  expect(Object.keys(response)).toEqual(Object.keys(realResponse(outcome(200, bytes("{}")))));
});

test.each([
  ["an informational status", { ...outcome(103, null) }],
  ["a body that cannot be", { ...outcome(204, bytes("a")) }],
  ["a value that no header can have", { ...outcome(200, null), fixed: sharing([["a", "b\n"]]) }],
  ["a name that no header can have", { ...outcome(200, null), headers: [...fixed, ["a b", "1"]] }],
] as ReadonlyArray<readonly [string, OutgoingResponse]>)(
  "%s is not lazy: new Response() refuses it at once",
  (_shows, made) => {
    expect(lazyResponse(made)).toBeNull();
  },
);

test("a lazy response is of the Response that is there: a test environment may bring its own", () => {
  const before = globalThis.Response;
  class Other extends before {}
  globalThis.Response = Other;
  try {
    expect(lazy(outcome(200, null))).toBeInstanceOf(Other);
  } finally {
    globalThis.Response = before;
  }
  expect(lazy(outcome(200, null))).not.toBeInstanceOf(Other);
});

test.each(["a whole response", "a stream"])("%s may have any status of three digits", async (kind) => {
  const said = { status: 999, headers: [] };
  const chunks = [{ afterMs: 0, bytes: bytes("denied") }];
  const whole = { ...said, body: bytes("denied") };
  const response = await toResponse(kind === "a stream" ? { kind: "stream", ...said, body: null, chunks } : whole);
  expect([response.status, response.ok, await response.text()]).toEqual([999, false, "denied"]);
});
