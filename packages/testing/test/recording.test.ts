// The modes that record, in this very process: the recorder has a thread of its own.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm, writeFile } from "node:fs/promises";
import http, { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import process from "node:process";
import { json, text } from "node:stream/consumers";
import { promisify } from "node:util";
import { openNetwork } from "@tapedeck/nock";
import { listRecordings } from "@tapedeck/tape/files";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { type Taped, type TestMode, useTape } from "../src/index.ts";
import { makeTapeFolder, type TapeFolder } from "./tape-folder.ts";

let folder: TapeFolder;
let asked: string[];
let from: string;
let stop: () => Promise<void>;
let said: string[];
let stream: ServerResponse;

beforeEach(async () => {
  vi.stubEnv("CI", undefined);
  folder = await makeTapeFolder();
  asked = [];
  const server = createServer(async (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (request.url === "/events") {
      response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
      stream = response;
      return;
    }
    const broken = request.url === "/broken";
    response.writeHead(broken ? 503 : 200, { "content-type": "application/json" });
    const got = (await text(request)) || undefined;
    response.end(request.method === "HEAD" ? "" : JSON.stringify({ path: request.url, nth: asked.length, got }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  from = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  stop = async () => {
    server.close();
    server.closeAllConnections();
    if (server.listening) await once(server, "close");
  };
  said = [];
  vi.spyOn(console, "error").mockImplementation((line) => said.push(line));
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  openNetwork();
  await stop();
  await folder.remove();
});

const taped = (mode: TestMode): Taped => useTape({ from, dir: folder.path, mode });
const nth = async (path: string): Promise<number> =>
  ((await (await fetch(from + path)).json()) as { readonly nth: number }).nth;

test("hooks from outside change what is stored, and what is replayed", async () => {
  const hooked = useTape({
    from,
    dir: folder.path,
    name: "tape",
    mode: "record",
    beforeStore: (exchange) =>
      exchange.request.target === "/b"
        ? null
        : { ...exchange, response: { ...exchange.response, headers: [["x-stored", "yes"]] } },
  });
  await hooked(async () => expect([await nth("/a"), await nth("/b")]).toEqual([1, 2]))();
  const replayed = useTape({
    from,
    dir: folder.path,
    name: "tape",
    beforeReplay: (exchange) => ({ ...exchange, response: { ...exchange.response, status: 203 } }),
  });
  await replayed(async (tape) => {
    const response = await fetch(`${from}/a`);
    expect([response.status, response.headers.get("x-stored")]).toEqual([203, "yes"]);
    expect(tape.unplayed()).toEqual([]);
  })();
  const failing = useTape({
    from,
    dir: folder.path,
    name: "other",
    mode: "record",
    beforeStore: () => {
      throw new TypeError("no such field");
    },
  });
  await expect(failing(() => nth("/a"))()).rejects.toThrow("beforeStore failed: no such field");
});

test("what was recorded is replayed in its order, and recording it again leaves what was not asked for", async () => {
  const both = async (): Promise<void> =>
    expect([await nth("/a"), await nth("/a"), await nth("/b")]).toEqual([1, 2, 3]);
  await taped("record")("tape", both)();
  expect(asked).toEqual(["GET /a", "GET /a", "GET /b"]);
  await taped("replay")("tape", both)();
  expect(asked).toHaveLength(3);
  await taped("record")("tape", () => nth("/c"))();
  await taped("replay")("tape", both)();
  await taped("replay")("tape", async () => expect(await nth("/c")).toBe(4))();
  expect((await listRecordings(folder.path)).map(dirname)).toEqual(
    ["a", "a", "b", "c"].map((name) => `tape/localhost/${name}`),
  );
  expect(said[0]).toBe('tapedeck: recorded "tape": captured 3, unchanged 0, redacted 0, invalid 0, failed 0');
});

test("what a command tells of a recording, a test's tells too, with what to do there", async () => {
  const headers = { "content-type": "application/proto" };
  await taped("record")("tape", async () => {
    await fetch(`${from}/a`, { method: "POST", headers, body: "\0" });
  })();
  expect(said[0]?.split("\n").slice(1)).toEqual([
    expect.stringMatching(
      /^ {2}- no name tells what is secret in application\/proto: .*; record with credentials that were made for it alone$/,
    ),
  ]);
});

test("auto asks for what is missing alone, in the test's order, and keeps no error of the moment", async () => {
  await taped("record")("tape", () => nth("/a"))();
  const ask = async (): Promise<unknown> => [await nth("/a"), await nth("/b"), await nth("/b"), await nth("/a")];
  const run = taped("auto")("tape", async (tape) => {
    expect(await ask()).toEqual([1, 2, 3, 1]);
    expect((await tape.fetch(`${from}/broken`)).status).toBe(503);
    tape.assertAllPlayed();
  });
  await run();
  await taped("replay")("tape", async () => expect(await ask()).toEqual([1, 2, 3, 1]))();
  expect(asked).toEqual(["GET /a", "GET /b", "GET /b", "GET /broken"]);
  const folders = new Set((await listRecordings(folder.path)).map(dirname));
  expect([...folders]).toEqual(["a", "b"].map((name) => `tape/localhost/${name}`));
  await rm(join(folder.path, "tape"), { recursive: true });
});

test("what a test has redacted stands nowhere, and its tape knows so from then on", async () => {
  const redact = { parameters: ["sid"] };
  await useTape({ from, dir: folder.path, mode: "record", redact })("tape", () => nth("/a?sid=chosen-by-hand"))();
  const [file = ""] = await listRecordings(folder.path);
  expect(await readFile(join(folder.path, file), "utf8")).not.toContain("chosen-by-hand");
  await taped("replay")("tape", async () => expect(await nth("/a?sid=chosen-by-hand")).toBe(1))();
  await useTape({ from, dir: folder.path, mode: "auto", redact })("tape", () => nth("/a?sid=chosen-by-hand"))();
  expect(asked).toEqual(["GET /a?sid=chosen-by-hand"]);
});

test("auto records what is missing, whatever its method", async () => {
  const post = async (): Promise<unknown> => (await fetch(`${from}/things`, { method: "POST", body: "text" })).json();
  await taped("auto")("tape", async (tape) => {
    expect(await post()).toMatchObject({ path: "/things", nth: 1, got: "text" });
    expect(tape.misses()).toEqual([]);
  })();
  await taped("replay")("tape", async () => expect(await post()).toMatchObject({ path: "/things", nth: 1 }))();
  expect(asked).toEqual(["POST /things"]);
});

test.each(["record", "auto"] as const)("%s takes the body of a GET, which no Request holds", async (mode) => {
  const search = async (body: string): Promise<unknown> => {
    const asking = http.request(`${from}/search`, { headers: { "content-length": body.length } }).end(body);
    const [response] = (await once(asking, "response")) as [IncomingMessage];
    return json(response);
  };
  const both = async (): Promise<void> =>
    expect([await search('{"q":1}'), await search('{"q":2}')]).toMatchObject([{ got: '{"q":1}' }, { got: '{"q":2}' }]);
  await taped(mode)("tape", both)();
  await taped("replay")("tape", both)();
  expect(asked).toEqual(["GET /search", "GET /search"]);
});

test("a replaying test does not load the recorder", async () => {
  const code = `
    import Module from "node:module";
    import { useTape } from "@tapedeck/testing";
    const polly = () => Object.keys(Module._cache).some((file) => file.includes("@pollyjs"));
    await useTape({ from: "http://localhost:9" })("tape", () => {})();
    console.log(polly());
    const { createRecorder } = await import("@tapedeck/record");
    await (await createRecorder({ from: "${from}", out: "${folder.path}" })).close();
    console.log(polly());`;
  const words = ["--input-type=module", "--eval", code];
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: import.meta.dirname });
  expect(stdout).toBe("false\ntrue\n");
});

test("a test whose process has nothing else to do waits for a stream that it records", async () => {
  const code = `
    const { useTape } = require("@tapedeck/testing");
    useTape({ from: "${from}", dir: "${folder.path}", mode: "record" })("tape", async () => {
      const { body } = await fetch("${from}/events");
      console.log("head");
      for await (const chunk of body) console.log(new TextDecoder().decode(chunk).trim());
    })();`;
  const child = spawn(process.execPath, ["--eval", code], { cwd: import.meta.dirname });
  let printed = "";
  for await (const chunk of child.stdout) {
    printed += chunk;
    if (printed === "head\n") stream.end("data: one\n\n");
  }
  expect(printed).toBe("head\ndata: one\n");
});

test("a process that has nothing else to do waits for what it records, though its stream ends meanwhile", async () => {
  const code = `
    const { openTape } = require("@tapedeck/testing");
    (async () => {
      const tape = await openTape({ from: "${from}", dir: "${folder.path}", name: "tape", mode: "record" });
      const { body } = await fetch("${from}/events");
      console.log("head");
      await tape.close();
      console.log("recorded");
    })();`;
  const child = spawn(process.execPath, ["--eval", code], { cwd: import.meta.dirname });
  let printed = "";
  for await (const chunk of child.stdout) {
    printed += chunk;
    if (printed === "head\n") stream.end("data: one\n\n");
  }
  expect(printed).toBe("head\nrecorded\n");
});

test("recordings one after the other share a thread, each with the proxy of its time; two at once do not", async () => {
  await taped("record")("tape", () => nth("/a"))();
  let started = 0;
  const count = (): number => (started += 1);
  process.on("worker", count);
  onTestFinished(() => void process.off("worker", count));
  await taped("record")("tape", () => nth("/b"))();
  await taped("auto")("other", async () => expect(await nth("/c")).toBe(3))();
  expect(started).toBe(0);
  vi.stubEnv("HTTP_PROXY", `${from}/proxy`);
  await useTape({ from: "http://service.example", dir: folder.path, mode: "record" })("far", async () => {
    await fetch("http://service.example/d");
  })();
  expect([started, asked.at(-1)]).toEqual([0, expect.stringMatching(/^GET http:\/\/service\.example(:80)?\/d$/)]);
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const meeting = async (path: string, own: typeof first, other: typeof first): Promise<void> => {
    await nth(path);
    own.resolve();
    await other.promise;
  };
  await Promise.all([
    taped("record")("one", () => meeting("/e", first, second))(),
    taped("record")("two", () => meeting("/f", second, first))(),
  ]);
  expect(started).toBe(1);
});

test("a replaying or a silent test starts no recorder", async () => {
  await taped("auto")("tape", () => {})();
  await taped("record")("tape", () => {})();
  expect([said, await listRecordings(folder.path)]).toEqual([[], []]);
});

test("a service that does not answer fails its test with the reason", async () => {
  await stop();
  for (const mode of ["record", "auto"] as const) {
    await expect(taped(mode)("tape", () => nth("/a"))()).rejects.toThrow(
      /Cannot re(?:cord|play) GET[\s\S]*connection refused/,
    );
  }
});

test("a folder that cannot be recorded into fails the test with the reason", async () => {
  await writeFile(join(folder.path, "file"), "");
  const run = useTape({ from, dir: join(folder.path, "file"), mode: "record" })("tape", () => nth("/a"));
  await expect(run()).rejects.toThrow(/a file stands where a folder has to be|ENOTDIR/);
});

test("two tests do not record one tape at a time", async () => {
  const record = taped("record");
  const there = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  const first = record("tape", async () => {
    there.resolve();
    await go.promise;
  })();
  await there.promise;
  await expect(record("tape", () => {})()).rejects.toThrow(
    'Cannot record the tape "tape": it is being recorded, by another test or for another host',
  );
  go.resolve();
  await first;
  await record("tape", () => nth("/a"))();
});
