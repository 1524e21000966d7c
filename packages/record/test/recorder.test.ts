import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import http, { type ServerResponse } from "node:http";
import { join } from "node:path";
import process from "node:process";
import { service } from "@tapedeck/api";
import type { Exchange, Tape } from "@tapedeck/tape";
import { readTapes } from "@tapedeck/tape/files";
import { expect, test } from "vitest";
import { serveUpstream, tempFolder } from "../../../.ci/test-resources.ts";
import { createRecorder, FolderLockedError, type RecorderOptions } from "../src/index.ts";
import { exchangesIn, exchangesOf, record, textsIn } from "./recording.ts";

const linked = () =>
  serveUpstream((request, response) => {
    const here = `http://${request.headers.host}`;
    const next = `${here}/api/v3/list?page=2`;
    response.writeHead(200, { "content-type": "application/json", link: `<${next}>; rel="next"`, location: next });
    response.end(
      JSON.stringify({
        asked: request.url,
        back: `https://login.example/?to=${encodeURIComponent(next)}`,
        html: `${here}/ada`,
        longer: `${here}0/ada`,
        next,
      }),
    );
  });

test("player asks what the request asks, wherever that was sent, and gives back what came", async () => {
  const from = await serveUpstream((request, response) => {
    response.writeHead(418, {
      "content-type": "text/plain",
      "set-cookie": ["a=1", "b=2"],
      "x-method": String(request.method),
    });
    response.end(`${request.url} ${request.headers.accept}`);
  });
  const [exchange] = await exchangesOf({ from }, async ({ player }) => {
    const response = await player(
      new Request("https://elsewhere.example/a?b=c+d", { method: "DELETE", headers: { accept: "x/y" } }),
    );
    expect(response.status).toBe(418);
    expect(await response.text()).toBe("/a?b=c+d x/y");
    expect(response.headers.get("x-method")).toBe("DELETE");
    expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  });
  expect(exchange?.request).toMatchObject({ headers: [["accept", "x/y"]], method: "DELETE", target: "/a?b=c+d" });
});

test.each([
  [204, null],
  [205, "0"],
  [304, null],
])("player gives back %d without a body", async (status, length) => {
  const from = await serveUpstream((_request, response) => response.writeHead(status).end());
  await record({ from, out: await tempFolder() }, async ({ player }) => {
    const response = await player(new Request("http://any.where/"));
    expect([response.status, response.body, response.headers.get("content-length")]).toEqual([status, null, length]);
  });
});

test("a hook from outside says what is stored of an exchange; the client is given what came", async () => {
  const from = await serveUpstream((request, response) => response.writeHead(Number(request.url?.slice(1))).end("x"));
  const seen: number[] = [];
  const beforeStore: RecorderOptions["beforeStore"] = async ({ request, response }) => {
    seen.push(response.status);
    if (response.status >= 500) return null;
    const headers = [["x-note", "by a hook"] as const, ["x-api-key", "9f86d081884c7d659a2f"] as const];
    return { request, response: { ...response, headers, body: { encoding: "utf8", text: "y" } } };
  };
  const stored = await exchangesOf({ from, beforeStore }, async ({ player, ask }) => {
    const asked = [200, 503].map(async (status) => (await player(new Request(`http://any.where/${status}`))).text());
    expect(await Promise.all(asked)).toEqual(["x", "x"]);
    expect((await ask({ target: "/201" })).response.body?.text).toBe("x");
  });
  expect(seen.toSorted()).toEqual([200, 201, 503]);
  expect(stored.map(({ response }) => [response.status, response.body?.text])).toEqual([
    [200, "y"],
    [201, "y"],
  ]);
  expect(stored[0]?.response.headers).toEqual([
    ["x-api-key", "__redacted-header__"],
    ["x-note", "by a hook"],
  ]);
});

test("a hook that returns no exchange fails that request alone, and says so", async () => {
  const from = await serveUpstream((_request, response) => response.end("x"));
  const beforeStore = ({ request }: Exchange) => ({ request }) as Exchange;
  const stored = await exchangesOf({ from, beforeStore }, async ({ ask }) => {
    await expect(ask({ target: "/a" })).rejects.toThrow("what beforeStore returned: it is no exchange");
  });
  expect(stored).toEqual([]);
});

