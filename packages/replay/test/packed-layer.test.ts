import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Tape } from "@tapedeck/tape";
import { createPackWriter, type OpenPack, openPack } from "@tapedeck/tape/files";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPlayer } from "../src/handlers/player.ts";
import type { PlayerOptions } from "../src/handlers/player-options.ts";
import { packKeys } from "../src/index/layer/pack-keys.ts";
import { ask, exchange, origin, tape, textOf, utf8 } from "./exchanges.ts";

let folder: string;
let packs: OpenPack[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tapedeck-packed-layer-"));
  packs = [];
});
afterEach(() => {
  for (const pack of packs) pack.close();
  rmSync(folder, { recursive: true });
});

function packed(...tapes: readonly Tape[]): OpenPack {
  const file = join(folder, `${packs.length}.tapedeck`);
  const { keyedBy, keysOf } = packKeys({ origins: [...new Set(tapes.map((each) => each.origin))] });
  const writer = createPackWriter(file);
  for (const each of tapes) writer.tape(`${each.name}.har`, each, (one) => keysOf(one, each.origin));
  writer.finish({ keyedBy, descriptions: null });
  packs.push(openPack(file));
  return packs.at(-1) as OpenPack;
}

function says(text: string, target: string, method = "GET"): ReturnType<typeof exchange> {
  return exchange({ target, method }, { body: utf8(JSON.stringify(text)) });
}

const other = "https://a.other.example";
const here = tape(says("1", "/a"), says("2", "/a"), says("3", "/b"));
const there: Tape = { ...tape(says("there", "/a")), name: "other", origin: other };

/** What a player says to each request, in turn. */
function answers(options: PlayerOptions, ...asked: ReadonlyArray<Parameters<typeof ask>>): readonly (string | null)[] {
  const player = createPlayer(options);
  return asked.map((each) => {
    const reply = player.answer(ask(...each));
    return reply.kind === undefined && reply.status === 200 ? textOf(reply) : "none";
  });
}

test("under the rule that it was packed with, a look-up goes by key alone, at each origin", () => {
  const tapes = packed(here, there);
  const find = vi.spyOn(tapes, "find");
  const [ours, theirs] = [{ base: origin }, { base: other }];
  expect(answers({ tapes }, ["/a", {}, ours], ["/a", {}, theirs], ["/a", {}, ours])).toEqual(['"1"', '"there"', '"2"']);
  expect([...new Set(find.mock.calls.map(([table]) => table))]).toEqual(["key"]);
});

test("requests that are alike for long keep their order", () => {
  const nths = Array.from({ length: 12 }, (_, at) => String(at).padStart(2, "0"));
  const alike = tape(...nths.map((nth) => says(nth, `/a?q=${"x".repeat(400)}${nth}`)));
  const asked = nths.map((): [string] => ["/a?q=another"]);
  const options: PlayerOptions = { tapes: packed(alike), rule: ["method", "path"] };
  expect(answers(options, ...asked)).toEqual(nths.map((nth) => JSON.stringify(nth)));
});

test("under another rule, answers are found among those of the path", () => {
  const rule = ["path", "principal"];
  expect(answers({ tapes: packed(here), rule }, ["/a?x=1"], ["/a"], ["/b?y"], ["/c"])).toEqual([
    '"1"',
    '"2"',
    '"3"',
    "none",
  ]);
  expect(() => createPlayer({ tapes: packed(here), rule: ["method"] })).toThrow(/pack it again with the same --match/);
});

test.each([
  ["settings of its own", { redact: { names: ["colour"] } }, 200],
  // Recordings that hold it are none of a recorder that knew it.
  ["secrets of its own", { secrets: [{ alias: "mine", value: "bluish-5-blue" }] }, 501],
] as const)("a player with %s hides what it hides in recorded requests, too", (_shows, own, status) => {
  const player = createPlayer({ tapes: packed(tape(says("1", "/a?colour=bluish-5-blue"))), ...own });
  expect(player.answer(ask("/a?colour=bluish-5-blue"))).toMatchObject({ status });
  player.answer(ask("/a?colour=red"));
  const unplayed = player.unplayed().map(({ exchange: { request } }) => request);
  const said = JSON.stringify([player.misses(), player.journal(), unplayed]);
  expect(said).toContain("closest");
  expect(said).not.toContain("bluish");
});

