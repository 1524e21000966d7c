// Sends each raw request to a server of the runtime that runs this file, with an honest one after it, and what is asked by
// name to one that is told its names; prints what came back of either as JSON:
//   node|deno run -A|bun packages/serve/test/raw-process.ts node:http|native

import { connect } from "node:net";
import process from "node:process";
import type { FetchHandler, IncomingRequest } from "@tapedeck/replay";
import { type ListenOptions, listen } from "../src/index.ts";
import { namedRequests, rawRequests } from "./raw-requests.ts";

// Tells what was understood: a request that was read otherwise than it was meant shows.
const handler: FetchHandler = Object.assign(() => Promise.reject(new Error("not asked")), {
  answer: ({ method, target, base, body }: IncomingRequest) => {
    const told = new TextEncoder().encode(`${method} ${target.slice(0, 20)} ${base} ${body?.length ?? 0}`);
    return { status: 200, headers: [["content-length", String(told.length)]] as const, body: told };
  },
});

type Requests = Readonly<Record<string, readonly [bytes: string, answer: string]>>;

/** Sends each to a server of its own. */
async function answersOf(requests: Requests, options: Pick<ListenOptions, "names">): Promise<Record<string, string>> {
  const server = await listen(handler, {
    native: process.argv[2] === "native",
    limits: { bodyBytes: 16 * 1024 * 1024 },
    ...options,
  });

  /** What came back until the server said no more: status and body of each response. */
  function send(bytes: string): Promise<string[]> {
    return new Promise((resolve) => {
      const socket = connect(server.port, "127.0.0.1");
      let text = "";
      const heard = (): string[] =>
        text
          .split(/(?=HTTP\/1\.[01] \d{3})/)
          .filter((part) => part !== "")
          .map((part) => {
            const status = /^HTTP\/1\.[01] (\d{3})/.exec(part)?.[1] ?? "?";
            return status === "200" ? `200 ${part.slice(part.indexOf("\r\n\r\n") + 4)}` : status;
          });
      const done = (): void => {
        socket.destroy();
        resolve(heard().map((told) => told.replace(`:${server.port}`, ":PORT")));
      };
      socket.on("data", (chunk) => {
        text += chunk.toString("latin1");
      });
      socket.on("error", done).on("close", done);
      socket.write(Buffer.from(bytes, "latin1"));
      // A second connection's answer says that the first has had its time, as all are answered in turn.
      socket.once("data", () => void settle().then(done));
      void settle().then(settle).then(done);
    });
  }

  let settling = Promise.resolve();
  /** Resolves when an honest client was answered ten times more. */
  function settle(): Promise<void> {
    settling = settling.then(async () => {
      for (let times = 0; times < 10; times += 1) await honest();
    });
    return settling;
  }

  async function honest(): Promise<void> {
    const response = await fetch(`${server.url}/honest`);
    if (!(await response.text()).startsWith("GET /honest")) throw new Error("an honest client got another's answer");
  }

  const answers: Record<string, string> = {};
  for (const [name, [bytes]] of Object.entries(requests)) answers[name] = (await send(bytes)).join(" | ");
  // Who waits for it may ask once more.
  for (let last = null; last !== settling; await last) last = settling;
  await server.close();
  return answers;
}

const anyName = await answersOf(rawRequests, {});
const ownNames = await answersOf(namedRequests, { names: ["localhost", "127.0.0.1", "api.example:8080"] });
console.log(JSON.stringify({ anyName, ownNames }));
process.exit();
