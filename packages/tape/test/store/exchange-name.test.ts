import { expect, test } from "vitest";
import { exchangeName } from "../../src/store/exchange-name.ts";
import { folderOf } from "../../src/store/folder-name.ts";
import { request, utf8 } from "../tapes.ts";

test.each([
  ["in a body", { method: "POST", body: utf8('{"query":"query ListBooks { books { id } }"}') }, "POST_listbooks"],
  ["in a URL", { target: "/graphql?query=query%20ListBooks%20%7Bbooks%7Bid%7D%7D" }, "GET_listbooks"],
])("a GraphQL operation %s names its files, and a digest tells its variables apart", (_where, parts, name) => {
  const asked = request({ target: "/graphql", ...parts });
  expect(exchangeName("http://localhost", asked, 0)).toMatch(new RegExp(`^${name}~[0-9a-f]{10}$`));
});

test.each([
  ["a WebSocket", [["upgrade", "websocket"]], "GET~websocket"],
  ["one media type", [["accept", "application/json"]], "GET~application,json"],
  [
    "one media type and a key of one request",
    [
      ["accept", "text/csv"],
      ["idempotency-key", "8f"],
      ["x-goog-gcs-idempotency-token", "9e"],
    ],
    "GET~text,csv",
  ],
  ["a media type that ends like the number of an answer", [["accept", "a/b.2"]], /^GET~[0-9a-f]{10}$/],
  ["axios", [["accept", "application/json, text/plain, */*"]], "GET~application,json~text,plain~any"],
  ["media types and how much each is wanted", [["accept", "text/html, */*;q=0.8"]], /^GET~[0-9a-f]{10}$/],
  [
    "another header as well",
    [
      ["accept", "text/csv"],
      ["x-tenant", "b"],
    ],
    /^GET~[0-9a-f]{10}$/,
  ],
] as const)("a request that asks for %s", (_what, headers, name) => {
  expect(exchangeName("http://localhost", request({ target: "/users", headers }), 0)).toMatch(name);
});

test("a path has 180 characters at most, whatever a client asks", () => {
  const asked = request({
    method: "X".repeat(99),
    target: `/${`${"a".repeat(99)}/`.repeat(9)}?${"b".repeat(99)}`,
    principal: "c".repeat(99),
    headers: [["accept", `a/${"d".repeat(99)}`]],
  });
  const origin = `http://${"e".repeat(60)}.example:8080`;
  const path = `${folderOf(origin, asked.target)}/${exchangeName(origin, asked, 9999)}.har`;
  expect(path.length).toBeLessThanOrEqual(180);
});
