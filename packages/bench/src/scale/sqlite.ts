// Measures a look-up by key: in a packed file, and in a table of SQLite with the same exchanges. Prints JSON. Usage:
// node src/scale/sqlite.ts PACKED COUNT
import { existsSync } from "node:fs";
import process from "node:process";
import { DatabaseSync } from "node:sqlite";
import { openPack } from "@tapedeck/tape/files";
import { processorMicroseconds } from "../measuring/proc.ts";
import { exchangeOf, targetOf } from "./generate.ts";

const lookups = 20_000;

function fill(file: string, count: number): void {
  const database = new DatabaseSync(file);
  database.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");
  database.exec("CREATE TABLE exchanges (key TEXT PRIMARY KEY, head TEXT, body BLOB) WITHOUT ROWID; BEGIN");
  const insert = database.prepare("INSERT INTO exchanges VALUES (?, ?, ?)");
  for (let at = 0; at < count; at += 1) {
    const { request, response } = exchangeOf(at);
    const { body, ...head } = response;
    insert.run(targetOf(at), JSON.stringify({ request, response: head }), Buffer.from(body?.text ?? ""));
  }
  database.exec("COMMIT");
  database.close();
}

function microseconds(look: (at: number) => void, count: number): number {
  for (let nth = 0; nth < 1000; nth += 1) look((nth * 7907) % count);
  const busy = processorMicroseconds(() => {
    for (let nth = 0; nth < lookups; nth += 1) look((nth * 7919) % count);
  });
  return busy / lookups;
}

const [packed = "", words = ""] = process.argv.slice(2);
const count = Number(words);
const file = `${packed}.sqlite`;
if (!existsSync(file)) fill(file, count);
const database = new DatabaseSync(file, { readOnly: true });
const select = database.prepare("SELECT head, body FROM exchanges WHERE key = ?");
const pack = openPack(packed);
console.log(
  JSON.stringify({
    sqlite: microseconds((at) => void JSON.parse(String(select.get(targetOf(at))?.["head"])), count),
    packed: microseconds((at) => void pack.find("path", targetOf(at)).map(pack.read), count),
  }),
);
