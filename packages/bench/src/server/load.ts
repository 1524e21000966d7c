// Sends requests to a server on many connections until the time is over, for the resources in scattered order; prints
// the number of answers and the time within which 99 of 100 came, and first checks them. As light as possible, so that the server is measured. Usage: node
// src/server/load.ts URL RESOURCES MILLISECONDS
import { connect } from "node:net";
import process from "node:process";
import { asked, bodyOf, headers, pathOf } from "./answers.ts";

const connections = 64;
const [url = "", resources = "", milliseconds = ""] = process.argv.slice(2);
const { hostname, port } = new URL(url);

await check();
const fields = asked.map((carried) =>
  Object.entries({ host: `${hostname}:${port}`, ...carried }).map(([name, value]) => `${name}: ${value}\r\n`),
);
const requests = fields.map((lines) => ` HTTP/1.1\r\n${lines.join("")}\r\n`);
const waits: number[] = [];
let isOver = false;
const start = performance.now();
setTimeout(() => {
  isOver = true;
}, Number(milliseconds));
await Promise.all(Array.from({ length: connections }, (_, first) => ask(first)));
const seconds = (performance.now() - start) / 1000;
const slow = waits.sort((a, b) => a - b)[Math.floor(waits.length * 0.99)];
console.log(JSON.stringify({ answers: waits.length, seconds, slow }));
process.exit();

/** Opens a connection, on which each request follows the previous answer. */
function ask(first: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let at = first;
    let left = 0;
    let sent = 0;
    const socket = connect({ port: Number(port), host: hostname, noDelay: true });
    const next = (): void => {
      at += 7919;
      const rest = requests[Math.floor(at / Number(resources)) % requests.length];
      socket.write(`GET ${pathOf(at % Number(resources))}${rest}`, "latin1");
      sent = performance.now();
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
      waits.push(performance.now() - sent);
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
