// The ways in which a conversation comes to a folder of recordings, each a process of its own on some runtime.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { runParameters } from "../../../src/runs/runtime.ts";
import { commandSources as command, commandFile } from "../../command-file.ts";
import type { Message } from "./places.ts";
import { bytesOf, messageOf, type Step } from "./plant.ts";

/** Where and with what a conversation is recorded. */
export interface Recording {
  readonly steps: readonly Step[];
  readonly from: string;
  /** A folder of its own; `out` within it is the folder of recordings. */
  readonly folder: string;
  readonly runtime: string;
}

/** What the processes said. */
export type Said = string;

export type Way = (recording: Recording) => Promise<Said>;

const client = fileURLToPath(new URL("client.ts", import.meta.url));
const readOnly = new Set(["GET", "HEAD"]);

export const runtimes: readonly string[] = ["node", "deno", "bun"];

export const ways: Readonly<Record<string, Way>> = {
  plan: async (recording) => {
    const plan = join(recording.folder, "plan.json");
    const requests = recording.steps.map(({ method, target, headers, body }) => ({
      path: target,
      method,
      headers,
      ...(body === null ? {} : { body }),
    }));
    await writeFile(plan, JSON.stringify({ requests }));
    return run(recording, [command, "record", ...to(recording), "--plan", plan, "--retries", "0", "--json"]);
  },
  proxy: (recording) =>
    whileRunning(recording, [command, "record", ...to(recording), "--proxy", "0", "--retries", "0"], (url) =>
      sent(recording, [url]),
    ),
  command: async (recording) => {
    const words = [...runParameters("node"), client, await stepsFile(recording)];
    return run(recording, [command, "record", ...to(recording), "--retries", "0", "--", process.execPath, ...words]);
  },
  useTape: (recording) => sent(recording, [recording.from, "record", out(recording)]),
  auto: (recording) => sent(recording, [recording.from, "auto", out(recording)]),
  misses: (recording) =>
    whileRunning(
      recording,
      [command, "replay", out(recording), "--port", "0", "--misses", "record", "--from", recording.from],
      (url) => sent(recording, [url]),
    ),
  import: async (recording) => {
    const har = join(recording.folder, "strange.har");
    await writeFile(har, JSON.stringify(harOf(recording)));
    return run(recording, [command, "import", har, "--to", out(recording), "--origin", "all"]);
  },
};

/** The ways by which a WebSocket comes to a folder, too. */
export const conversing: ReadonlySet<string> = new Set(["proxy", "command", "misses", "import"]);

/** Replays what was recorded, asks it and what it has not, and gives what is said of it; then verifies it, and looks for drift. */
export async function replayed(recording: Recording): Promise<Said> {
  const some = recording.steps.filter((_, nth) => nth % 7 === 0);
  const never = some.map((step) => ({ ...step, target: step.target.replace(/^\/p/, "/never/p") }));
  const words = [command, "replay", out(recording), "--port", "0", "--json"];
  const said = await whileRunning(recording, words, async (url) => {
    const told = await sent({ ...recording, steps: [...recording.steps, ...never] }, [url]);
    const control = ["misses", "journal", "unplayed", "tapes"].map(async (name) =>
      fetch(`${url}/_tapedeck/${name}`).then((answer) => answer.text()),
    );
    return [told, ...(await Promise.all(control))].join("\n");
  });
  const verified = await run(recording, [command, "verify", out(recording), "--json"]);
  const drifted = await run(recording, [command, "drift", out(recording), "--from", recording.from]);
  return [said, verified, drifted].join("\n");
}

export const out = ({ folder }: Recording): string => join(folder, "out");

function to(recording: Recording): readonly string[] {
  return ["--from", recording.from, "--out", out(recording)];
}

async function stepsFile({ folder, steps }: Recording): Promise<string> {
  const file = join(folder, `steps-${steps.length}.json`);
  await writeFile(file, JSON.stringify(steps));
  return file;
}

async function sent(recording: Recording, words: readonly string[]): Promise<Said> {
  return run(recording, [client, await stepsFile(recording), ...words]);
}

function start({ runtime, folder }: Recording, words: readonly string[]): { child: ChildProcess; said: () => Said } {
  const { CI: _ci, TAPEDECK: _mode, NODE_OPTIONS: _options, ...env } = process.env;
  const own = words.map((word) => (runtime === "node" && word === command ? commandFile : word));
  const parameters = [...runParameters(runtime), ...own];
  const child = spawn(runtime === "node" ? process.execPath : runtime, parameters, { cwd: folder, env });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => (text += chunk));
  return { child, said: () => text };
}

async function run(recording: Recording, words: readonly string[]): Promise<Said> {
  const { child, said } = start(recording, words);
  await once(child, "close");
  return said();
}

async function whileRunning(
  recording: Recording,
  words: readonly string[],
  use: (url: string) => Promise<Said>,
): Promise<Said> {
  const { child, said } = start(recording, words);
  const closed = once(child, "close");
  const url = await new Promise<string>((resolve, reject) => {
    const look = (): void => {
      const found = /http:\/\/(?:127\.0\.0\.1|localhost):\d+(?=\D)/g;
      const urls = (said().match(found) ?? []).filter((each) => each !== recording.from);
      if (urls[0] !== undefined) resolve(urls[0]);
    };
    child.stdout?.on("data", look);
    child.stderr?.on("data", look);
    child.on("close", () => reject(new Error(`It ended before it listened: ${said().slice(0, 500)}`)));
  });
  const told = await use(url);
  child.kill("SIGINT");
  await closed;
  return `${told}\n${said()}`;
}

function harOf({ steps }: Recording): unknown {
  const pairs = (headers: Readonly<Record<string, string>>) =>
    Object.entries(headers).map(([name, value]) => ({ name, value }));
  const entries = steps
    .filter(({ answer }) => !answer.broken)
    .map(({ method, target, headers, body, messages, answer }) => ({
      ...(messages && { _resourceType: "websocket", _webSocketMessages: messages.map(inHar) }),
      startedDateTime: "2026-01-01T00:00:00.000Z",
      time: 1,
      request: {
        method,
        url: `https://api.acme.example${target}`,
        httpVersion: "HTTP/1.1",
        headers: pairs(headers),
        queryString: [],
        cookies: [],
        headersSize: -1,
        bodySize: body?.length ?? 0,
        ...(body === null || readOnly.has(method)
          ? {}
          : { postData: { mimeType: headers["content-type"] ?? "", text: body } }),
      },
      response: {
        status: messages === undefined ? answer.status : 101,
        statusText: "",
        httpVersion: "HTTP/1.1",
        headers: pairs(answer.headers),
        cookies: [],
        content: {
          size: answer.body.length,
          mimeType: answer.headers["content-type"] ?? "",
          text: Buffer.from(bytesOf(answer.body)).toString("base64"),
          encoding: "base64",
        },
        redirectURL: "",
        headersSize: -1,
        bodySize: -1,
      },
      cache: {},
      timings: { send: 0, wait: 1, receive: 0 },
    }));
  return { log: { version: "1.2", creator: { name: "attack", version: "1" }, entries } };
}

function inHar({ from, data }: Message, nth: number): unknown {
  const message = messageOf(data);
  const [opcode, text] = typeof message === "string" ? [1, message] : [2, Buffer.from(message).toString("base64")];
  return { type: from === "client" ? "send" : "receive", time: 1767225600 + nth, opcode, data: text };
}
