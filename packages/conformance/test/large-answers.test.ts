import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRecorder } from "@tapedeck/record";
import { createPlayer, type FetchHandler, passthrough, recordMisses } from "@tapedeck/replay";
import { forwardTo, listen } from "@tapedeck/serve";
import { readTapes } from "@tapedeck/tape/files";
import { expect, onTestFinished, test } from "vitest";
import { serveUpstream } from "../../../.ci/test-resources.ts";

const line = '{"id":12345,"note":"a line of a large answer, as many others are"}\n';
const half = line.repeat(25_000);
const credential = '"password":"Kx82hdG63nd93jdG73"\n';

/** A service that sends the second half of its answer once the first has reached the client. */
async function service(type: string) {
  const reached = Promise.withResolvers<void>();
  let asked = 0;
  const from = await serveUpstream((_asked, response) => {
    asked += 1;
    response.writeHead(200, { "content-type": type, "content-length": 2 * half.length + credential.length });
    response.write(half);
    reached.promise.then(() => response.end(credential + half));
  });
  return { from, reached: reached.resolve, asked: () => asked };
}

async function recorder(from: string) {
  const out = await mkdtemp(join(tmpdir(), "tapedeck-answers-"));
  const own = await createRecorder({ from, out });
  onTestFinished(async () => {
    await own.close();
    rmSync(out, { recursive: true });
  });
  return { ...own, out };
}

const player = () => createPlayer({ tapes: [] });

test.each<readonly [who: string, handlerOf: (from: string) => FetchHandler | Promise<FetchHandler>, tells: boolean]>([
  ["a recorder", async (from) => (await recorder(from)).player, true],
  [
    "a player that records misses",
    async (from) => recordMisses(player(), (await recorder(from)).player, { from }),
    true,
  ],
  ["a player that asks a function for misses", (from) => recordMisses(player(), () => fetch(from), { from }), true],
  [
    "a player that passes it",
    (from) => {
      const own = player();
      return passthrough(own, forwardTo(from), { paths: ["/**"], player: own });
    },
    true,
  ],
  ["a plain function", (from) => () => fetch(from), true],
])("%s hands a large answer on as it comes, and tells its length", async (_who, handlerOf, tells) => {
  const { from, reached } = await service("application/octet-stream");
  const server = await listen(await handlerOf(from));
  onTestFinished(() => server.close());
  const response = await fetch(`${server.url}/large`);
  const length = 2 * half.length + credential.length;
  expect(response.headers.get("content-length")).toBe(tells ? String(length) : null);
  let came = 0;
  for await (const bytes of response.body ?? []) {
    came += bytes.length;
    if (came === half.length) reached();
  }
  expect(came).toBe(length);
});

test.each(["application/x-ndjson", "application/octet-stream"])(
  "what no tape has of a large answer (%s) is recorded while it is passed on, and is there for who asks next",
  async (type) => {
    const { from, reached, asked } = await service(type);
    const { out, player: upstream, close } = await recorder(from);
    const server = await listen(recordMisses(player(), upstream, { from }));
    onTestFinished(() => server.close());
    reached();
    const ask = () => fetch(`${server.url}/large`).then((response) => response.text());
    expect((await ask()) === half + credential + half).toBe(true);
    const again = await ask();
    expect(again.length).toBeGreaterThan(2 * half.length);
    expect([asked(), again.includes("Kx82hdG63nd93jdG73")]).toEqual([1, false]);
    await close();
    expect((await ask()) === again).toBe(true);
    const [{ tape } = {}] = await readTapes(out);
    const replay = await listen(createPlayer({ tapes: tape ? [tape] : [] }));
    onTestFinished(() => replay.close());
    expect((await fetch(`${replay.url}/large`).then((response) => response.text())) === again).toBe(true);
  },
);
