// What a server is sent: ten times what each of its bounds allows. It takes seconds to make, so that `bounds.ts` loads it when
// it attacks, and who imports that alone does without.
import { gzipSync, zstdCompressSync } from "node:zlib";
import { brotli } from "../../../.ci/brotli.ts";

/** What a client sends. */
export interface Attack {
  readonly head: readonly string[];
  readonly chunk?: Uint8Array;
  /** How often the chunk is sent. */
  readonly times?: number;
  /** How many clients do so at once. */
  readonly clients?: number;
  /** Whether it does not come to its end, so that no answer does. */
  readonly isHeld?: boolean;
}

const mebibyte = 1024 * 1024;
/** The bound of a body. */
const bodyBytes = 16 * mebibyte;

const chunk = new Uint8Array(mebibyte).fill(97);
const post = ["POST /users/ada HTTP/1.1", "Host: localhost"];
const bomb = (coding: string, bytes: Uint8Array, clients = 4): Attack => ({
  head: [...post, `Content-Encoding: ${coding}`, `Content-Length: ${bytes.length}`],
  chunk: bytes,
  clients,
});
const zeros = Buffer.alloc(10 * bodyBytes);
const gzipped = gzipSync(zeros);
const repeated = (text: (at: number) => string, bytes: number): string => {
  let all = "";
  for (let at = 0; all.length < bytes; at += 1) all += text(at);
  return all;
};
const body = (text: string, type = "application/json"): Attack => ({
  head: [...post, `Content-Type: ${type}`, `Content-Length: ${Buffer.byteLength(text)}`],
  chunk: Buffer.from(text),
});
const letters = (at: number): string => (at * 7919).toString(36);

/** All of it, by its name. */
export const attacks: Readonly<Record<string, Attack>> = {
  "a body that says its length": { head: [...post, `Content-Length: ${10 * bodyBytes}`], chunk, times: 160 },
  "a body in chunks": {
    head: [...post, "Transfer-Encoding: chunked"],
    chunk: Buffer.concat([Buffer.from("100000\r\n"), chunk, Buffer.from("\r\n")]),
    times: 160,
  },
  "a body of 40,000 chunks of 16 bytes": {
    head: [...post, "Transfer-Encoding: chunked"],
    chunk: Buffer.from("10\r\nsixteen bytes...\r\n".repeat(20_000)),
    times: 2,
    isHeld: true,
  },
  "many bodies at once, each within its bound and none at its end": {
    // Such are held, for their coding is undone in memory; others lie on the disk.
    head: [...post, "Content-Encoding: gzip", `Content-Length: ${bodyBytes}`],
    chunk,
    times: 15,
    // 570 MB.
    clients: 38,
    isHeld: true,
  },
  "bombs in br": bomb("br", brotli(zeros)),
  "bombs in gzip": bomb("gzip", gzipped),
  "bombs in zstd": bomb("zstd", zstdCompressSync(zeros)),
  "bombs in gzip in gzip": bomb("gzip, gzip", gzipSync(gzipped)),
  "16 MB of JSON with 800,000 members": body(`{${repeated((at) => `"k${at}":${at},`, 15 * mebibyte)}"z":1}`),
  "JSON of 4 million levels": body("[".repeat(4_000_000)),
  "30 KB of passwords": body(`[${repeated((at) => `{"password":"${letters(at)}"},`, 30_000)}1]`),
  "30 KB of tokens": body(`[${repeated((at) => `{"token":"a1B2${letters(at)}c3D4e5F6g7H8"},`, 30_000)}1]`),
  "30 KB of passwords in XML": body(
    repeated((at) => `<password>${letters(at)}</password>`, 30_000),
    "application/xml",
  ),
  "30 KB of a form": body(
    repeated((at) => `k${at}=v&`, 30_000),
    "application/x-www-form-urlencoded",
  ),
  "30 KB of backslashes": body(`"${"\\\\".repeat(15_000)}"`),
  "100 headers with a secret each": {
    head: [
      "GET /users/ada HTTP/1.1",
      "Host: localhost",
      ...Array.from({ length: 98 }, (_, at) => `x-key-${at}: a1B2c3D4e5F6g7H8${letters(at)}`),
    ],
  },
  "a query of 8 KB of secrets": {
    head: [`GET /a?${repeated((at) => `key${at}=${letters(at)}xYz&`, 8000)} HTTP/1.1`, "Host: localhost"],
  },
  headers: { head: ["GET /users/ada HTTP/1.1", "Host: localhost", ...Array(20_000).fill("x: 12345")] },
  "a target": { head: [`GET /${"a".repeat(160 * 1024)} HTTP/1.1`, "Host: localhost"] },
};
