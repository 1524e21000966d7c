import { service } from "@tapedeck/api";
import { headerOf } from "@tapedeck/tape";
import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../.ci/property.ts";
import { createPlayer } from "../src/handlers/player.ts";
import type { IncomingRequest } from "../src/http/message.ts";
import { createRecordedLists, type RecordedList } from "../src/index/recorded-lists.ts";
import { counted, exchange, origin, tape, utf8 } from "./exchanges.ts";

const numbers = Array.from({ length: 5 }, (_, at) => `{"id":${at + 1}.0}`);
const next = ["link", `<${origin}/orgs/x/repos?per_page=3&page=2>; rel="next"`] as const;

function listed(target: string, ids: readonly string[], more = false, principal = "anonymous") {
  const type = ["content-type", "application/json; charset=utf-8"] as const;
  const headers = [...counted, type, ["etag", 'W/"list"'] as const, ...(more ? [next] : [])];
  return exchange({ target, principal }, { headers, body: utf8(`[\n${ids.join(",\n")}\n]`) });
}

async function page(recorded: readonly ReturnType<typeof exchange>[], query: string, headers = {}) {
  const player = createPlayer({ api: service, tapes: [tape(...recorded)] });
  const response = await player(`http://localhost/orgs/x/repos${query}`, { headers });
  return { status: response.status, text: await response.text(), headers: [...response.headers] };
}

test.each([
  ["from a list on one page", [listed("/orgs/x/repos?per_page=100", numbers)]],
  [
    "from all the pages of one size",
    [
      listed("/orgs/x/repos?per_page=3", numbers.slice(0, 3), true),
      listed("/orgs/x/repos?page=2&per_page=3", numbers.slice(3)),
    ],
  ],
])("a page that was not recorded is cut %s, to the letter", async (_from, recorded) => {
  const { status, text, headers } = await page(recorded, "?per_page=2&page=2");
  expect([status, text]).toEqual([200, '[{"id":3.0},{"id":4.0}]']);
  expect(headerOf(headers, "etag")).toBe('W/"list-2-2"');
  expect(headerOf(headers, "link")).toContain('<http://localhost/orgs/x/repos?per_page=2&page=3>; rel="next"');
  expect((await page(recorded, "?per_page=2&page=2", { "if-none-match": '"list-2-2"' })).status).toBe(304);
  expect(await page(recorded, "?page=9")).toMatchObject({ status: 200, text: "[]" });
});

test.each([
  ["the list is not whole", [listed("/orgs/x/repos?per_page=3", numbers.slice(0, 3), true)], "?page=2"],
  ["its beginning is missing", [listed("/orgs/x/repos?page=2&per_page=3", numbers.slice(3))], "?per_page=2"],
  ["it is another list", [listed("/orgs/x/repos?per_page=100&type=forks", numbers)], "?per_page=2"],
  ["no document tells what is asked for", [listed("/orgs/x/repos?per_page=100", numbers)], "?type=member"],
  ["it is another's", [listed("/orgs/x/repos?per_page=100", numbers, false, "token")], "?per_page=2"],
  ["it was an error", [exchange({ target: "/orgs/x/repos" }, { status: 404, body: utf8("{}") })], "?page=2"],
])("no page is cut where %s", async (_why, recorded, query) => {
  expect((await page(recorded, query)).status).toBe(501);
});

test("a recorded page is served as it was recorded, though the whole list is there", async () => {
  const recorded = [listed("/orgs/x/repos?per_page=100", numbers), listed("/orgs/x/repos?per_page=2", ["{}"])];
  expect((await page(recorded, "?per_page=2")).text).toBe("[\n{}\n]");
});

test.each([
  ["sort=created", "b a c"],
  ["sort=created&direction=asc", "c a b"],
  ["direction=desc", "c b a"],
  ["type=forks", "b"],
  ["type=all&sort=full_name&per_page=30", "a b c"],
])("a whole list is chosen and sorted as %s asks", async (query, names) => {
  const repository = (name: string, year: number, fork: boolean) =>
    JSON.stringify({ full_name: name, created_at: `${year}-01-01T00:00:00Z`, fork });
  const items = [repository("a", 2012, false), repository("b", 2013, true), repository("c", 2011, false)];
  const { text } = await page([listed("/orgs/x/repos?per_page=100", items)], `?${query}`);
  expect((JSON.parse(text) as { full_name: string }[]).map((each) => each.full_name).join(" ")).toBe(names);
});

