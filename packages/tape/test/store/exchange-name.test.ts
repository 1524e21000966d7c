import { expect, test } from "vitest";
import { exchangeName } from "../../src/store/exchange-name.ts";
import { request, utf8 } from "../tapes.ts";

test.each([
  ["in a body", { method: "POST", body: utf8('{"query":"query ListBooks { books { id } }"}') }, "POST_listbooks"],
  ["in a URL", { target: "/graphql?query=query%20ListBooks%20%7Bbooks%7Bid%7D%7D" }, "GET_listbooks"],
])("a GraphQL operation %s names its files, and a digest tells its variables apart", (_where, parts, name) => {
  const asked = request({ target: "/graphql", ...parts });
  expect(exchangeName("http://localhost", asked, 0)).toMatch(new RegExp(`^${name}~[0-9a-f]{10}$`));
});
