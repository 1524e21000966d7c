import { service } from "@tapedeck/api";
import { type Exchange, type HeaderList, headerOf } from "@tapedeck/tape";
import { expect, test } from "vitest";
import { createPlayer } from "../src/handlers/player.ts";
import { lookupOf, play } from "../src/index/lookup.ts";
import { createPlayCounts } from "../src/index/play-counts.ts";
import { ask, exchange, headers, indexFrom, jsonOf, refusal, request, tape, textOf, utf8 } from "./exchanges.ts";

function says(text: string, parts: Parameters<typeof exchange>[0] = {}): Exchange {
  return exchange(parts, { body: utf8(JSON.stringify(text)) });
}

const tag: HeaderList = [["if-none-match", '"1"']];

test("a layer above has the answers: its sequence takes the place of the one below", () => {
  const base = [says("base 1"), says("base 2"), says("base 3"), says("other", { target: "/x" })];
  const player = createPlayer({
    api: service,
    tapes: [tape(...base)],
    over: [[tape(says("override 1"), says("override 2"))]],
  });
  const asked = [1, 2, 3].map(() => jsonOf(player.answer(ask())));
  expect([asked, jsonOf(player.answer(ask("/x")))]).toEqual([["override 1", "override 2", "override 2"], "other"]);
  expect([player.exchanges, player.unplayed()]).toEqual([3, []]);
});

test("the first of several layers is the uppermost", () => {
  const player = createPlayer({
    api: service,
    tapes: [tape(says("base"), says("base", { target: "/x" }), says("base", { target: "/y" }))],
    over: [[tape(says("upper"))], [tape(says("lower"), says("lower", { target: "/x" }))]],
  });
  const advertised = ["/users/ada", "/x", "/y"].map((target) => jsonOf(player.answer(ask(target))));
  expect(advertised).toEqual(["upper", "lower", "base"]);
});

test("a layer stands for every version of an answer: no condition reaches what lies below", () => {
  const below = exchange({ headers: tag }, { status: 304, body: null });
  const index = indexFrom([[says("override")], [says("base"), below]]);
  const outcome = play(index, createPlayCounts(), lookupOf(request({ headers: tag }), "", index.rule), (all) => all);
  expect(outcome.kind === "played" && outcome.prepared.exchange.response.body?.text).toBe('"override"');
  expect(index.size).toBe(1);
});

test("a layer overrides one caller's answer, and not another's", () => {
  const tokens = { full: "full-t0ken" };
  const tapes = [tape(says("anybody"), says("full", { principal: "full" }))];
  const player = createPlayer({ api: service, tapes, over: [[tape(says("override"))]], tokens });
  expect(jsonOf(player.answer(ask()))).toBe("override");
  expect(jsonOf(player.answer(ask("/users/ada", { authorization: "token full-t0ken" })))).toBe("full");
});

test("refusals and answers are overridden each by their like", () => {
  const index = indexFrom([[refusal()], [says("base"), refusal()]]);
  expect(play(index, createPlayCounts(), lookupOf(request(), "", index.rule), (all) => all).kind).toBe("played");
  expect([index.size, [...index.refusals(" anonymous")].length]).toEqual([2, 1]);
});

test("a page that a layer has is no part of the list below", () => {
  const listed = (page: number, items: number[], next: string): Exchange =>
    exchange(
      { target: `/users/ada/repos?per_page=2${page === 1 ? "" : `&page=${page}`}` },
      {
        headers: next === "" ? headers() : headers(["link", `<https://api.service.example/${next}>; rel="next"`]),
        body: utf8(JSON.stringify(items)),
      },
    );
  const base = tape(listed(1, [1, 2], "2"), listed(2, [3], ""));
  const override = tape(listed(1, [10, 20], "2"));
  const cut = (over: ReadonlyArray<readonly (typeof override)[]>) =>
    jsonOf(createPlayer({ api: service, tapes: [base], over }).answer(ask("/users/ada/repos?per_page=100")));
  expect([cut([]), cut([[override]])]).toEqual([
    [1, 2, 3],
    [10, 20, 3],
  ]);
});

test("addOverride() overrides an answer, removeOverride() gives back the one below, where it was", () => {
  const player = createPlayer({ api: service, tapes: [tape(says("1"), says("2"), says("3"))] });
  const next = (): unknown => jsonOf(player.answer(ask()));
  const advertised = [next()];
  player.addOverride("a test", [tape(says("override 1"), says("override 2"))]);
  advertised.push(next(), next());
  player.addOverride("a test", [tape(says("anew 1"), says("anew 2"))]);
  advertised.push(next());
  expect(player.tapes().map(({ override, exchanges, visible }) => [override, exchanges, visible])).toEqual([
    ["a test", 2, 2],
    [null, 3, 0],
  ]);
  advertised.push(player.removeOverride("a test"), player.removeOverride("a test"), next(), next());
  expect(advertised).toEqual(["1", "override 1", "override 2", "anew 1", true, false, "2", "3"]);
});

