import { expect, test } from "vitest";
import { find, indexBy } from "../src/lookup.ts";
import { exchange, request } from "./tapes.ts";

const first = exchange({ target: "/zen" }, { status: 200 });
const second = exchange({ target: "/zen" }, { status: 304 });
const lookup = indexBy([first, exchange(), second], ({ method, target }) => `${method} ${target}`);

test.each([
  ["finds every answer to a request, in order", { target: "/zen" }, [first, second]],
  ["tells by the key alone", { target: "/zen", principal: "full" }, [first, second]],
  ["finds nothing where nothing was recorded", { target: "/nothing" }, []],
  ["takes nothing for a key that every object has", { target: "constructor" }, []],
])("find() %s", (_shows, asked, found) => {
  expect(find(lookup, request(asked))).toEqual(found);
});
