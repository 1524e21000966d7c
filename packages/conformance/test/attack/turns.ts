import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from "node:zlib";
import type { Attack } from "./attack.ts";

const script = fileURLToPath(new URL("turns-process.ts", import.meta.url));
/** Milliseconds of its own time that a thread may work at one go. */
const mostAtOneGo = 50;

const prose = (nth: number): string => `the quick repository ${nth} is merged, and its owner reviews the branch of ada`;
const encoded = (): string => randomBytes(48).toString("base64");

/** Stands for the address of the service, which a replay answers with its own in its place. */
const ownAddress = "http://service";

/** A path that its API has a list at, from which a replay cuts pages; of what is no list, empty ones. */
const list = "/orgs/lighthouse/repos";

/** A kind of body: its type, and its parts, or all of it by its length. */
type Kind = readonly [type: string, part: (nth: number) => string, around?: readonly [before: string, after: string]];

const json = "application/json";
const kinds: Readonly<Record<string, Kind>> = {
  words: ["text/plain", (nth) => `word${nth} `],
  prose: ["text/plain", (nth) => `${prose(nth)}.\n`],
  "JSON of an API": [json, (nth) => `${JSON.stringify({ id: nth, name: prose(nth), tags: ["a"] })},`, ["[", "1]"]],
  "JSON with addresses": [json, (nth) => `${JSON.stringify({ id: nth, url: `${ownAddress}/${nth}` })},`, ["[", "1]"]],
  "JSON of many members": [json, (nth) => `"k${nth}":${nth},`, ["{", '"z":1}']],
  "deep JSON": [json, () => "[".repeat(1000)],
  "one long string": [json, (nth) => `${nth} and `, ['"', '"']],
  "a list of one long string": [json, (nth) => `${prose(nth)}\\n`, [`["`, `"]`]],
  "a list with white space": [json, () => "\n    ", ["[1,", "2]"]],
  passwords: [json, (nth) => `{"password":"pw${nth}x"},`, ["[", "1]"]],
  tokens: [json, (nth) => `{"token":"${(nth * 2_654_435_761).toString(36)}x${nth}Kq9z"},`, ["[", "1]"]],
  NDJSON: ["application/x-ndjson", (nth) => `${JSON.stringify({ level: "info", id: nth, text: prose(nth) })}\n`],
  "a form": ["application/x-www-form-urlencoded", (nth) => `field${nth}=value+${nth}&`],
  "parts of a form": [
    "multipart/form-data; boundary=b0",
    (nth) => `--b0\r\ncontent-disposition: form-data; name="f${nth}"\r\n\r\n${prose(nth)}\r\n`,
  ],
  XML: ["application/xml", (nth) => `<item id="${nth}"><title>${prose(nth)}</title></item>\n`, ["<a>", "</a>"]],
  HTML: ["text/html", (nth) => `<div class="c-${nth}"><a href="/x/${nth}?page=2">${prose(nth)}</a>&amp;</div>\n`],
  YAML: ["application/yaml", (nth) => `item${nth}:\n  title: ${prose(nth)}\n  count: ${nth}\n`],
  ".env": ["text/plain", (nth) => `KEY_${nth}=value${nth}\n`],
  "events of a stream": ["text/event-stream", (nth) => `data: {"id":${nth},"text":"${prose(nth)}"}\n\n`],
  "events with addresses": ["text/event-stream", (nth) => `data: {"id":${nth},"url":"${ownAddress}/${nth}"}\n\n`],
  base64: [json, encoded, ['{"data":"', '"}']],
  hexadecimal: ["text/plain", () => `${randomBytes(32).toString("hex")}\n`],
  "UTF-16": ["text/plain", (nth) => Buffer.from(`${prose(nth)}\n`, "utf16le").toString("latin1")],
  binary: ["application/octet-stream", () => randomBytes(96).toString("latin1")],
};

const brotli = (bytes: Uint8Array): Buffer =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } });
const codings: Readonly<Record<string, (bytes: Uint8Array) => Buffer>> = {
  "": (bytes) => Buffer.from(bytes),
  gzip: gzipSync,
  br: brotli,
  zstd: zstdCompressSync,
  "gzip, br": (bytes) => brotli(gzipSync(bytes)),
};

function bodyOf([, part, [before, after] = ["", ""]]: Kind, bytes: number, from: string, first = 0): Buffer {
  const parts = [before];
  for (let [nth, length] = [first, 0]; length < bytes; nth += 1) {
    const next = part(nth);
    parts.push(next);
    length += next.length;
  }
  return Buffer.from([...parts, after].join("").replaceAll(ownAddress, from), "latin1");
}

