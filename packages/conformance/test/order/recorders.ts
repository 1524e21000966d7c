// Records a few requests of a server with a memory and replays them, with one of three tools: each in a process of its
// own, since each takes Node's http clients for itself. Prints the answers that the replay of each scenario gave, as JSON.
// usage: recorders.ts nock.back|Polly|tapedeck '[{ "name": …, "origin": …, "folder": … }]'
import { createRequire } from "node:module";
import { type Sent, scenarios } from "./scenarios.ts";

interface Task {
  readonly name: string;
  readonly origin: string;
  readonly folder: string;
}

const [tool = "", tasks = "[]"] = process.argv.slice(2);
const require = createRequire(import.meta.url);

type Send = (sent: Sent) => Promise<string>;

/** What is called of nock. */
interface NockBack {
  readonly back: ((file: string, options: object) => Promise<{ readonly nockDone: () => void }>) & {
    fixtures: string;
    setMode(mode: string): void;
  };
  cleanAll(): void;
}

/** By Node's own client, as it is when the request is sent. */
const overHttp =
  (origin: string): Send =>
  ({ method = "GET", target, headers = {}, body }) =>
    new Promise((resolve, reject) => {
      const http = require("node:http") as typeof import("node:http");
      const request = http.request(origin + target, { method, headers }, async (response) => {
        resolve(Buffer.concat(await response.toArray()).toString());
      });
      request.on("error", reject).end(body);
    });

async function all(name: string, send: Send): Promise<string> {
  const texts: string[] = [];
  for (const sent of scenarios[name]?.requests ?? []) {
    texts.push(await send(sent).catch((error: Error) => `(${error.name})`));
  }
  return texts.join(" ");
}

const tools: Readonly<Record<string, (task: Task) => Promise<string>>> = {
  async "nock.back"({ name, origin, folder }) {
    // The one that @tapedeck/nock has; another one is Polly's.
    const nock = createRequire(require.resolve("@tapedeck/nock"))("nock") as NockBack;
    nock.back.fixtures = folder;
    const file = `${name.replaceAll(/\W+/g, "-")}.json`;
    // Left out of the rule, a body is taken for the recorded one.
    const before = (scope: object) =>
      Object.assign(scope, { filteringRequestBody: (_sent: string, recorded: unknown) => recorded });
    const options = scenarios[name]?.ignoresBody ? { before } : {};
    const run = async (mode: "record" | "lockdown"): Promise<string> => {
      nock.back.setMode(mode);
      const { nockDone } = await nock.back(file, options);
      const texts = await all(name, overHttp(origin));
      nockDone();
      nock.cleanAll();
      return texts;
    };
    await run("record");
    return await run("lockdown");
  },
  async Polly({ name, origin, folder }) {
    const ofRecord = createRequire(require.resolve("@tapedeck/record"));
    const { Polly } = ofRecord("@pollyjs/core") as typeof import("@pollyjs/core");
    const run = async (mode: "record" | "replay"): Promise<string> => {
      const polly = new Polly(name, {
        adapters: [ofRecord("@pollyjs/adapter-node-http")],
        persister: ofRecord("@pollyjs/persister-fs"),
        persisterOptions: { fs: { recordingsDir: folder } },
        logLevel: "silent",
        mode,
        recordIfMissing: false,
        matchRequestsBy: { headers: false, body: !(scenarios[name]?.ignoresBody ?? false) },
      } as never);
      const texts = await all(name, overHttp(origin));
      await polly.stop();
      return texts;
    };
    await run("record");
    return await run("replay");
  },
  async tapedeck({ name, origin, folder }) {
    const { createRecorder } = await import("@tapedeck/record");
    const { createPlayer } = await import("@tapedeck/replay");
    const { readTapes } = await import("@tapedeck/tape/files");
    const recorder = await createRecorder({ from: origin, out: folder });
    const through =
      (handler: (request: Request) => Promise<Response>): Send =>
      async ({ target, body, ...init }) => {
        const response = await handler(new Request(origin + target, { ...init, ...(body !== undefined && { body }) }));
        return response.text();
      };
    await all(name, through(recorder.player));
    await recorder.close();
    const tapes = (await readTapes(folder)).map(({ tape }) => tape);
    const rule = [
      "method",
      "path",
      "query",
      "principal",
      ...(scenarios[name]?.ignoresBody ? [] : ["body" as const]),
    ] as const;
    return await all(name, through(createPlayer({ tapes, rule })));
  },
};

const replayed: Record<string, string> = {};
for (const task of JSON.parse(tasks) as readonly Task[]) replayed[task.name] = (await tools[tool]?.(task)) ?? "";
console.log(JSON.stringify(replayed));
process.exit(0);
