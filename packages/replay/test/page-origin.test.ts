import { expect, test } from "vitest";
import { createPlayer } from "../src/index.ts";

const origin = "https://api.service.example";

test.each([
  ["a page at another port of this machine", "http://localhost:3000", "http://127.0.0.1:5173", "http://127.0.0.1:5173"],
  ["the same page", "http://localhost:3000", "http://localhost:3000", "http://localhost:3000"],
  ["a page elsewhere", "http://localhost:3000", "https://evil.example", "http://localhost:3000"],
  ["a page that only looks so", "http://localhost:3000", "http://localhost:1@evil.example", "http://localhost:3000"],
  ["a service that names a page elsewhere", "https://app.example", "http://localhost:5173", "https://app.example"],
  ["a service that lets anyone read", "*", "http://localhost:5173", "*"],
])("a replay lets a page read what was let read: %s", async (_who, recorded, page, allowed) => {
  const request = { method: "GET", target: "/", principal: "anonymous", headers: [], body: null };
  const headers = [["access-control-allow-origin", recorded]] as const;
  const exchanges = [{ request, response: { status: 200, headers, body: null } }];
  const player = createPlayer({ tapes: [{ name: "tape", origin, recordedAt: 1_767_225_600, exchanges }] });
  const response = await player(new Request(`${origin}/`, { headers: { origin: page } }));
  expect(response.headers.get("access-control-allow-origin")).toBe(allowed);
});

test("of pages elsewhere each gets the answers that it may read, in whatever order they ask", async () => {
  const pages = [null, "https://a.example", "https://b.example"];
  const exchanges = pages.map((page) => ({
    request: { method: "GET", target: "/", principal: "anonymous", headers: [], body: null },
    response: {
      status: 200,
      headers: page === null ? [] : [["access-control-allow-origin", page] as const],
      body: null,
    },
  }));
  const player = createPlayer({ tapes: [{ name: "tape", origin, recordedAt: 1_767_225_600, exchanges }] });
  const readable: (string | null)[] = [];
  for (const page of pages.toReversed()) {
    const response = await player(new Request(`${origin}/`, page === null ? {} : { headers: { origin: page } }));
    readable.push(response.headers.get("access-control-allow-origin"));
  }
  expect(readable).toEqual(pages.toReversed());
});