test("the override that was added last lies uppermost", () => {
  const player = createPlayer({ api: service, tapes: [tape(says("base"))] });
  player.addOverride("a", [tape(says("a"))]);
  player.addOverride("b", [tape(says("b"))]);
  expect(jsonOf(player.answer(ask()))).toBe("b");
  player.addOverride("a", [tape(says("a again"))]);
  expect(jsonOf(player.answer(ask()))).toBe("a again");
});

test("overrides have a bound in number and in bytes, and what lies already stays", () => {
  const player = createPlayer({ api: service, tapes: [tape(says("base"))], overrides: { entries: 2, bytes: 2000 } });
  player.addOverride("a", [tape(says("a"))]);
  player.addOverride("b", [tape(says("b"))]);
  expect(() => player.addOverride("c", [tape(says("c"))])).toThrow(/^Cannot add override "c": there are 2; remove one/);
  player.addOverride("b", [tape(says("b again"))]);
  expect(() => player.addOverride("b", [tape(says("x".repeat(2000)))])).toThrow(
    /bytes, and may have 2000; remove one first/,
  );
  expect(jsonOf(player.answer(ask()))).toBe("b again");
  player.removeOverride("a");
  player.addOverride("c", [tape(says("c"))]);
  expect(jsonOf(player.answer(ask()))).toBe("c");
});

test("a hundred overrides have 64 MiB together, where nothing else is set", () => {
  const player = createPlayer({ api: service, tapes: [tape(says("base"))] });
  const large = [tape(says("x".repeat(65 * 1024 * 1024)))];
  expect(() => player.addOverride("large", large)).toThrow("and may have 67108864; remove one first");
  for (let nth = 0; nth < 100; nth += 1) player.addOverride(`${nth}`, []);
  expect(() => player.addOverride("one more", [])).toThrow('Cannot add override "one more": there are 100');
});

test("a override changes what a miss is compared with", () => {
  const player = createPlayer({ api: service, tapes: [tape(exchange())] });
  player.answer(ask("/users/grac"));
  player.addOverride("a test", [tape(exchange({ target: "/users/grace" }))]);
  player.answer(ask("/users/grac"));
  expect(player.misses().map(({ closest }) => closest?.target)).toEqual(["/users/ada", "/users/grace"]);
});

test("reset() takes overrides away, and keeps what was kept", () => {
  const player = createPlayer({ api: service, tapes: [tape(says("base"))] });
  player.store(ask("/x"), { status: 200, headers: [], body: utf8("kept") }, "https://api.service.example");
  player.addOverride("a test", [tape(says("override"))]);
  player.reset();
  expect([jsonOf(player.answer(ask())), textOf(player.answer(ask("/x")))]).toEqual(["base", "kept"]);
  expect(player.tapes().map(({ name, override }) => [name, override])).toEqual([
    ["users", null],
    ["upstream", null],
  ]);
});

test("keep() puts an answer behind those of its request, in their layer", () => {
  const options = { tapes: [tape(says("base"))], afterLast: "end" as const };
  const player = createPlayer(options);
  player.addOverride("a test", [tape(says("override"))]);
  player.store(ask(), { status: 200, headers: [], body: utf8('"kept"') }, "https://api.service.example");
  player.addOverride("another", [tape(exchange({ target: "/x" }))]);
  const advertised = [1, 2, 3].map(() => player.answer(ask()));
  expect(advertised.map((reply) => (reply.status === 200 ? jsonOf(reply) : reply.status))).toEqual([
    "override",
    "kept",
    501,
  ]);
  player.removeOverride("a test");
  expect(jsonOf(player.answer(ask()))).toBe("base");
});

test("keep() hides what a recording hides", () => {
  const player = createPlayer({ api: service, tapes: [], tokens: { full: "full-t0ken" } });
  const answered = exchange({}, { headers: headers(["set-cookie", "id=1"]), body: utf8("full-t0ken") }).response;
  player.store(ask("/x?access_token=s3cr3t"), answered, "https://api.service.example");
  const reply = player.answer(ask("/x?access_token=s3cr3t"));
  expect([reply.status, textOf(reply), headerOf(reply.headers, "set-cookie")]).toEqual([
    200,
    "__redacted-full__",
    "id=__redacted-cookie-client-1__",
  ]);
  // What a client never sent before is another request.
  expect(player.answer(ask("/x?access_token=other")).status).toBe(501);
});
