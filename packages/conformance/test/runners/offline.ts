// Asks in each way that a client has, with a tape open that holds nothing, and prints what each was told.
import { once } from "node:events";
import http from "node:http";
import http2 from "node:http2";
import https from "node:https";
import net from "node:net";
import tls from "node:tls";
import { openTape } from "@tapedeck/testing";
import { dir, from } from "./clients.ts";

// Of a net for documentation (RFC 5737): where the guard fails, nothing is there.
const elsewhere = "192.0.2.1";
const ways: Readonly<Record<string, () => unknown>> = {
  "fetch, no recording": () => fetch(`${from}/zen`),
  "node:http, no recording": () => once(http.get(`${from}/zen`), "response"),
  "fetch, another host": () => fetch(`https://${elsewhere}/zen`),
  "node:http, another host": () => once(http.get(`http://${elsewhere}/zen`), "response"),
  "node:https, another host": () => once(https.get(`https://${elsewhere}/zen`), "response"),
  "node:net": () => once(net.connect(443, elsewhere), "connect"),
  "node:tls": () => once(tls.connect(443, elsewhere), "secureConnect"),
  "node:http2": () => once(http2.connect(`https://${elsewhere}`), "connect"),
};

const tape = await openTape({ from, dir, name: "offline" });
const told: Record<string, unknown> = {};
for (const [way, ask] of Object.entries(ways)) {
  try {
    await ask();
    told[way] = "it was answered";
  } catch (error) {
    const { name, code, message } = error as NodeJS.ErrnoException;
    told[way] = [name, code, message.split(" ").slice(0, 2).join(" ")];
  }
}
await tape.close().catch(() => {});
console.log(JSON.stringify(told));
