import { Buffer } from "node:buffer";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { packKeys } from "@tapedeck/replay";
import { canonical, type Exchange } from "@tapedeck/tape";
import { createPackWriter, folderOf } from "@tapedeck/tape/files";
import { exchangeText } from "@tapedeck/tape/har";

/** The origin of the generated recordings. */
export const origin = "https://api.example.com";

/** Returns the target of an exchange, different for each. */
export function targetOf(at: number): string {
  return `/accounts/${at % 1000}/things/${at}`;
}

/** Returns an exchange with 28 headers and a JSON body of 5.5 KB. */
export function exchangeOf(at: number): Exchange {
  const target = targetOf(at);
  const items = Array.from({ length: 42 }, (_, nth) => ({
    name: `item ${nth}`,
    value: at * nth,
    note: "n".repeat(80),
  }));
  const text = JSON.stringify({ id: at, url: origin + target, items });
  return canonical({
    request: { method: "GET", target, principal: "anonymous", headers: [], body: null },
    response: {
      status: 200,
      headers: [
        ["content-type", "application/json; charset=utf-8"],
        ["etag", `"${at}"`],
        ["last-modified", "Thu, 01 Jan 2026 00:00:00 GMT"],
        ...Array.from({ length: 25 }, (_, nth) => [`x-header-${nth}`, `value ${nth} of all things`] as const),
      ],
      body: { encoding: "utf8", text },
    },
  });
}

/** Packs a number of exchanges, each in a tape of its own, unless the file exists. Returns the file. */
export function packOf(folder: string, count: number): string {
  const file = join(folder, `${count}.tapedeck`);
  if (existsSync(file)) return file;
  const { keyedBy, keysOf } = packKeys({ origins: [origin] });
  const writer = createPackWriter(file);
  // All of them share one file of headers.
  const shared = exchangeText(exchangeOf(0), { origin, recordedAt: 0 }, { name: "GET", pass: 0, mayShare: () => true });
  for (let at = 0; at < count; at += 1) {
    const name = folderOf(origin, targetOf(at));
    const tape = { name, origin, recordedAt: 1_767_225_600, exchanges: [exchangeOf(at)] };
    writer.tape(name, tape, (exchange) => keysOf(exchange, origin));
  }
  if (shared.headers !== null)
    writer.file(`${folderOf(origin, "/")}/${shared.headers.name}`, Buffer.from(shared.headers.content));
  writer.finish({ keyedBy, descriptions: [] });
  return file;
}
