import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { listRecordings } from "@tapedeck/tape/files";
import { expect, test } from "vitest";
import { serveUpstream, tempFolder } from "../../../.ci/test-resources.ts";
import { startTapedeck } from "./in-process.ts";

test("record says what a client makes anew, and what the description ignores takes the place of the run before", async () => {
  const folder = await tempFolder();
  let answers = 0;
  const from = await serveUpstream(async (request, response) => {
    const { id } = JSON.parse(await text(request));
    answers += 1;
    response.setHeader("content-type", "application/json").end(JSON.stringify({ jsonrpc: "2.0", id, result: answers }));
  });
  /** Records two calls; gives what was said, and the ids on file. */
  const record = async (): Promise<{ advice: unknown; ids: string[]; files: string[] }> => {
    const recording = await startTapedeck(["record", "--from", from, "--out", folder, "--proxy", "0", "--json"]);
    // As a client creates what is not there yet.
    const headers = { "content-type": "application/json", "if-none-match": "*" };
    for (const method of ["a", "b"]) {
      const body = JSON.stringify({ jsonrpc: "2.0", id: crypto.randomUUID(), method });
      await fetch(`${recording.url}/rpc`, { method: "POST", body, headers });
    }
    const { code, rest } = await recording.stop();
    expect(code).toBe(0);
    const events = rest.map((line) => JSON.parse(line) as { event: string; advice: unknown });
    const files = (await listRecordings(folder)).map((file) => join(folder, file));
    const texts = await Promise.all(files.map((file) => readFile(file, "utf8")));
    const ids = texts.map((each) => [...each.matchAll(/"id": "([\w-]{36})"/g)].map(([, id]) => id).join());
    return { advice: events.find(({ event }) => event === "madeAnew")?.advice, ids, files };
  };

  expect(await record()).toMatchObject({ advice: undefined, ids: { length: 2 } });
  const ignored = { path: "/rpc", ignore: ["body:/id"] };
  const { advice, ids, files } = await record();
  expect([advice, ids.length]).toEqual([[`${JSON.stringify(ignored)} in "match" of api.json`], 4]);

  const description = join(dirname(files[0] ?? ""), "..", "api.json");
  await writeFile(
    description,
    JSON.stringify({ ...JSON.parse(await readFile(description, "utf8")), match: [ignored] }),
  );
  expect(await record()).toMatchObject({ advice: undefined, ids });
  for (const id of ids) expect(new Set(id.split(",")).size).toBe(1);
});

test("record says which header a client makes anew, whose answer of an earlier run a replay might give", async () => {
  const folder = await tempFolder();
  let answers = 0;
  const from = await serveUpstream((_request, response) => {
    answers += 1;
    response.end(`${answers}`);
  });
  /** Records a request with each header, which has a value of its own in each run; gives what was said. */
  const record = async (run: number): Promise<unknown> => {
    const recording = await startTapedeck(["record", "--from", from, "--out", folder, "--proxy", "0", "--json"]);
    const id = crypto.randomUUID();
    const key = createHash("sha256").update(`${run}`).digest("base64url").slice(0, 24);
    const all = [
      // Azure's blobs: hidden, since nothing tells it from a secret.
      ["/lease", "x-ms-proposed-lease-id", id],
      ["/file", "if-match", `"${id}"`],
      ["/page", "if-match", `W/"${run + 7}"`],
      ["/item?t=1&id=", "lock-token", id],
      // Another tenant's answers are other answers.
      ["/tenant", "x-tenant", ["ada", "bob", "cid"][run] ?? ""],
      // A new key takes the place of the one before.
      ["/key", "x-api-key", key],
    ] as const;
    for (const [path, name, value] of all)
      await fetch(`${recording.url}${path}${path.endsWith("=") ? crypto.randomUUID() : ""}`, {
        method: "POST",
        headers: { [name]: value },
      });
    const { rest } = await recording.stop();
    const said = rest.map((line) => JSON.parse(line) as { event: string; advice: readonly string[] });
    return said.find(({ event }) => event === "madeAnew")?.advice.map((line) => JSON.parse(line.replace(/ in .*/, "")));
  };

  expect(await record(0)).toBeUndefined();
  const match = [
    { path: "/file", ignore: ["header.if-match"] },
    { path: "/item", ignore: ["query.id", "header.lock-token"] },
    { path: "/lease", ignore: ["header.x-ms-proposed-lease-id"] },
    { path: "/page", ignore: ["header.if-match"] },
  ];
  const advice = await record(1);
  expect(advice).toHaveLength(4);
  expect(advice).toEqual(expect.arrayContaining(match));

  const [file = ""] = await listRecordings(folder);
  const description = join(folder, file.split("/")[0] ?? "", "api.json");
  await writeFile(description, JSON.stringify({ ...JSON.parse(await readFile(description, "utf8")), match }));
  const files = (await listRecordings(folder)).length;
  expect(await record(2)).toBeUndefined();
  expect(await listRecordings(folder)).toHaveLength(files + 1);
});

