import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bodyOf, type Exchange, type RecordedResponse, type Tape } from "@tapedeck/tape";
import { toHar } from "@tapedeck/tape/har";
import { beforeEach, expect, test } from "vitest";
import { tempFolder } from "../../../.ci/test-resources.ts";
import { root } from "./command.ts";
import { tapedeck } from "./in-process.ts";

let copy: string;
beforeEach(async () => {
  copy = await tempFolder();
  await cp(join(root, "recordings"), copy, { recursive: true });
});

test("show prints exchanges as people read them, with what stands beside them", async () => {
  const { code, stdout } = await tapedeck(["show", copy, "GET /users/ada*"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^GET https:\/\/api\.service\.example\/users\/ada as anonymous\n200\n/);
  expect(stdout).toContain("server: stand-in\n");
  expect(stdout).toContain('  "login": "ada",\n');
  expect(stdout.match(/^GET /gm)).toHaveLength(5);
  expect(stdout).not.toContain("bicyclists");
});

test("show says to git the same of a file and of the copy beside which nothing stands", async () => {
  const [file, alone] = [join(copy, "api.service.example/users/ada/GET.har"), join(copy, "alone_GET.har")];
  await cp(file, alone);
  const { stdout } = await tapedeck(["show", alone]);
  expect(stdout).toMatch(/^…: headers-[\da-f]{8}\.json$/m);
  expect((await tapedeck(["show", file], { GIT_EXEC_PATH: "/usr/lib/git-core" })).stdout).toBe(stdout);
});

test("show hides the secrets of another tool's file", async () => {
  const file = join(copy, "browser.har");
  const entry = {
    startedDateTime: "2026-01-01T00:00:00Z",
    request: {
      method: "GET",
      url: "http://a.example/?token=s3cr3t-1",
      headers: [{ name: "x-api-key", value: "s3cr3t-2" }],
    },
    response: { status: 200, headers: [], content: { mimeType: "text/plain", text: "password: s3cr3t-3" } },
  };
  await writeFile(file, JSON.stringify({ log: { version: "1.2", entries: [entry] } }));
  const { code, stdout } = await tapedeck(["show", file]);
  expect([code, stdout.match(/__redacted-\w+/g)?.length]).toEqual([0, 3]);
  expect(stdout).not.toContain("s3cr3t");
});

const talk: Tape = {
  name: "api.service.example/live",
  origin: "https://api.service.example",
  recordedAt: 1_767_225_600,
  exchanges: [
    {
      request: {
        method: "GET",
        target: "/live",
        principal: "anonymous",
        headers: [["upgrade", "websocket"]],
        body: null,
      },
      response: {
        status: 101,
        headers: [],
        body: null,
        messages: [
          { from: "server", afterMs: 0, data: { encoding: "utf8", text: "hello" } },
          { from: "client", afterMs: 5, data: { encoding: "base64", text: "AP8=" } },
        ],
        closed: { from: "server", code: 4000, reason: "bye" },
      },
    },
  ],
};

test("a WebSocket is shown with what was said over it, and is not asked again without its client", async () => {
  const file = join(copy, "live.har");
  await writeFile(file, toHar(talk));
  expect(await tapedeck(["show", file])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /\n101\n\n< hello\n> \(2 bytes that are not text\)\nclosed by the server: 4000 bye\n$/,
    ),
  });
  const from = ["--from", "http://127.0.0.1:9", "--origin", "https://api.service.example"];
  expect(await tapedeck(["record", ...from, "--out", copy, "--again", "GET /live"])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("became a WebSocket, over which only its client can talk"),
  });
  const drift = ["drift", copy, ...from, "--json"];
  expect((await tapedeck(drift)).stdout).toContain("it became a WebSocket, over which only its client can talk");
});

test("show reads a text in its charset, and prints what came before and after it", async () => {
  const file = join(copy, "text.har");
  const [{ request }] = talk.exchanges as [Exchange];
  const response: RecordedResponse = {
    status: 404,
    reason: "File not found",
    headers: [["content-type", "text/plain; charset=iso-8859-1"]],
    body: bodyOf(Buffer.from("caf\xe9", "latin1")),
    informational: [{ status: 103, headers: [["link", "</style.css>"]] }],
    trailers: [["x-checksum", "7"]],
    cut: "client",
  };
  await writeFile(file, toHar({ ...talk, exchanges: [{ request: { ...request, headers: [] }, response }] }));
  expect((await tapedeck(["show", file])).stdout.split("\n").slice(1)).toEqual([
    ...["103", "link: </style.css>", "404 File not found", "content-type: text/plain; charset=iso-8859-1"],
    ...["", "café", "", "x-checksum: 7", "(cut: client)", ""],
  ]);
});

test("show says that nothing is like a pattern", async () => {
  expect(await tapedeck(["show", copy, "/nothing"])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^tapedeck: Cannot show "\/nothing": no exchange/),
  });
});

test("a body that was edited by hand is replayed, said to be edited, and accepted by --fix", async () => {
  const file = join(copy, "api.service.example/users/ada/GET.har");
  await writeFile(file, (await readFile(file, "utf8")).replace('"followers": 7,', '"followers": 8,'));
  expect((await tapedeck(["show", copy, "GET /users/ada"])).stdout).toContain('"followers": 8,');
  expect((await tapedeck(["verify", copy])).stdout).toMatch(/ {2}edited: entry 1, GET \/users\/ada as anonymous/);
  expect((await tapedeck(["verify", copy, "--fix"])).code).toBe(0);
  expect(await tapedeck(["verify", copy])).toMatchObject({ code: 0 });
});

test("verify --older-than lists what is old, by what the collection noted", async () => {
  const { code, stdout } = await tapedeck(["verify", copy, "--older-than", "30d"]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/ {2}old: it was recorded \d+ days ago, on 2026-01-01\n {4}- record it again: npx /);
  const again = `npx @tapedeck/cli record --from https://api.service.example --out ${copy}`;
  expect(stdout).toContain(`    - record it again: ${again} --again 'GET /users/ada'\n`);
  expect(await tapedeck(["verify", copy, "--older-than", "99999d"])).toMatchObject({ code: 0 });
  expect(await tapedeck(["verify", copy, "--older-than", "soon"])).toMatchObject({ code: 2 });
});
