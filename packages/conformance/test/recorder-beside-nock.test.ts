import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Mounted, mount, openNetwork } from "@tapedeck/nock";
import { createRecorder } from "@tapedeck/record";
import { createPlayer } from "@tapedeck/replay";
import { expect, onTestFinished, test } from "vitest";
import { serveUpstream } from "../../../.ci/test-resources.ts";

async function openRecorder(from: string) {
  const out = await mkdtemp(join(tmpdir(), "tapedeck-beside-"));
  const recorder = await createRecorder({ from, out });
  onTestFinished(async () => {
    await recorder.close();
    await rm(out, { recursive: true });
  });
  return recorder;
}

const serve = (): Promise<string> => serveUpstream((_request, response) => response.end("live"));

function mountOne(): Mounted {
  onTestFinished(openNetwork);
  return mount(createPlayer({ tapes: [] }), { origin: "https://api.service.example" });
}

test.each<readonly [when: string, prepare: () => void]>([
  ["nock is loaded", () => {}],
  ["a player is mounted", mountOne],
  [
    "a player was mounted, and the network is open again",
    () => {
      mountOne().unmount();
      openNetwork();
    },
  ],
])("a recorder records this machine where %s", async (_when, prepare) => {
  prepare();
  const recorder = await openRecorder(await serve());
  expect((await recorder.ask({ target: "/a" })).response.body?.text).toBe("live");
  expect(await (await recorder.player(new Request("http://localhost/b"))).text()).toBe("live");
});

test("a recorder says that a mounted player has closed the network", async () => {
  mountOne();
  // An address for documentation: nothing is sent to it.
  const recorder = await openRecorder("http://192.0.2.1");
  await expect(recorder.ask({ target: "/a" })).rejects.toThrow(
    /the network of this process is closed .*\n.*a player is mounted in it: .* call openNetwork\(\) first/,
  );
});
