// A taped test is a function: it is called here as a runner calls it.
import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { service as api, compileApi } from "@tapedeck/api";
import { expect, onTestFinished, test, vi } from "vitest";
import { openTape, type TestTape, useTape } from "../src/index.ts";
import { service } from "./tape-folder.ts";
import { failure, overHttps, tapingEachTest } from "./taping.ts";

const tapes = tapingEachTest();
const { tapedWith } = tapes;

test("each test starts with a fresh deck and a fresh rate limit", async () => {
  await tapes.folder.put("zen", ["/zen", '"one"'], ["/zen", '"two"']);
  const hear = tapedWith({ api })("zen", async (tape) => {
    const first = await fetch(`${service}/zen`);
    const second = await tape.fetch(`${service}/zen`);
    expect([await first.json(), await second.json()]).toEqual(["one", "two"]);
    expect(second.headers.get("x-ratelimit-remaining")).toBe("58");
    expect((await overHttps("/zen")).headers["x-ratelimit-used"]).toBe("3");
    tape.assertAllPlayed();
  });
  await hear();
  await hear();
});

test("a test is told where its tape holds more requests than the limit allows while the clock stands", async () => {
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  await tapes.folder.put("zen", ["/zen", '"one"'], ["/zen", '"two"']);
  const strict = compileApi({ rateLimit: { limits: { anonymous: 1 } } }, { base: api });
  const hear = tapedWith({ api: strict, strict: false })("zen", async (tape) => {
    const [first, second] = [await tape.fetch(`${service}/zen`), await tape.fetch(`${service}/zen`)];
    expect([first.status, second.status === 200]).toEqual([200, false]);
  });
  await hear();
  await hear();
  const said = /the limit "core" of 1 refuses number 2 to address 127\.0\.0\.1\n {2}- .*tape\.clock\.advance/;
  expect(warn).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(said));
  warn.mockRestore();
});

test("a test's clock, overrides and findings are its own, though players are used again", async () => {
  await tapes.folder.put("zen", ["/zen", '"one"'], ["/zen", '"two"']);
  const taped = tapedWith({ api, strict: false });
  let first: TestTape | undefined;
  await taped("zen", async (tape) => {
    first = tape;
    tape.clock.advance(60);
    tape.player.exhaust("address 127.0.0.1");
    expect((await tape.fetch(`${service}/zen`)).status).toBe(403);
    await failure(tape.fetch(`${service}/users/ada`));
  })();
  await taped("zen", async (tape) => {
    expect(tape.player).toBe(first?.player);
    const response = await tape.fetch(`${service}/zen`);
    expect([await response.json(), response.headers.get("date")]).toEqual(["one", "Thu, 01 Jan 2026 00:00:00 GMT"]);
    expect([tape.misses(), tape.unplayed()]).toMatchObject([[], [{ place: 2 }]]);
  })();
  expect(first?.misses()).toMatchObject([{ target: "/users/ada" }]);
  expect(first?.unplayed()).toHaveLength(2);
  await taped("zen", () =>
    Promise.all([taped("zen", (tape) => expect(tape.player).not.toBe(first?.player))(), fetch(`${service}/zen`)]),
  )();
});

test("a base URL that is none is refused", async () => {
  const run = tapedWith({ from: "api.service.example", mode: "record" })("ada", () => {});
  expect((await failure(run())).message).toContain('Cannot open a tape: from is "api.service.example"; give a URL');
});

test("the runner's context reaches the test behind its tape", async () => {
  const body = vi.fn();
  const context = { fullName: "accounts > is named", filePath: resolve("test/service.test.ts"), diagnostic() {} };
  await tapedWith()(body)(context);
  expect(body.mock.calls).toMatchObject([[{ name: "test/service/accounts/is-named", mode: "replay" }, context]]);
});

test.for([{ name: "a row" }])(
  "$name of test.for is told its name",
  useTape({ from: service, dir: "no-recordings" })(({ name }) =>
    expect(name).toBe("test/use-tape/a-row-of-test.for-is-told-its-name"),
  ),
);

test("the API is described beside a tape, or by its origin, or for all, the nearest first", async () => {
  await tapes.folder.put("ada", ["/users/ada", "{}"]);
  await writeFile(join(tapes.folder.path, "api.json"), JSON.stringify({ name: "ours", extends: "service" }));
  const counts = async (name: string): Promise<string | null> => {
    let used: string | null = null;
    await tapedWith()(name, async () => {
      used = (await fetch(`${service}/users/ada`)).headers.get("x-ratelimit-used");
    })();
    return used;
  };
  expect(await counts("ada")).toBe("1");
  await mkdir(join(tapes.folder.path, "api.service.example"));
  await writeFile(join(tapes.folder.path, "api.service.example/api.json"), JSON.stringify({ name: "theirs" }));
  expect(await counts("ada")).toBeNull();
  await writeFile(join(tapes.folder.path, "ada/api.json"), JSON.stringify({ name: "its own", extends: "service" }));
  expect(await counts("ada")).toBe("1");
});

test("what was not played is listed, and a list whose pages were cut was played", async () => {
  const all = JSON.stringify([{ id: 1 }, { id: 2 }, { id: 3 }]);
  await tapes.folder.put("lists", ["/users/ada/repos", all], ["/users/ada/repos?page=9", "[]"]);
  const run = tapedWith({ api })("lists", async (tape) => {
    expect(await (await fetch(`${service}/users/ada/repos?per_page=2&page=2`)).json()).toEqual([{ id: 3 }]);
    expect(tape.unplayed()).toMatchObject([{ target: "/users/ada/repos?page=9", status: 200, place: 2 }]);
    tape.assertAllPlayed();
  });
  expect((await failure(run())).message).toMatchInlineSnapshot(`
    "Found 1 recording on tape "lists" that the test did not ask for:
      GET /users/ada/repos?page=9 (200; #2 on "api.service.example/users/ada/repos")
      - if the test should ask for it, mend the test or the client; if not, delete the file and record the test again"
  `);
});

