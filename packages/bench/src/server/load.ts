// Sends requests to a server on many connections until the time is over, for the resources in scattered order; prints
// the number of answers, and first checks them. As light as possible, so that the server is measured. Usage: node
// src/server/load.ts URL RESOURCES MILLISECONDS
import { connect } from "node:net";
import process from "node:process";
import { asked, bodyOf, headers, pathOf } from "./answers.ts";

const connections = 64;
const [url = "", resources = "", milliseconds = ""] = process.argv.slice(2);
const { hostname, port } = new URL(url);

await check();
const requests = asked.flatMap((carried) => {
  const lines = Object.entries({ host: `${hostname}:${port}`, ...carried }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return Array.from({ length: Number(resources) }, (_, at) =>
    Buffer.from(`GET ${pathOf(at)} HTTP/1.1\r\n${lines.join("")}\r\n`),
  );
});
let answers = 0;
let isOver = false;
const start = performance.now();
setTimeout(() => {
  isOver = true;
}, Number(milliseconds));
await Promise.all(Array.from({ length: connections }, (_, first) => ask(first)));
console.log(JSON.stringify({ answers, seconds: (performance.now() - start) / 1000 }));
process.exit();

/** A connection on which each request follows the previous answer. */
function ask(first: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let at = first;
    let left = 0;
    const socket = connect({ port: Number(port), host: hostname, noDelay: true });
    const next = (): void => {
      at += 7919;
      socket.write(requests[at % requests.length] ?? "");
    };
    socket.on("error", reject).on("connect", next);
    socket.on("data", (chunk: Buffer) => {
      if (left === 0) {
        const head = chunk.indexOf("\r\n\r\n");
        const length = /content-length: (\d+)/i.exec(chunk.toString("latin1", 0, head))?.[1];
        if (head < 0 || length === undefined || chunk[9] !== 0x32)
          return reject(new Error(`It answered ${chunk.toString("latin1", 0, 200)}`));
        left = head + 4 + Number(length);
      }
      left -= chunk.length;
      if (left > 0) return;
      answers += 1;
      if (isOver) {
        socket.destroy();
        resolve();
      } else next();
    });
  });
}

/** Checks the whole body, and the headers that every server can send. */
async function check(): Promise<void> {
  for (const at of new Set([0, 1, Math.floor(Number(resources) / 2), Number(resources) - 1])) {
    for (const carried of asked) {
      const response = await fetch(url + pathOf(at), { headers: carried });
      const [body, expected] = [await response.text(), bodyOf(at)];
      if (response.status !== 200 || body !== expected)
        throw new Error(`${pathOf(at)} was answered ${response.status} ${body.slice(0, 200)}`);
      const missing = headers.find(([name]) => !response.headers.has(name));
      if (missing !== undefined) throw new Error(`${pathOf(at)} was answered without ${missing[0]}`);
    }
  }
}
