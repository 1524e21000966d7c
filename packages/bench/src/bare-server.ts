// The reference: Node's own server, sending one answer to every request. The answer comes over standard input, as JSON:
// { status, headers: [name, value, …], body }.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

const { status, headers, body } = JSON.parse(await text(process.stdin)) as {
  status: number;
  headers: string[];
  body: string;
};
const bytes = Buffer.from(body);
const server = createServer((_request, response) => {
  response.sendDate = false;
  response.writeHead(status, headers);
  response.end(bytes);
});
process.once("SIGTERM", () => {
  server.close();
  server.closeAllConnections();
});
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
