// Servers that nobody here wrote, recorded in every way and replayed without a word about their APIs: a client sees of the
// replay what it sees of a fresh server.
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openNetwork } from "@tapedeck/nock";
import { createPlayer, type Player } from "@tapedeck/replay";
import { listen } from "@tapedeck/serve";
import { readTapes } from "@tapedeck/tape/files";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { serveUpstream } from "../../../../.ci/test-resources.ts";
import { observe, promised } from "./observe.ts";
import { findingsIn, ways } from "./record-by.ts";
import { operation } from "./servers/graphql-yoga.ts";
import { programOf, servers } from "./servers/servers.ts";

let folder: string;
beforeEach(async () => {
  openNetwork();
  vi.stubEnv("CI", undefined);
  vi.spyOn(console, "error").mockImplementation(() => {});
  folder = join(await mkdtemp(join(tmpdir(), "tapedeck-foreign-")), "recordings");
  await mkdir(folder);
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await rm(join(folder, ".."), { recursive: true });
});

async function replay(): Promise<{ readonly player: Player; readonly url: string }> {
  const player = createPlayer({ tapes: (await readTapes(folder)).map(({ tape }) => tape) });
  const server = await listen(player);
  onTestFinished(() => server.close());
  return { player, url: server.url };
}

describe.each(servers.map((server) => [server.name, server] as const))("%s", (_name, server) => {
  const open = Object.entries(ways).filter(([way]) => way !== "plan" || server.steps !== undefined);
  const observed = async () => observe(programOf(server), await serveUpstream(await server.start()));
  let first: ReturnType<typeof observed> | undefined;
  test.each(open)("recorded by %s is replayed with its statuses, headers and bytes", async (_way, record) => {
    first ??= observed();
    const direct = await first;
    const met = await record(server, await serveUpstream(await server.start()), folder);
    if (met !== null) expect(promised(met, direct)).toEqual(promised(direct, direct));
    const { player, url } = await replay();
    const replayed = await observe(programOf(server), url);
    expect(promised(replayed, direct)).toEqual(direct);
    expect([player.misses(), player.unplayed()]).toEqual([[], []]);

    const unknown = await fetch(`${url}/never/asked`, { method: "POST", body: "{}" });
    expect([unknown.status, unknown.headers.get("x-tapedeck")]).toEqual([501, "miss"]);
    expect(player.misses()).toHaveLength(1);
    expect(await findingsIn(folder)).toEqual({});
  });
});

test("a GraphQL query that is laid out in another way is the same query", async () => {
  const yoga = servers.find(({ name }) => name === "graphql-yoga") ?? servers[0];
  if (yoga === undefined) return;
  await ways["proxy"]?.(yoga, await serveUpstream(await yoga.start()), folder);
  const { player, url } = await replay();
  const { path, ...init } = operation("query List {\n  books {\n    id\n    title\n  }\n}\n");
  const response = await fetch(url + path, init);
  expect([response.status, player.misses()]).toEqual([200, []]);
  expect(await response.json()).toEqual({
    data: { books: [1, 2].map((id) => ({ id, title: ["One", "Two"][id - 1] })) },
  });
});