/** Bodies of 16 MiB of every kind and coding, sent and answered, through a recorder and a replay: work at one go. */
export const turns: Attack = {
  about: "bodies of --rounds MiB (16) of every kind and coding, both ways and in both modes: work at one go",
  run: async ({ rounds = 16, only = "", say }) => {
    const nothing = new Uint8Array();
    let answer: Record<"type" | "coding", string> & Record<"short" | "body" | "sent", Uint8Array> = {
      ...{ type: json, coding: "", short: nothing, body: nothing, sent: nothing },
    };
    const service = createServer((request, response) => {
      const { type, coding, short, body } =
        request.method === "GET" ? answer : { type: json, coding: "", short: "{}", body: "{}" };
      const head = { "content-type": type, ...(coding && { "content-encoding": coding }) };
      request.resume().on("end", () => response.writeHead(200, head).end(request.url === "/warm" ? short : body));
    }).listen(0, "127.0.0.1");
    await once(service, "listening");
    const from = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    const failures: string[] = [];
    let [tried, slowest] = [0, 0];

    /**
     * Has one process answer requests; the first ones are short, since code that never ran is slow.
     * @param recorded Steps that were answered when they were recorded; noted if they are recorded now.
     */
    const during = async (words: readonly string[], what: string, recorded: Map<string, string>): Promise<void> => {
      const child = spawn(process.execPath, [script, ...words], { stdio: ["pipe", "pipe", "inherit"] });
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
      const next = async (): Promise<unknown> => JSON.parse((await lines.next()).value as string);
      const url = (await next()) as string;
      const { type, coding, short, sent: ours } = answer;
      let answered = "";
      const ask = async (path: string, init: RequestInit): Promise<number> => {
        const response = await fetch(url + path, init);
        // Beyond the ratio that a recorder takes, such as brackets in br.
        const end = await response.arrayBuffer().then(
          () => "",
          () => ", cut",
        );
        answered = `, ${response.status}${end}`;
        child.stdin.write("\n");
        return (await next()) as number;
      };
      const send = (path: string, sent: Uint8Array): Promise<number> => {
        const headers = { "content-type": type, ...(coding && { "content-encoding": coding }) };
        return ask(path, { method: "POST", headers, body: sent as Uint8Array<ArrayBuffer> });
      };
      await ask("/warm", {});
      for (let nth = 0; nth < 5; nth += 1) await send(`/warm/${nth}`, short);
      const steps: Readonly<Record<string, () => Promise<number>>> = {
        answered: () => ask(`${list}?per_page=100`, {}),
        ...(words.length === 1 && {
          "a page of it": () => ask(`${list}?page=2`, {}),
          "a page of it, sorted": () => ask(`${list}?sort=pushed&page=2`, {}),
        }),
        sent: () => send("/sent", ours),
        ...(words.length === 1 && { "sent to a path without a recording": () => send("/missed", ours) }),
      };
      for (const [step, take] of Object.entries(steps)) {
        const atOneGo = await take();
        tried += 1;
        slowest = Math.max(slowest, atOneGo);
        say(`${what}, ${step}${answered}: ${Math.round(atOneGo)} ms at one go`);
        const before = recorded.get(step) ?? answered;
        if (words.length > 1 && answered === ", 200") recorded.set(step, answered);
        if (answered !== before) failures.push(`it answered${answered}, not${before}: ${what}, ${step}`);
        if (atOneGo > mostAtOneGo) failures.push(`it worked ${atOneGo} ms at one go: ${what}, ${step}`);
      }
      child.stdin.end();
      await once(child, "close");
    };

    for (const [name, kind] of Object.entries(kinds)) {
      const [short, plain] = [2, rounds].map((size) => bodyOf(kind, size * 1024 * 1024, from)) as [Buffer, Buffer];
      for (const [coding, encode] of Object.entries(codings)) {
        const what = `${name}${coding && ` in ${coding}`}`;
        if (!what.includes(only)) continue;
        // What an answer issued, a client of a replay has from the replay, and no other.
        const sent = encode(bodyOf(kind, rounds * 1024 * 1024, "http://localhost", plain.length));
        answer = { type: kind[0], coding, short: encode(short), body: encode(plain), sent };
        const recorded = new Map<string, string>();
        const folder = await mkdtemp(join(tmpdir(), "tapedeck-turns-"));
        await during([folder, from], `recording ${what}`, recorded);
        await during([folder], `replaying ${what}`, recorded);
        await rm(folder, { recursive: true });
      }
    }
    service.close();
    const attack = `bodies of ${rounds} MiB of every kind and coding, work at one go`;
    return [{ attack, tried, slowestMilliseconds: slowest, failures }];
  },
};