test("player answers 502 when the upstream gives no answer, and records nothing", async () => {
  const out = await tempFolder();
  await record({ from: "http://127.0.0.1:1", out }, async ({ player }) => {
    const response = await player(new Request("http://any.where/a"));
    expect([response.status, response.headers.get("x-tapedeck")]).toEqual([502, "upstream"]);
    expect(await response.json()).toMatchObject({ detail: expect.stringContaining("connection refused") as string });
  });
  expect(await textsIn(out)).toEqual({});
});

test.each<readonly [shows: string, options: Partial<RecorderOptions>, told: string | null]>([
  ["the service's own origin", {}, null],
  ["the origin that it is told", { origin: "https://api.service.example" }, "https://api.service.example"],
])("recorder writes %s, without the path prefix", async (_shows, options, told) => {
  const from = await linked();
  const origin = told ?? from;
  const out = await tempFolder();
  const recorder = await createRecorder({ from: `${from}/api/v3/`, out, ...options });
  await recorder.ask({ target: "/list" });
  await recorder.close();
  const [exchange] = await exchangesIn(out);
  expect(exchange?.request.target).toBe("/list");
  expect(JSON.parse(exchange?.response.body?.text ?? "")).toEqual({
    asked: "/api/v3/list",
    back: `https://login.example/?to=${encodeURIComponent(`${origin}/list?page=2`)}`,
    html: `${origin}/ada`,
    longer: `${from}0/ada`,
    next: `${origin}/list?page=2`,
  });
  expect(exchange?.response.headers).toContainEqual(["link", `<${origin}/list?page=2>; rel="next"`]);
  expect(Object.keys(await textsIn(out))).toEqual([`${new URL(origin).host.replace(":", "_")}/list/GET.har`]);
});

test("services of one machine have recordings of their own", async () => {
  const out = await tempFolder();
  const statuses = [200, 404];
  const origins = await Promise.all(
    statuses.map((status) => serveUpstream((_, response) => response.writeHead(status).end())),
  );
  for (const from of origins) {
    const recorder = await createRecorder({ from, out });
    await recorder.ask({ target: "/v1/me" });
    await recorder.close();
  }
  const tapes = (await readTapes(out)).map(({ tape }) => [tape.origin, tape.exchanges[0]?.response.status]);
  expect(new Map(tapes as [string, number][])).toEqual(new Map(origins.map((origin, at) => [origin, statuses[at]])));
});

test("a file that is moved through the recorder moves within the live service", async () => {
  let destination: unknown;
  const from = await serveUpstream(({ headers }, response) => {
    destination = headers["destination"];
    response.writeHead(201).end();
  });
  await record({ from, out: await tempFolder() }, async ({ player }) => {
    const base = "http://127.0.0.1:4000";
    await player(new Request(`${base}/a`, { method: "MOVE", headers: { destination: `${base}/b` } }));
  });
  expect(destination).toBe(`${from}/b`);
});

test("the recorder's own address is written as the origin wherever a client or the service repeats it", async () => {
  const from = await serveUpstream((request, response) => request.pipe(response));
  const exchanges = await exchangesOf({ from, origin: "https://registry.example" }, async ({ player }) => {
    for (const address of ["http://127.0.0.1:50001", "http://127.0.0.1:50002"]) {
      const body = JSON.stringify({ dist: { tarball: `${address}/x/-/x-1.0.0.tgz` } });
      const response = await player(new Request(`${address}/x`, { method: "PUT", body }));
      expect(await response.text()).toBe(body);
    }
  });
  const bodies = exchanges.flatMap(({ request, response }) => [request.body?.text, response.body?.text]);
  expect(new Set(bodies)).toEqual(new Set(['{"dist":{"tarball":"https://registry.example/x/-/x-1.0.0.tgz"}}']));
});

test.each([
  ["as they came", false],
  ["to where the request was sent", true],
])("player gives links back %s", async (_shows, rewriteLinks) => {
  const from = await linked();
  await record({ from: `${from}/api/v3`, out: await tempFolder(), rewriteLinks }, async ({ player }) => {
    const response = await player(new Request("http://127.0.0.1:4000/list"));
    const next = rewriteLinks ? "http://127.0.0.1:4000/list?page=2" : `${from}/api/v3/list?page=2`;
    expect(response.headers.get("link")).toBe(`<${next}>; rel="next"`);
    expect(response.headers.get("location")).toBe(next);
    expect(await response.json()).toMatchObject({ next });
  });
});

