// A secret that shows as one only later is hidden in what was stored before.
import { createPlayer } from "@tapedeck/replay";
import { readTapes } from "@tapedeck/tape/files";
import { expect, test } from "vitest";
import { serveUpstream, tempFolder } from "../../../.ci/test-resources.ts";
import { everythingBelow, record } from "./recording.ts";

const session = "9f86d081884c7d659a2feaa0c55ad015";

/** A field of Protocol Buffers. */
const field = (number: number, text: string): Buffer =>
  Buffer.concat([Buffer.from([number * 8 + 2, text.length]), Buffer.from(text)]);

type Fetch = (request: Request) => Promise<Response>;

// The session that a client finds in an answer; and then sends, with the answer that it has to get by it.
test.each<[shows: string, type: string, answer: Buffer, read: (body: Buffer) => string]>([
  [
    "an id",
    "application/json",
    Buffer.from(JSON.stringify({ id: session, user: "ada" })),
    (body) => (JSON.parse(body.toString()) as { id: string }).id,
  ],
  [
    "a field without a name",
    "application/x-protobuf",
    Buffer.concat([field(1, "ada"), field(2, session)]),
    (body) => body.subarray(7).toString(),
  ],
  ["a line of text", "text/plain", Buffer.from(`ok\n${session}\n`), (body) => body.toString().split("\n")[1] ?? ""],
])(
  "a session that an answer gives as %s is hidden there once a client sends it",
  async (_shows, type, answer, read) => {
    const from = await serveUpstream((request, response) => {
      const isLogin = request.url === "/begin";
      response.setHeader("content-type", isLogin ? type : "text/plain");
      if (isLogin) response.end(answer);
      else response.end(request.headers.authorization === undefined ? "nobody" : "ada's");
    });
    const out = await tempFolder();
    const use = async (player: Fetch): Promise<readonly string[]> => {
      const begun = await player(new Request("http://localhost/begin", { method: "POST", body: "user=ada" }));
      const token = read(Buffer.from(await begun.arrayBuffer()));
      const headers = { authorization: `Bearer ${token}` };
      const asked = [new Request("http://localhost/me", { headers }), new Request(`http://localhost/of/${token}/x`)];
      const answers: string[] = [];
      for (const each of asked) answers.push(await (await player(each)).text());
      return answers;
    };
    await record({ from, out }, async ({ player }) => {
      // In a path that no rule tells, before anybody knows.
      await player(new Request(`http://localhost/begun/${session}/x`));
      expect(await use(player)).toEqual(["ada's", "nobody"]);
    });
    const everything = await everythingBelow(out);
    expect(everything).not.toContain(session);
    expect(everything).not.toContain(Buffer.from(answer).toString("base64").slice(-24, -4));
    const player = createPlayer({ tapes: (await readTapes(out)).map(({ tape }) => tape) });
    expect(await use(player)).toEqual(["ada's", "nobody"]);
  },
);

test("recorded again, it is the same, and what learns nothing late keeps its bytes", async () => {
  const from = await serveUpstream((request, response) => response.end(request.url === "/begin" ? session : "fine"));
  const out = await tempFolder();
  const once = async (): Promise<string> => {
    await record({ from, out, runAt: 1_700_000_000 }, async ({ player }) => {
      await player(new Request("http://localhost/begin"));
      await player(new Request("http://localhost/me", { headers: { "x-session-token": session } }));
    });
    return everythingBelow(out);
  };
  const first = await once();
  expect(first).not.toContain(session);
  expect(await once()).toBe(first);
});

test("recorded again, a request in which something is hidden late replaces the one on file, as often as it comes", async () => {
  let run = 0;
  const from = await serveUpstream((request, response) => {
    if (request.url !== "/begin") return response.end(`${request.url?.replace(/\?.*/, "")} of run ${run}`);
    response.setHeader("content-type", "application/json");
    return response.end(JSON.stringify({ access_token: `${session}${run}` }));
  });
  const out = await tempFolder();
  const targets: string[][] = [];
  for (run = 1; run < 4; run += 1) {
    const asked = `http://localhost/items?ref=${session}${run}`;
    await record({ from, out }, async ({ player }) => {
      for (const url of [asked, asked, "http://localhost/other?ref=none"]) await player(new Request(url));
      await player(new Request("http://localhost/begin", { method: "POST", body: "user=ada" }));
    });
    const tapes = await readTapes(out);
    targets.push(tapes.flatMap(({ tape }) => tape.exchanges.map(({ response }) => response.body?.text ?? "")).sort());
  }
  const items = Array(2).fill("/items of run 3");
  expect(targets[2]?.filter((text) => text.startsWith("/"))).toEqual([...items, "/other of run 3"]);
  expect(targets.map(({ length }) => length)).toEqual([4, 4, 4]);
});
