// The recorders that tapedeck is compared with, each with its defaults. Usage: node src/contenders.ts NAME FROM
// EXCHANGES FOLDER
import { appendFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import http from "node:http";
import { join } from "node:path";
import process from "node:process";
import { freePort, requireFor } from "./measuring/surroundings.ts";

/** Requests resources of a service one after the other, and stores the answers in a folder. */
type Contender = (from: string, exchanges: number, folder: string) => Promise<void>;

export const contenders: Readonly<Record<string, Contender>> = {
  "fetch and append": (from, exchanges, folder) =>
    fetchAll(from, exchanges, 1, (line) => appendFileSync(join(folder, "bare.jsonl"), line)),
  "fetch and append, 16 at a time": (from, exchanges, folder) =>
    fetchAll(from, exchanges, 16, (line) => appendFileSync(join(folder, "bare.jsonl"), line)),
  // The client that a recorder starts: a variable tells it where to ask.
  client: (variable, exchanges) => fetchAll(process.env[variable] ?? "", exchanges, 16, () => {}),
  "Polly.js alone": async (from, exchanges, folder) => {
    const require = requireFor("record");
    const { Polly } = require("@pollyjs/core");
    const polly = new Polly("bench", {
      adapters: [require("@pollyjs/adapter-node-http")],
      persister: require("@pollyjs/persister-fs"),
      persisterOptions: { fs: { recordingsDir: folder } },
      mode: "record",
      logLevel: "silent",
    });
    await getAll(from, exchanges);
    await polly.stop();
  },
  "nock's recorder": async (from, exchanges, folder) => {
    const nock = requireFor("nock")("nock");
    nock.recorder.rec({ dont_print: true, output_objects: true });
    await getAll(from, exchanges);
    await writeFile(join(folder, "nock.json"), JSON.stringify(nock.recorder.play(), null, 2));
    nock.restore();
  },
  talkback: async (from, exchanges, folder) => {
    const talkback = requireFor("bench")("talkback");
    const port = await freePort();
    const server = talkback({ host: from, path: folder, port, record: "NEW", silent: true });
    await server.start();
    await getAll(`http://127.0.0.1:${port}`, exchanges);
    await new Promise<void>((closed) => server.close(closed));
  },
};

/** Requests all resources, some at a time, and passes each exchange on as a line of JSON. */
async function fetchAll(
  from: string,
  exchanges: number,
  concurrency: number,
  keep: (line: string) => void,
): Promise<void> {
  let at = 0;
  const work = async (): Promise<void> => {
    while (at < exchanges) {
      const response = await fetch(`${from}/things/${at++}`);
      const exchange = { url: response.url, status: response.status, headers: [...response.headers] };
      keep(`${JSON.stringify({ ...exchange, body: await response.text() })}\n`);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, work));
}

async function getAll(from: string, exchanges: number): Promise<void> {
  const agent = new http.Agent({ keepAlive: true });
  for (let at = 0; at < exchanges; at += 1) {
    await new Promise<void>((resolve, reject) => {
      http
        .get(`${from}/things/${at}`, { agent }, (response) => {
          response.resume();
          response.on("end", resolve);
        })
        .on("error", reject);
    });
  }
  agent.destroy();
}

if (import.meta.main) {
  const [name = "", from = "", exchanges = "", folder = ""] = process.argv.slice(2);
  await contenders[name]?.(from, Number(exchanges), folder);
}