test.each([
  ["of several parts", "multipart/mixed; boundary=b", "next: LINK", "next: HERE"],
  ["without a type", "", "next: LINK", "next: HERE"],
  ["of an unknown type that is no text after all: as it came", "application/x-own", "LINK \xFF LINK", null],
  ["of a type of bytes: as it came", "application/octet-stream", "LINK", null],
])("player gives links back in a stream %s", async (_shows, type, sent, given) => {
  const from: string = await serveUpstream((_, response) => {
    if (type !== "") response.setHeader("content-type", type);
    const text = sent.replaceAll("LINK", `${from}/2`);
    response.write(text.includes("\xFF") ? Buffer.from(text, "latin1") : text, () => response.end());
  });
  await record({ from, out: await tempFolder(), chunked: true, rewriteLinks: true }, async ({ player }) => {
    const response = await player(new Request("http://127.0.0.1:4000/1"));
    const text = Buffer.from(await response.bytes()).toString("latin1");
    expect(text).toBe((given ?? sent).replaceAll("LINK", `${from}/2`).replace("HERE", "http://127.0.0.1:4000/2"));
  });
});

test("recorder leaves requests alone that are not its own", async () => {
  const from = await serveUpstream((request, response) => response.end(request.url));
  const exchanges = await exchangesOf({ from }, async ({ ask }) => {
    const text = await new Promise<string>((resolve, reject) => {
      http.get(`${from}/other`, (response) => response.setEncoding("utf8").on("data", resolve)).on("error", reject);
    });
    expect(text).toBe("/other");
    await ask({ target: "/mine" });
  });
  expect(exchanges.map(({ request }) => request.target)).toEqual(["/mine"]);
});

test("recorder counts an answer that does not fit its schema, and records it", async () => {
  const from = await serveUpstream((request, response) => {
    response.setHeader("content-type", "application/json");
    response.end(request.url === "/users/ada" ? '{"login":"ada","id":"1"}' : '{"anything":"goes"}');
  });
  const out = await tempFolder();
  const recorder = await record({ from, out, api: service }, async ({ ask }) => {
    await ask({ target: "/users/ada" });
    await ask({ target: "/elsewhere" });
  });
  const { captured, invalid } = recorder.summary();
  expect(captured).toBe(2);
  expect(invalid).toHaveLength(1);
  expect(invalid[0]).toMatchObject({ file: "localhost/users/ada/GET.har", target: "/users/ada" });
  expect(invalid[0]?.problems).toContainEqual(expect.stringMatching(/^\/id: expected integer/));
});

test("two recorders of one process record side by side; into one folder, the second says so and stops", async () => {
  const from = await serveUpstream((request, response) => response.end(request.url));
  const [out, other] = [await tempFolder(), await tempFolder()];
  const first = await createRecorder({ from, origin: "http://localhost", out });
  const second = await createRecorder({ from, origin: "http://localhost", out: other });
  await expect(createRecorder({ from, origin: "http://localhost", out })).rejects.toThrow(FolderLockedError);
  await Promise.all([first.ask({ target: "/a" }), second.ask({ target: "/b" })]);
  await first.close();
  await (await createRecorder({ from, origin: "http://localhost", out })).close();
  await second.close();
  const kept = await Promise.all([out, other].map(exchangesIn));
  expect(kept.map((exchanges) => exchanges.map(({ request }) => request.target))).toEqual([["/a"], ["/b"]]);
});