test("record says what a client salts anew for each request, after the first run too", async () => {
  const folder = await tempFolder();
  const from = await serveUpstream((_request, response) => void response.end("pong"));
  const recording = await startTapedeck(["record", "--from", from, "--out", folder, "--proxy", "0", "--json"]);
  for (const salt of ["c19b2d", "sesame"]) {
    const digest = createHash("md5").update(`hunter2${salt}`).digest("hex");
    await fetch(`${recording.url}/rest/ping?u=ada&t=${digest}&s=${salt}`);
    // Ids differ, too.
    await fetch(`${recording.url}/items?id=${crypto.randomUUID()}`);
  }
  const { rest } = await recording.stop();
  const said = rest.map((line) => JSON.parse(line)).find(({ event }) => event === "madeAnew");
  expect(said?.advice).toEqual(['{"path":"/rest/ping","ignore":["query.s","query.t"]} in "match" of api.json']);
});

test("a state of a run that takes the place of another is that one's also where a later answer repeats it", async () => {
  const folder = await tempFolder();
  let state = "";
  const from = await serveUpstream((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    state = searchParams.get("state") ?? state;
    response.writeHead(302, { location: pathname === "/login" ? `/back?state=${state}` : "/login" }).end();
  });
  const match = [{ path: "/auth", ignore: ["query.state"] }];
  await writeFile(join(folder, "api.json"), JSON.stringify({ name: "login", origins: [from], match }));
  const record = async (): Promise<string> => {
    const recording = await startTapedeck(["record", "--from", from, "--out", folder, "--proxy", "0", "--json"]);
    for (const path of [`/auth?state=${crypto.randomUUID()}`, "/login"])
      await fetch(`${recording.url}${path}`, { redirect: "manual" });
    await recording.stop();
    const files = await listRecordings(folder);
    return (await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")))).join("");
  };
  const first = await record();
  expect(new Set(first.match(/(?<=state=)[^"]+/g)).size).toBe(1);
  expect(await record()).toBe(first);
});

test("a session whose opening request the description makes the one on file is that one's in the requests that send it", async () => {
  const folder = await tempFolder();
  // As Engine.IO, whose clients put a time of base 36 in each request against caches.
  let opened = 0;
  const sid = (): string => createHash("sha256").update(`${++opened}`).digest("base64url").slice(0, 20);
  const from = await serveUpstream((request, response) => {
    const opens = !new URL(request.url ?? "", "http://localhost").searchParams.has("sid");
    response.setHeader("content-type", "text/plain").end(opens ? `0${JSON.stringify({ sid: sid() })}` : "ok");
  });
  const match = [{ path: "/engine", ignore: ["query.t"] }];
  await writeFile(join(folder, "api.json"), JSON.stringify({ name: "engine", origins: [from], match }));
  const record = async (...times: readonly string[]): Promise<string> => {
    const recording = await startTapedeck(["record", "--from", from, "--out", folder, "--proxy", "0", "--json"]);
    let session = "";
    for (const time of times) {
      const said = await (await fetch(`${recording.url}/engine?t=${time}${session}`)).text();
      session ||= `&sid=${JSON.parse(said.slice(1)).sid}`;
    }
    await recording.stop();
    const files = await listRecordings(folder);
    return (await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")))).join("");
  };
  const first = await record("k2a3evd4", "k2a3fmcd");
  expect(await record("k2b0fqy4", "k2b1eutm")).toBe(first);
});
