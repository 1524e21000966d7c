import { plain } from "@tapedeck/api";
import { expect, test } from "vitest";
import { createPlayer } from "../src/index.ts";
import { ask, exchange, tape, utf8 } from "./exchanges.ts";

const [target, expecting] = ["/a", { expect: "100-continue" }];
const put = (status: number, text: string | null, principal = "anonymous") =>
  exchange(
    {
      ...{ method: "PUT", target, principal },
      ...(text === null ? { headers: Object.entries(expecting) } : { body: utf8(text) }),
    },
    { status },
  );

test.each([
  ["at its head, where it was", [put(401, null)], [401]],
  ["at its head, although another request was taken", [put(201, "hello", "full"), put(401, null)], [401]],
  ["by its body first, where the head was taken before", [put(201, "hello"), put(401, null)], [201, 401, 401]],
  ["at its head first, where it was taken later", [put(401, null), put(201, "hello")], [401]],
])("a request with a body is answered %s", async (_shows, exchanges, answered) => {
  const player = createPlayer({ api: plain, tapes: [tape(...exchanges)] });
  const head = ask(target, expecting, { method: "PUT" });
  for (const status of answered) {
    const given = (await player.expected(head)) ?? player.answer({ ...head, body: new TextEncoder().encode("hello") });
    expect(given).toMatchObject({ status });
  }
});
