import { service } from "@tapedeck/api";
import { expect, test, vi } from "vitest";
import { createPlayer } from "../src/handlers/player.ts";
import type { SortedPaths } from "../src/index/sorted-paths.ts";
import { nearestPaths } from "../src/match/advice.ts";
import { explain } from "../src/match/explain.ts";
import { ask, contextOf, exchange, indexFrom, request, tape, utf8 } from "./exchanges.ts";

test("the nearest of several is the one that differs least", () => {
  const near = indexFrom([[exchange({ target: "/a?x=1&y=1&z=1" }), exchange({ target: "/a?x=1&y=2&z=2" })]]);
  expect(explain(near, contextOf(request({ target: "/a?x=1&y=2&z=3" }))).closest?.place).toBe(2);
});

test("a body that differs in two members is nearer than one that differs as a whole", () => {
  const post = (text: string) => ({ method: "POST", target: "/rpc", body: utf8(text) });
  const near = indexFrom([[exchange(post("x")), exchange(post('[{"id":1},{"id":2}]'))]]);
  expect(explain(near, contextOf(request(post('[{"id":8},{"id":9}]')))).closest?.place).toBe(2);
});

test("the nearest is the one that differs in a generated value alone", () => {
  const near = indexFrom([[exchange({ target: "/a?n=2" }), exchange({ target: "/a?n=2&since=2026-11-22T01:58:42Z" })]]);
  const { closest, advice } = explain(near, contextOf(request({ target: "/a?n=2&since=2026-11-23T04:05:06Z" })));
  expect(closest?.place).toBe(2);
  expect(advice.at(-1)).toContain("the only difference looks like a time");
});

test("the nearest of several uploads, each at a path with an id of its own, is the one that sent the same", () => {
  const part = (id: string, text: string) => ({ method: "PATCH", target: `/uploads/${id}`, body: utf8(text) });
  const near = indexFrom([
    [
      exchange(part("1c324682-28b6-4a1d-8571-b60a868bdbf2", "the config")),
      exchange(part("2f0b4e34-a780-43c6-9b8a-039f0c3bb6eb", "the layer")),
    ],
  ]);
  for (const id of ["1c324682-4a5a-4e39-9108-b60a868bdbf2", "2f0b4e34-fa6f-4f0f-95a9-039f0c3bb6eb"])
    for (const [text, place] of [
      ["the config", 1],
      ["the layer", 2],
    ] as const) {
      const { closest, advice } = explain(near, contextOf(request(part(id, text))));
      expect([text, closest?.place]).toEqual([text, place]);
      expect(advice.at(-1)).toContain("--ignore '/uploads/* path.2'");
    }
});

test("the nearest is looked for among the recordings of every origin", async () => {
  const [books, people] = ["https://books.example", "https://people.example"] as const;
  const player = createPlayer({
    tapes: [
      { ...tape(exchange({ target: "/books" })), origin: books },
      { ...tape(exchange({ target: "/people?page=1", principal: "token" })), origin: people },
    ],
  });
  await player("http://localhost/people?page=1");
  expect(player.misses()[0]?.closest?.target).toBe("/people?page=1");
  expect(player.misses()[0]?.advice[0]).toContain(people);
});

test("nearestPaths() finds nothing in an empty index", () => {
  expect(nearestPaths(indexFrom([[]]), "", "/users/ada")).toEqual([]);
});

test("a miss costs the same in a large index: it is compared with neighbours, not with all", () => {
  const large = indexFrom([
    Array.from({ length: 20_000 }, (_, at) => exchange({ target: `/users/user-${at * 7919}` })),
  ]);
  explain(large, contextOf(request({ target: "/users/first-miss-puts-the-paths-in-order" })));
  const [paths] = large.paths("") as [SortedPaths];
  const looks = vi.spyOn(paths, "at");
  vi.spyOn(large, "paths").mockReturnValue([paths]);
  const walks = vi.spyOn(large, "exchanges");
  const miss = explain(large, contextOf(request({ target: "/users/user-79190x" })));
  expect(miss.closest?.target).toBe("/users/user-79190");
  expect(walks).not.toHaveBeenCalled();
  // Neighbours, each found by halves, of three segments.
  expect(looks.mock.calls.length).toBeLessThan(500);
});

test("a miss shows of a long body only its beginning", () => {
  const body = utf8("x".repeat(1000));
  const player = createPlayer({ api: service, tapes: [tape(exchange({ target: "/posted", method: "POST", body }))] });
  const type = { "content-type": "text/plain" };
  player.answer(ask("/posted", type, { method: "POST", body: new TextEncoder().encode("y") }));
  const [miss] = player.misses();
  expect(miss?.advice[0]).toContain(
    `'curl --request POST --header "Content-Type: text/plain" --data-binary @BODY "$TAPEDECK_URL/posted"'`,
  );
  expect(miss?.closest?.differences).toEqual([{ part: "body", at: null, asked: "y", recorded: `${"x".repeat(200)}…` }]);
});

test("a miss finds a recording with a small body behind one with a large body", () => {
  const put = (comp: string, text: string) => ({ method: "PUT", target: `/blob?comp=${comp}`, body: utf8(text) });
  const blob = indexFrom([[exchange(put("block", "a".repeat(300_000))), exchange(put("list", "<id>1</id>"))]]);
  expect(explain(blob, contextOf(request(put("list", "<id>2</id>")))).closest?.target).toBe("/blob?comp=list");
});
