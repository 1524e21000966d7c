import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { anonymous, type FiledBody } from "@tapedeck/tape";
import { expect, onTestFinished, test } from "vitest";
import type { IncomingRequest } from "../src/http/message.ts";
import { type PiecedBody, piecedBody, piecedChunks, rewrittenPieces, wholeBody } from "../src/http/pieced-body.ts";
import { createPlayer } from "../src/index.ts";
import { recordedAt } from "./exchanges.ts";

const [from, to] = ["http://api.example", "http://127.0.0.1:4000"];
const event = (nth: number): string => `data: {"id":${nth},"url":"${from}/${nth}"}\n\n`;
const events = Array.from({ length: 20_000 }, (_, nth) => event(nth));

/** A file of events, each of which names its service. */
function bodyOf(chunks: boolean): PiecedBody {
  return rewrittenPieces(
    piecedBody(filedEvents()),
    [from],
    to,
    chunks ? events.map(({ length }) => [length, 7]) : null,
  );
}

function filedEvents(): FiledBody {
  const path = join(mkdtempSync(join(tmpdir(), "tapedeck-pieced-")), "body");
  writeFileSync(path, events.join(""));
  onTestFinished(() => rmSync(dirname(path), { recursive: true, force: true }));
  return { encoding: "file", path, bytes: events.join("").length, digest: "", isText: true };
}

const text = (body: PiecedBody): string => new TextDecoder().decode(wholeBody(body) as Uint8Array);
const rewritten = events.join("").replaceAll(from, to);

test("a body with another origin knows its length, as a whole and in parts", () => {
  const body = bodyOf(false);
  expect(body.length).toBe(rewritten.length);
  expect(text(body)).toBe(rewritten);
  expect(text(body.slice(5, 99_999))).toBe(rewritten.slice(5, 99_999));
  expect(text(body.slice(9, 1e9))).toBe(rewritten.slice(9));
});

test("a stream with another origin is cut where it was, and others have their turn while that is found", async () => {
  let [turns, isOver] = [0, false];
  const turn = (): void => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  turn();
  let sent = "";
  const ends = new Set<number>();
  for await (const { bytes } of piecedChunks(bodyOf(true), [])) {
    if (sent === "") isOver = true;
    sent += new TextDecoder().decode(bytes);
    ends.add(sent.length);
  }
  expect(sent).toBe(rewritten);
  let end = 0;
  for (const each of events) {
    end += each.replace(from, to).length;
    if (!ends.has(end)) throw new Error(`it is not cut at ${end}`);
  }
  expect(turns).toBeGreaterThan(3);
});

test("the length of a body with another origin is found before its answer, whoever asked before", async () => {
  const body = filedEvents();
  const request = { method: "GET", target: "/events", principal: anonymous, headers: [], body: null };
  const exchange = { request, response: { status: 200, headers: [], body } };
  const player = createPlayer({ tapes: [{ name: "long", origin: from, recordedAt, exchanges: [exchange] }] });
  const ask = (base: string): IncomingRequest => ({ ...request, headers: {}, base, address: "127.0.0.1" });
  const asks = ["http://a", "http://b", "http://c", "http://d", "http://longer", to].map(ask);
  for (const each of asks) {
    expect(player.prepare(each)).toBeInstanceOf(Promise);
    await player.prepare(each);
  }
  // An answer that would read it once more fails.
  rmSync(body.path);
  const last = asks.at(-1) as IncomingRequest;
  expect(player.prepare(last)).toBe(null);
  expect(player.answer(last).headers).toContainEqual(["content-length", String(rewritten.length)]);
});

test("a long body of a tape that is given as data is sent in pieces with another origin", async () => {
  const request = { method: "GET", target: "/events", principal: anonymous, headers: [], body: null };
  const long = [...events, ...events].join("");
  const response = { status: 200, headers: [], body: { encoding: "utf8", text: long } } as const;
  const tape = { name: "long", origin: from, recordedAt, exchanges: [{ request, response }] };
  const player = createPlayer({ tapes: [tape] });
  const asked = { ...request, headers: {}, base: to, address: "127.0.0.1" };
  expect(player.prepare(asked)).toBeInstanceOf(Promise);
  await player.prepare(asked);
  const outcome = player.answer(asked);
  const chunks = "chunks" in outcome ? outcome.chunks : [];
  const parts: Uint8Array[] = [];
  for await (const { bytes } of chunks) parts.push(bytes);
  const sent = Buffer.concat(parts).toString();
  expect(sent === long.replaceAll(from, to)).toBe(true);
  expect(outcome.headers).toContainEqual(["content-length", String(sent.length)]);
  expect(parts.length).toBeGreaterThan(3);
});
