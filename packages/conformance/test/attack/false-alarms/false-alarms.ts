// Redacts documents that hold no secret, and counts what is changed in them.

import { readdir, readFile, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { bodyOf } from "@tapedeck/tape";
import { createSecretMemory } from "@tapedeck/tape/internal";
import type { Attack, AttackRow } from "../attack.ts";
import { documents } from "./documents.ts";
import { type PublishedMessage, publishedMessages, secretOfExample } from "./published-messages.ts";

/** The values of a document, and those that redaction changed. */
export interface Counted {
  readonly values: number;
  /** As they were and are. */
  readonly changed: ReadonlyArray<readonly [before: string, after: string]>;
}

/** Of a thousand values fewer than this may change. */
const mostInThousand = 1;
const mostBytes = 8 * 1024 * 1024;
const mostListed = 40;
// Our own, recordings of others, which hold credentials indeed, and caches of tools.
const others = /tapedeck|@octokit.fixtures|node_modules\/\./;

export const falseAlarms: Attack = {
  about:
    "documents without secrets: JSON of published packages and manifests, ten kinds of our own, and whole messages of a published API; --rounds files (2,000); --only FOLDER: its JSON alone, without what is called an example",
  run: async ({ rounds = 2000, only, say }) => {
    const modules = only ?? join(dirname(createRequire(import.meta.url).resolve("mime-db/package.json")), "..");
    const rows: AttackRow[] = [];
    const files = (await jsonFiles(modules)).slice(0, rounds);
    const found: Counted[] = [];
    for (const file of files) {
      const counted = countIn(await readFile(file, "utf8"), only === undefined ? /(?!)/ : ofExample);
      for (const [before, after] of counted.changed) say(`${relative(modules, file)}: ${before} -> ${after}`);
      found.push(counted);
    }
    rows.push(rowOf(`values in ${files.length} JSON files of ${only ?? "published packages"}`, found));
    if (only !== undefined) return rows;
    const own = documents.map(({ name, text }) => {
      const counted = countIn(text);
      for (const [before, after] of counted.changed) say(`${name}: ${before} -> ${after}`);
      return counted;
    });
    rows.push(rowOf(`values in ${documents.length} kinds of documents`, own));
    const messages = (await publishedMessages()).map((message) => {
      const counted = countInMessage(message, secretOfExample);
      for (const [before, after] of counted.changed) say(`${message.name}: ${before} -> ${after}`);
      return counted;
    });
    rows.push(rowOf(`values in ${messages.length} messages of a published API, under their targets`, messages));
    return rows;
  },
};

function rowOf(attack: string, all: readonly Counted[]): AttackRow {
  const tried = all.reduce((sum, { values }) => sum + values, 0);
  const changed = all.flatMap((each) => each.changed);
  const failures = changed.slice(0, mostListed).map(([before, after]) => `changed without need: ${before} -> ${after}`);
  return {
    attack,
    tried,
    falseAlarms: changed.length,
    failures: changed.length * 1000 < tried * mostInThousand ? [] : failures,
  };
}

// Of secrets, too.
const ofExample = /example|default|sample/i;

/**
 * Redacts a document as the answer to a request, and compares its values: members of JSON, or lines.
 * @param without Finds names below which nothing is compared. Default: none.
 */
export function countIn(text: string, without: RegExp = /(?!)/): Counted {
  return countInMessage({ method: "GET", target: "/", isSent: false, text }, /(?!)/, without);
}

/**
 * @param secrets Finds values that are secrets.
 * @param without As in {@link countIn}.
 */
function countInMessage(
  { method, target, isSent, text }: Omit<PublishedMessage, "name">,
  secrets = /(?!)/,
  without = /(?!)/,
): Counted {
  const headers = [["content-type", "application/json"]] as const;
  const message = { headers, body: bodyOf(new TextEncoder().encode(text)) };
  const asked = { method, target, principal: "anonymous", headers };
  const { body } = isSent
    ? createSecretMemory().request({ ...asked, ...message })
    : createSecretMemory().response({ status: 200, ...message }, asked);
  const clean = body !== null && body.encoding === "utf8" ? body.text : "";
  const before = valuesOf(text, without);
  const after = clean === text ? before : valuesOf(clean, without);
  const changed = before.flatMap((value, at) =>
    value === after[at] || secrets.test(value) ? [] : [[value, after[at] ?? ""] as const],
  );
  return { values: before.length, changed: changed.map(([a, b]) => [a.slice(0, 120), b.slice(0, 120)] as const) };
}

function valuesOf(text: string, without: RegExp): readonly string[] {
  const values: string[] = [];
  const visit = (value: unknown, path: string): void => {
    if (typeof value !== "object" || value === null) values.push(`${path}: ${String(value)}`);
    else
      for (const [name, member] of Object.entries(value))
        if (!without.test(name)) visit(member, `${path.slice(-60)}/${name}`);
  };
  try {
    visit(JSON.parse(text), "");
    return values;
  } catch {
    return text.split("\n");
  }
}

/** The JSON files of packages, in order of their names. */
async function jsonFiles(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith(".json") || others.test(entry.parentPath)) continue;
    const path = join(entry.parentPath, entry.name);
    if ((await stat(path)).size <= mostBytes) found.push(path);
  }
  return found.sort();
}
