// Queries and forms of any charset: what differs by one byte is another request.
import fc from "fast-check";
import { expect, test } from "vitest";
import { createPlayer } from "../src/index.ts";
import { ask, exchange, tape, textOf, utf8 } from "./exchanges.ts";

const coded = fc
  .oneof(fc.uint8Array({ minLength: 1, maxLength: 4 }), fc.constantFrom([0xef, 0xbf, 0xbf, 0x41], [0x41], [0xef, 0xbf]))
  .map((bytes) => Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""));
const type = "application/x-www-form-urlencoded";
const places = {
  query: (value: string) => ({ target: `/find?q=${value}&a=1` }),
  "query of a GraphQL request": (value: string) => ({ target: `/find?query={a}&variables={}&q=${value}` }),
  form: (value: string) =>
    ({ method: "POST", target: "/find", headers: [["content-type", type]], body: utf8(`q=${value}&a=1`) }) as const,
};

test.each(Object.entries(places))(
  "values of bytes that are no UTF-8 are told apart in a %s",
  async (_place, requestOf) => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(coded, { minLength: 2, maxLength: 4 }), async (values) => {
        const exchanges = values.map((value) => exchange(requestOf(value), { body: utf8(value) }));
        const player = createPlayer({ tapes: [tape(...exchanges)] });
        for (const value of values.toReversed()) {
          const { target, method, body } = { method: "GET", body: null, ...requestOf(value) };
          const init = { method, ...(body && { body: body.text ?? "", headers: { "content-type": type } }) };
          expect(await (await player(`http://localhost${target}`, init)).text()).toBe(value);
        }
      }),
      { numRuns: 50 },
    );
  },
);

test("U+FFFF as it stands is told from a byte that is no UTF-8", () => {
  const values = ["%E9", "\uffffE9", "%EF%BF%BFE9"];
  const tapes = [tape(...values.slice(0, 2).map((q) => exchange({ target: `/a?q=${q}` }, { body: utf8(q) })))];
  const player = createPlayer({ tapes, afterLast: "end" });
  expect(values.toReversed().map((q) => textOf(player.answer(ask(`/a?q=${q}`))))).toEqual([
    "\uffffE9",
    expect.stringContaining("Cannot replay"),
    "%E9",
  ]);
});

test("a miss shows bytes that are no UTF-8 as they were sent", async () => {
  const player = createPlayer({ tapes: [tape(exchange({ target: "/find?q=%e9" }))] });
  const miss = await player("http://localhost/find?q=%E8", { headers: { accept: "text/plain" } });
  expect(await miss.text()).toContain("differs in parameter q: %E9, not %E8");
});