test("a folder that another process records into is refused; the lock goes with its holder", async () => {
  const from = "http://127.0.0.1:1";
  const out = await tempFolder();
  const lock = join(out, ".tapedeck.lock");
  await writeFile(lock, `${process.ppid}\n`);
  const error = await createRecorder({ from, origin: "http://localhost", out }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(FolderLockedError);
  expect(error).toMatchObject({ dir: out, pid: process.ppid });
  expect(await readFile(lock, "utf8")).toBe(`${process.ppid}\n`);
  // Larger than any process number of the systems we run on.
  await writeFile(lock, "99999999\n");
  const recorder = await createRecorder({ from, origin: "http://localhost", out });
  expect(await readFile(lock, "utf8")).toMatch(new RegExp(`^${process.pid} [0-9a-f-]{36} \\S+\n$`));
  await recorder.close();
  expect(await readdir(out)).toEqual([]);
});

test("a recorder sweeps up what a crash left half written, and nothing else", async () => {
  const out = await tempFolder();
  await mkdir(join(out, "localhost/a"), { recursive: true });
  const left = join(out, "localhost/a");
  await writeFile(join(left, "GET.har.0b0ce0c5-5e7c-4a4e-8f0e-3f0f5d0c8a11.tmp"), "{");
  await writeFile(join(left, "notes.tmp"), "mine");
  await record({ from: "http://127.0.0.1:1", out }, async () => {});
  expect(await readdir(left)).toEqual(["notes.tmp"]);
});

test("close() waits for no more than its grace time: a request that is not answered fails, one that waits for the rate limit is not sent", async () => {
  const asked = Promise.withResolvers<void>();
  const from = await serveUpstream((request, response) => {
    if (request.url === "/hangs") asked.resolve();
    else if (request.url === "/refused") response.writeHead(429, { "retry-after": "3600" }).end();
    else response.end();
  });
  const recorder = await createRecorder({ from, out: await tempFolder() });
  // It tells that there is no limit: nothing waits for another's answer.
  await recorder.ask({ target: "/first" });
  const hanging = recorder.ask({ target: "/hangs" }).catch((error: Error) => error);
  await asked.promise;
  expect((await recorder.ask({ target: "/refused" })).response.status).toBe(429);
  const waiting = recorder.ask({ target: "/later" }).catch((error: Error) => error);
  await recorder.close(0);
  expect(String(await hanging)).toContain("the recorder was closed before the whole answer was there");
  expect(String(await waiting)).toContain("the recorder is closed");
  expect(recorder.summary().failed.map(({ target }) => target)).toEqual(["/hangs"]);
});

test("a stream that begins when its recorder is being closed is cut at once", async () => {
  const asked = Promise.withResolvers<ServerResponse>();
  const from = await serveUpstream((_request, response) => asked.resolve(response));
  const out = await tempFolder();
  const recorder = await createRecorder({ from, out });
  const streaming = recorder.player(new Request(`${from}/events`));
  const upstream = await asked.promise;
  const closed = recorder.close();
  upstream.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
  expect(await (await streaming).text()).toBe("");
  await closed;
  expect((await exchangesIn(out))[0]?.response.cut).toBe("bound");
});

test("close() waits for what is under way", async () => {
  const from = await serveUpstream((request, response) => setImmediate(() => response.end(request.url)));
  const out = await tempFolder();
  const recorder = await createRecorder({ from, origin: "http://localhost", out });
  const asked = Promise.all(["/a", "/b", "/c"].map((target) => recorder.ask({ target })));
  await recorder.close();
  expect(await exchangesIn(out)).toHaveLength(3);
  await asked;
});

test("what was recorded can be described beside it before another recorder may start", async () => {
  const from = await serveUpstream((_request, response) => response.end("ok"));
  const out = await tempFolder();
  const seen: (readonly [string, number])[] = [];
  const describe = async (tapes: AsyncIterable<Tape>, folder: string): Promise<void> => {
    for await (const { name, exchanges } of tapes) seen.push([name, exchanges.length]);
    await expect(createRecorder({ from, out })).rejects.toThrow(FolderLockedError);
    await writeFile(join(folder, "api.json"), "{}");
  };
  await record({ from, out, describe }, async ({ ask }) => {
    for (const target of ["/a", "/a?page=2", "/b"]) await ask({ target });
  });
  expect(seen).toEqual([
    ["localhost/a", 2],
    ["localhost/b", 1],
  ]);
  expect(await readdir(join(out, "localhost"))).toContain("api.json");
});

test("a path that is longer than a file's name may be is recorded as any other", async () => {
  const from = await serveUpstream((request, response) => response.end(String(request.url?.length)));
  const out = await tempFolder();
  const targets = [`/${"a".repeat(4100)}`, `/${"a".repeat(4100)}b`, `/${"deep/".repeat(900)}`, "/short"];
  const recorder = await record({ from, out }, async ({ ask }) => {
    for (const target of targets) await ask({ target });
  });
  expect(recorder.summary()).toMatchObject({ captured: 4, failed: [] });
  const kept = (await exchangesIn(out)).map(({ request }) => request.target);
  expect(new Set(kept)).toEqual(new Set(targets));
});
