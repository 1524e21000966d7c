import { openNetwork } from "@tapedeck/nock";
import { createPlayer } from "@tapedeck/replay";
import { listen } from "@tapedeck/serve";
import { readTapes } from "@tapedeck/tape/files";
import { useTape } from "@tapedeck/testing";
import { expect, onTestFinished, test, vi } from "vitest";
import { tempFolder } from "../../../../.ci/test-resources.ts";
import { findingsIn, throughProxy } from "./record-by.ts";
import { discord } from "./servers/discord.ts";
import { dynamo } from "./servers/dynalite.ts";
import type { ForeignClient, Started } from "./servers/foreign-client.ts";
import { smartHttp } from "./servers/git.ts";
import { subscriptions } from "./servers/graphql-ws.ts";
import { python } from "./servers/python.ts";
import { polledThenUpgraded } from "./servers/socket-io.ts";
import { remoteCalls } from "./servers/xml-rpc.ts";

type RecordBy = (client: ForeignClient, from: string, folder: string) => Promise<unknown>;

const byProxy: RecordBy = ({ use }, from, folder) => throughProxy(from, folder, use);
const byTape: RecordBy = async ({ use }, from, folder) => {
  vi.stubEnv("CI", undefined);
  vi.spyOn(console, "error").mockImplementation(() => {});
  let seen: unknown;
  await useTape({ from, dir: folder, mode: "record" })(".", async () => {
    seen = await use(from);
  })();
  openNetwork();
  return seen;
};

const rows: readonly (readonly [name: string, by: RecordBy, client: ForeignClient])[] = [
  [dynamo.name, byTape, dynamo],
  [discord.name, byTape, discord],
  [smartHttp.name, byProxy, smartHttp],
  [python.name, byProxy, python],
  [remoteCalls.name, byTape, remoteCalls],
  [subscriptions.name, byProxy, subscriptions],
  [polledThenUpgraded.name, byProxy, polledThenUpgraded],
];

const fresh = async ({ start }: ForeignClient): Promise<Started> => {
  const started = await start();
  onTestFinished(async () => void (await started.stop()));
  return started;
};

test.for(rows.filter(([, , { isHere }]) => isHere?.() ?? true))("%s", async ([, record, client]) => {
  const folder = await tempFolder();
  onTestFinished(() => void vi.restoreAllMocks().unstubAllEnvs());
  const direct = await client.use((await fresh(client)).url);
  expect(await record(client, (await fresh(client)).url, folder)).toEqual(direct);

  const player = createPlayer({
    tapes: (await readTapes(folder)).map(({ tape }) => tape),
    match: client.match ?? [],
  });
  const server = await listen(player);
  onTestFinished(() => server.close());
  expect(await client.use(server.url)).toEqual(direct);
  expect([player.misses(), client.polls ? [] : player.unplayed()]).toEqual([[], []]);
  expect(await findingsIn(folder)).toEqual({});
});
