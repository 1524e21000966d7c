import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type PiecedBody, piecedChunks, rewrittenPieces, wholeBody } from "../src/http/pieced-body.ts";

const [from, to] = ["http://api.example", "http://127.0.0.1:4000"];
const event = (nth: number): string => `data: {"id":${nth},"url":"${from}/${nth}"}\n\n`;
const events = Array.from({ length: 20_000 }, (_, nth) => event(nth));

/** A file of events, each of which names its service. */
function bodyOf(chunks: boolean): PiecedBody {
  const path = join(mkdtempSync(join(tmpdir(), "tapedeck-pieced-")), "body");
  writeFileSync(path, events.join(""));
  onTestFinished(() => rmSync(dirname(path), { recursive: true }));
  const filed = { encoding: "file", path, bytes: events.join("").length, digest: "", isText: true } as const;
  return rewrittenPieces(filed, [from], to, chunks ? events.map(({ length }) => [length, 7]) : null);
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