test("layers of packed files and of tapes lie over each other, and one takes what is stored", () => {
  const player = createPlayer({ tapes: packed(here), over: [packed(tape(says("over", "/b")))] });
  const text = (target: string): unknown => {
    const reply = player.answer(ask(target));
    return reply.kind === undefined ? [reply.status, textOf(reply)] : reply.kind;
  };
  expect([player.exchanges, text("/b"), text("/a")]).toEqual([3, [200, '"over"'], [200, '"1"']]);
  player.addOverride("test", [tape(says("overridden", "/a"))]);
  expect([player.exchanges, text("/a"), player.tapes().map(({ visible }) => visible)]).toEqual([
    2,
    [200, '"overridden"'],
    [1, 1, 0],
  ]);
  player.removeOverride("test");
  player.store(ask("/new"), says("stored", "/new").response, origin);
  player.store(ask("/a"), says("third", "/a").response, origin);
  expect([text("/new"), text("/a"), text("/a")]).toEqual([
    [200, '"stored"'],
    [200, '"2"'],
    [200, '"third"'],
  ]);
  expect(player.unplayed().map(({ exchange: each }) => each.request.target)).toEqual([]);
});

test("a login gets no other account's answer", () => {
  const issuing = ["", ".2"].map((nth) =>
    exchange(
      { method: "POST", target: "/login", body: utf8(nth) },
      { headers: [], body: utf8(`{"token":"__redacted-field${nth}__"}`) },
    ),
  );
  const own = exchange({
    target: "/me",
    principal: "token",
    headers: [["authorization", "Bearer __redacted-field__"]],
  });
  const player = createPlayer({ tapes: packed(tape(...issuing, own)) });
  const asked = ["", ".2"].map((nth) =>
    player.answer(ask("/me", { authorization: `Bearer __redacted-field${nth}__` })),
  );
  expect(asked.map((reply) => reply.kind === undefined && reply.status)).toEqual([200, 501]);
});

test("a miss names the nearest packed path", () => {
  const player = createPlayer({ tapes: packed(tape(says("1", "/users/ada"), says("2", "/users/grace/repos"))) });
  for (const target of ["/users/adda", "/usres/grace/repos/x"]) player.answer(ask(target));
  expect(player.misses().map(({ closest }) => closest?.target)).toEqual(["/users/ada", "/users/grace/repos"]);
});

/** What a player looks at for each step, of a packed file with so many exchanges. */
function work(exchanges: number): Readonly<Record<string, readonly number[]>> {
  const login = { authorization: "Bearer __redacted-field__" };
  const many = [
    exchange({ method: "POST", target: "/login" }, { headers: [], body: utf8('{"token":"__redacted-field__"}') }),
    exchange({ target: "/me", principal: "token", headers: Object.entries(login) }),
    ...Array.from({ length: exchanges }, (_, at) => says(String(at), `/accounts/${at}/things/${at}`)),
    ...Array.from({ length: exchanges }, (_, at) => says(String(at), `/accounts/${at}`, "POST")),
  ];
  const tapes = packed(tape(...many));
  const looks = [vi.spyOn(tapes, "read"), vi.spyOn(tapes, "find"), vi.spyOn(tapes.paths, "at")];
  const looked = (step: () => void): readonly number[] => {
    for (const look of looks) look.mockClear();
    step();
    return looks.map(({ mock }) => mock.calls.length);
  };
  let player = createPlayer({ tapes: [] });
  const body = utf8('"new"');
  return {
    "making it": looked(() => {
      player = createPlayer({ tapes });
    }),
    "the first answer": looked(() => player.answer(ask("/accounts/7/things/7"))),
    "an override": looked(() => player.addOverride("upper", [tape(says("over", "/accounts/8/things/8"))])),
    "an overridden answer": looked(() => player.answer(ask("/accounts/8/things/8"))),
    "how many there are": looked(() => player.exchanges),
    "a stored answer": looked(() => player.store(ask("/new"), { status: 200, headers: [], body }, origin)),
    "an answer to another login": looked(() => player.answer(ask("/me", { authorization: "Bearer __redacted-x__" }))),
    "a stored login": looked(() => {
      const issued = utf8('{"token":"9f86d081884c7d659a2feaa0c55ad015"}');
      player.store(ask("/login", {}, { method: "POST" }), { status: 200, headers: [], body: issued }, origin);
    }),
    "an explained miss": looked(() => player.answer(ask("/acounts/7/thing"))),
    "its override away": looked(() => player.removeOverride("upper")),
  };
}

test("no step looks at more of a larger file, but for the steps of a binary search", () => {
  const [few, many] = [work(16), work(1024)];
  for (const [step, [read = 0, find, paths = 0]] of Object.entries(many)) {
    const [readOfFew = 0, findOfFew, pathsOfFew = 0] = few[step] ?? [];
    expect({ step, find, read: read <= readOfFew + 1 }).toEqual({ step, find: findOfFew, read: true });
    // 64 times as many take 6 steps more of each search.
    expect(paths, step).toBeLessThanOrEqual(2.5 * pathsOfFew + 12);
  }
});
