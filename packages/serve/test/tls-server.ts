// Opens a server over TLS with a certificate of its own, on the runtime that runs this file, until its input ends:
//   node|deno run -A|bun packages/serve/test/tls-server.ts node:http|native
import process from "node:process";
import { createCertificate } from "../src/certificate.ts";
import { control, listen } from "../src/index.ts";
import { moved, playerOf, tape } from "./tape.ts";

const tls = await createCertificate();
const player = playerOf({ tapes: [tape, moved] });
const native = process.argv[2] === "native";
const server = await listen(player, { tls, native, control: control(player) });
console.log(JSON.stringify({ url: server.url, port: server.port, ca: tls.cert }));
for await (const _chunk of process.stdin);
await server.close();
process.exit();