test("of a tape with recordings of several origins, a test gets those of its own, and of another one all", async () => {
  await tapes.folder.put("both", ["/zen", '"ours"']);
  await tapes.folder.putOf("https://other.example", "both", ["/zen", '"theirs"']);
  const zen = async (from: string, origin?: string): Promise<unknown> => {
    let said: unknown = null;
    await useTape({ from, dir: tapes.folder.path, ...(origin && { origin }) })("both", async (tape) => {
      said = await (await tape.fetch(`${from}/zen`)).json();
      expect(tape.unplayed().length).toBe(origin === undefined && from.includes("third") ? 1 : 0);
    })();
    return said;
  };
  expect(await zen(service)).toBe("ours");
  expect(await zen("https://other.example")).toBe("theirs");
  expect(await zen("http://localhost:4100", "https://other.example")).toBe("theirs");
  expect(await zen("https://third.example")).toEqual(expect.stringMatching(/ours|theirs/));
});

test("tests that run side by side get each their own tape", async () => {
  const taped = tapedWith();
  const names = ["a", "b", "c"];
  for (const name of names) await tapes.folder.put(name, ["/zen", `"${name}"`]);
  const met = Promise.withResolvers<void>();
  let there = 0;
  const runs = names.map((name) =>
    taped(name, async (tape) => {
      there += 1;
      if (there === names.length) met.resolve();
      await met.promise;
      const heard = [await (await fetch(`${service}/zen`)).json(), (await overHttps("/zen")).statusCode];
      expect([heard, tape.player.journal().length]).toEqual([[name, 200], 2]);
    }),
  );
  await Promise.all(runs.map((run) => run()));
});

test("a tape within a tape: a test of two services", async () => {
  await tapes.folder.put("one", ["/zen", '"here"']);
  await tapes.folder.put("two", ["/zen", '"there"']);
  const there = "https://elsewhere.example";
  const run = tapedWith()("one", (outer) =>
    tapedWith({ from: there })("two", async (inner) => {
      const heard = [await fetch(`${service}/zen`), await fetch(`${there}/zen`)].map((each) => each.json());
      expect(await Promise.all(heard)).toEqual(["here", "there"]);
      expect([outer.unplayed(), inner.unplayed()]).toEqual([[], []]);
    })(),
  );
  await run();
});

test("a base URL may have a path, and links lead back to it", async () => {
  await tapes.folder.put("ada", ["/users/ada", `{"url":"${service}/users/ada"}`]);
  const from = "https://enterprise.example/api/v3/";
  const run = tapedWith({ from, strict: false })("ada", async (tape) => {
    const { url } = (await (await fetch(`${from}users/ada`)).json()) as { url: string };
    expect(url).toBe(`${from}users/ada`);
    expect((await failure(fetch("https://enterprise.example/users/ada"))).message).toContain(
      "mend the client's base URL",
    );
    expect(tape.misses()).toEqual([]);
  });
  await run();
});

test("aliases stand for the tokens, and a limit can be used up", async () => {
  await tapes.folder.put("ada", ["/users/ada", "{}"]);
  const run = tapedWith({ api, tokens: { full: "a-token-of-full" } })("ada", async ({ player }) => {
    const asFull = { headers: { authorization: "Bearer a-token-of-full" } };
    expect((await fetch(`${service}/users/ada`, asFull)).headers.get("x-ratelimit-remaining")).toBe("4999");
    player.exhaust("account full");
    expect((await fetch(`${service}/users/ada`, asFull)).status).toBe(403);
  });
  await run();
});

test("openTape() is for tests that want no function around them", async () => {
  await tapes.folder.put("zen", ["/zen", '"one"']);
  const options = { from: service, dir: tapes.folder.path };
  const tape = await openTape({ ...options, name: "zen" });
  expect(await (await fetch(`${service}/zen`)).json()).toBe("one");
  const other = await openTape({ ...options, name: "other" });
  expect((await failure(fetch(`${service}/zen`))).message).toContain("nothing tells which test asks");
  await other[Symbol.asyncDispose]();
  await tape.close();
  await tape.close();
  expect((await failure(fetch(`${service}/zen`))).message).toContain("no tape is open for this host");
});

test("openTape() prints a refusal once, as a client may keep it to itself", async () => {
  await tapes.folder.put("zen", ["/zen", '"one"']);
  const said = vi.spyOn(console, "error").mockReturnValue();
  onTestFinished(() => said.mockRestore());
  const tape = await openTape({ from: service, dir: tapes.folder.path, name: "zen" });
  for (let tries = 0; tries < 3; tries += 1) await failure(fetch(`${service}/other`));
  expect(said).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("tapedeck: Cannot replay GET /other"));
  expect(tape.refusals()).toHaveLength(3);
  await tape.close();
});

test("two tests whose titles come to the same are told", async () => {
  const taped = tapedWith();
  const as = (fullName: string): readonly [object] => [{ fullName, filePath: resolve("a.test.ts"), diagnostic() {} }];
  const [first, second] = [taped((_tape, _context: object) => {}), taped((_tape, _context: object) => {})];
  await first(...as("reads ada"));
  await first(...as("reads ada"));
  await first(...as("reads eve"));
  expect((await failure(second(...as("Reads: Ada")))).message).toContain(
    'Cannot give two tests the tape "a/reads-ada"',
  );
});

test("a runner that does not name its tests is told so", async () => {
  expect((await failure(tapedWith()(() => {})())).message).toContain("give the tape a name: taped(");
});