test("every page of a list has its elements to the letter, on however many pages and with whatever space it was recorded", async () => {
  const element = fc.oneof(
    fc.json().map((text) => JSON.stringify(JSON.parse(text))),
    fc.constantFrom(
      "9007199254740993.10",
      '{"a":1,"a":[1,{}],"a":2}',
      '"\\u005d,\\\\"',
      '"],["',
      '"日本 \ud83d\ude00"',
      "-0e-0",
      "[]",
    ),
  );
  const space = fc.stringMatching(/^[ \t\r\n]{0,2}$/);
  const size = fc.integer({ min: 1, max: 9 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(element, { maxLength: 25 }),
      size,
      size,
      fc.nat(30),
      space,
      async (all, by, of, at, gap) => {
        const parts = Array.from({ length: Math.max(1, Math.ceil(all.length / by)) }, (_, nth) =>
          all.slice(nth * by, (nth + 1) * by),
        );
        const recorded = parts.map((part, nth) =>
          exchange(
            { target: `/orgs/x/repos?${nth === 0 ? "" : `page=${nth + 1}&`}per_page=${by}` },
            {
              headers: [...counted, ...(nth + 1 < parts.length ? [next] : [])],
              body: utf8(`${gap}[${gap}${part.join(`${gap},${gap}`)}${gap}]${gap}`),
            },
          ),
        );
        fc.pre(by !== of);
        const { text } = await page(recorded, `?per_page=${of}&page=${at + 1}`);
        expect(text).toBe(`[${all.slice(at * of, (at + 1) * of).join(",")}]`);
      },
    ),
    law(200),
  );
});

const long = Array.from({ length: 100_000 }, (_, at) => `{"id":${at}, "full_name":"n${at}", "url":"${origin}/${at}"}`);

test.each([
  ["as recorded", "?page=900", 26_970],
  ["sorted", "?sort=full_name&direction=desc", 99_999],
])(
  "others have their turn while a long list is read, %s, which is read once for all its pages",
  async (_how, query, first) => {
    const player = createPlayer({ api: service, tapes: [tape(listed("/orgs/x/repos?per_page=100", long))] });
    const asked = (target: string): IncomingRequest => {
      return {
        method: "GET",
        target: `/orgs/x/repos${target}`,
        headers: {},
        body: null,
        base: "http://a",
        address: "::1",
      };
    };
    let [turns, isOver] = [0, false];
    const turn = (): void => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    turn();
    const reading = ["", "&per_page=7"].map((more) => player.prepare(asked(query + more)));
    expect(reading).toEqual([expect.any(Promise), expect.any(Promise)]);
    await Promise.all(reading);
    isOver = true;
    expect(turns).toBeGreaterThan(3);
    expect(player.prepare(asked(`${query}&per_page=8`))).toBeNull();
    const { body } = player.answer(asked(query)) as { readonly body: Uint8Array };
    const given = JSON.parse(new TextDecoder().decode(body)) as readonly unknown[];
    expect(given).toHaveLength(30);
    expect(given[0]).toEqual({ id: first, full_name: `n${first}`, url: `http://a/${first}` });
  },
);

test("of the lists that were read last, those are held that fit into 64 MiB, and the latest", async () => {
  const lists = createRecordedLists();
  const reads: string[] = [];
  const get = (key: string, characters = 10_000_000) =>
    lists.get(key, function* () {
      reads.push(key);
      return yield* listOf(characters);
    });
  function* listOf(characters: number): Generator<void, RecordedList> {
    yield;
    return { text: "1".repeat(characters), starts: Uint32Array.of(0, characters + 1), places: null };
  }
  for (const key of ["a", "b", "c", "a", "d", "a", "c", "b"]) get(key);
  expect(reads.join("")).toBe("abcdb");
  get("longest", 50_000_000);
  get("longest", 50_000_000);
  get("a");
  expect(reads.join(" ")).toBe("a b c d b longest a");
  let [begun, ended] = [0, 0];
  const failing = function* (): Generator<void, RecordedList> {
    begun += 1;
    yield;
    ended += 1;
    throw new Error("gone");
  };
  await Promise.all(
    [lists.prepare("f", failing), lists.prepare("f", failing)].map((each) => expect(each).rejects.toThrow("gone")),
  );
  expect([begun, ended]).toEqual([1, 1]);
  await expect(lists.prepare("f", failing)).rejects.toThrow("gone");
  expect(begun).toBe(2);
});

test("lists that are asked for at once are read one after the other, also where one cannot be read", async () => {
  const lists = createRecordedLists();
  const steps: string[] = [];
  const read = (key: string) =>
    function* (): Generator<void, RecordedList> {
      steps.push(`${key} begins`);
      // More than one turn of the event loop has time for.
      for (let step = 0; step < 500_000; step += 1) yield;
      steps.push(`${key} ends`);
      if (key === "b") throw new Error("gone");
      return { text: key, starts: Uint32Array.of(0, 2), places: null };
    };
  const all = await Promise.allSettled(["a", "b", "c"].map((key) => lists.prepare(key, read(key))));
  expect(all.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(steps).toEqual(["a", "b", "c"].flatMap((key) => [`${key} begins`, `${key} ends`]));
});
