// Records a few requests with one of two other tools, in a process of its own: each takes Node's http clients for itself.
// usage: record-suite.ts nock.back|Polly ORIGIN FOLDER TARGET...
import { createRequire } from "node:module";

const [tool = "", origin = "", folder = "", ...targets] = process.argv.slice(2);
const require = createRequire(import.meta.url);

/** What is called of nock. */
interface NockBack {
  readonly back: ((file: string) => Promise<{ readonly nockDone: () => void }>) & {
    fixtures: string;
    setMode(mode: string): void;
  };
}

async function askAll(): Promise<void> {
  const http = require("node:http") as typeof import("node:http");
  for (const target of targets)
    await new Promise<void>((resolve, reject) => {
      http.get(origin + target, (response) => response.resume().on("end", () => resolve())).on("error", reject);
    });
}

const tools: Readonly<Record<string, () => Promise<void>>> = {
  async "nock.back"() {
    const nock = createRequire(require.resolve("@tapedeck/nock"))("nock") as NockBack;
    nock.back.fixtures = folder;
    nock.back.setMode("update");
    const { nockDone } = await nock.back("suite.json");
    await askAll();
    nockDone();
  },
  async Polly() {
    const ofRecord = createRequire(require.resolve("@tapedeck/record"));
    const { Polly } = ofRecord("@pollyjs/core") as typeof import("@pollyjs/core");
    const polly = new Polly("suite", {
      adapters: [ofRecord("@pollyjs/adapter-node-http")],
      persister: ofRecord("@pollyjs/persister-fs"),
      persisterOptions: { fs: { recordingsDir: folder }, keepUnusedRequests: true },
      logLevel: "silent",
      mode: "record",
    } as never);
    await askAll();
    await polly.stop();
  },
};

await tools[tool]?.();
