// Writes exchanges into the folder of their resource, one file each, and removes obsolete files. `resource.ts` decides
// when. Read next: `../../har/exchange-text.ts`, `exchange-name.ts`.

import { existsSync, readdirSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { requestKey } from "../../canonical.ts";
import type { Exchange, FiledBody, Tape } from "../../exchange.ts";
import { exchangeSteps } from "../../har/exchange-text.ts";
import { digestOf, exchangeText, passesOf, toHar } from "../../har/har.ts";

import { isSharedHeaders } from "../../har/shared-headers.ts";
import { inTurns } from "../../redact/steps.ts";
import { exchangeName } from "../exchange-name.ts";
import { folderOf } from "../folder-name.ts";
import { mergeRun, type RunEntry } from "../order/merge-run.ts";
import type { RecordedLog } from "../order/recorded-log.ts";
import type { Filed } from "../read/read-folder.ts";
import { settled, staged } from "./large-bodies.ts";
import type { WriteFile, WrittenFile } from "./write-files.ts";

// Per origin. If headers vary more than this, they do not belong to the server.
const mostShared = 32;

/** Where exchanges are written. */
export interface WriteContext {
  readonly root: string;
  readonly write: WriteFile;
  readonly log: Pick<RecordedLog, "add" | "removed">;
  /** The files of shared headers in the folder of an origin. */
  readonly shared: SharedFiles;
}

/** Counts the files of shared headers, by the folder of their origin. */
type SharedFiles = Map<string, Set<string>>;

/**
 * Names the files of exchanges.
 * @param exchanges Of one resource, in recorded order, each with its pass.
 */
export function fileAll(origin: string, exchanges: readonly Exchange[]): readonly Filed[] {
  const counts = new Map<string, number>();
  return exchanges.map((exchange) => {
    const key = requestKey(exchange.request);
    const nth = counts.get(key) ?? 0;
    counts.set(key, nth + 1);
    return { exchange, name: exchangeName(origin, exchange.request, nth) };
  });
}

/** Names the files of a resource after a run: see {@link mergeRun}. */
export function fileMerged(origin: string, before: readonly Filed[], run: readonly RunEntry[]): readonly Filed[] {
  const onFile = before.map(({ exchange }) => exchange);
  return fileAll(origin, mergeRun(onFile, run));
}

/**
 * Changes the folder of a resource from its present exchanges to the wanted ones: an unchanged one keeps its bytes.
 * @param name Of the folder, below the root.
 * @param before The present exchanges; an unchanged one is the same object.
 * @returns The HAR files that were written, below the root.
 */
export async function writeFolder(
  { root, write, log, shared }: WriteContext,
  label: Tape | Omit<Tape, "exchanges">,
  name: string,
  before: readonly Filed[],
  after: readonly Filed[],
): Promise<readonly string[]> {
  const { origin, recordedAt, redact } = label;
  const past = new Map(before.map((filed) => [filed.exchange, filed.name]));
  const changed = after.filter((filed) => past.get(filed.exchange) !== filed.name);
  const kept = new Set(after.map((filed) => filed.name));
  const gone = before.filter((filed) => !kept.has(filed.name));
  // An earlier exchange may have had its body in a file with another suffix.
  const stale = before.some((filed) => gone.includes(filed) || changed.some((each) => each.name === filed.name));
  const wanted = new Set<string>();
  const top = join(root, originFolder(name, origin));
  const pathOf = (file: string): string => [...(name === "" ? [] : [name]), `${file}.har`].join("/");
  const mayShare = (file: string): boolean => {
    const files = shared.get(top) ?? sharedIn(top);
    shared.set(top, files);
    if (!files.has(file) && files.size >= mostShared) return false;
    files.add(file);
    return true;
  };
  // Before any is written: two may swap places.
  const moved = new Map<FiledBody, WrittenFile | null>();
  const stage = ({ exchange, name: file }: Filed): void => {
    const { request, response } = settled(exchange, join(root, name), file);
    for (const [body, at] of [
      [exchange.request.body, request.body] as const,
      [exchange.response.body, response.body] as const,
    ])
      if (body?.encoding === "file" && at?.encoding === "file") moved.set(body, staged(body, at.path));
  };
  const writeOne = async ({ exchange, name: file }: Filed): Promise<void> => {
    const about = { origin, recordedAt, ...(redact && { redact }) };
    const named = { name: file, pass: exchange.pass ?? 0, mayShare };
    const { har, bodies, headers } = await inTurns(exchangeSteps(exchange, about, named));
    const beside = bodies.map(({ name: at, content }) => {
      wanted.add(at);
      const bytes = typeof content === "string" ? content : "digest" in content ? moved.get(content) : [content];
      return bytes ? write(join(root, name, at), bytes) : undefined;
    });
    if (headers !== null && !existsSync(join(top, headers.name)))
      beside.push(write(join(top, headers.name), headers.content));
    // A file that a HAR names exists before the HAR does, and an exchange exists only once the log has it.
    await Promise.all([...beside, log.add(pathOf(file), digestOf(exchange))]);
    await write(join(root, name, `${file}.har`), har);
  };
  for (const filed of changed) stage(filed);
  const failed = (await Promise.allSettled(changed.map(writeOne))).find((each) => each.status === "rejected");
  if (failed) throw failed.reason;
  if (stale) {
    const concerned = new Set([...gone, ...changed].map((filed) => filed.name));
    await removeStale(join(root, name), concerned, new Set([...wanted, ...[...kept].map((each) => `${each}.har`)]));
    for (const filed of gone) log.removed(pathOf(filed.name));
  }
  return changed.map((filed) => pathOf(filed.name));
}

// Returns the folder of the headers that the answers of an origin share.
function originFolder(name: string, origin: string): string {
  const parts = name.split("/");
  const host = parts.indexOf(folderOf(origin, "/"));
  return parts.slice(0, host === -1 ? parts.length : host + 1).join("/");
}

function sharedIn(folder: string): Set<string> {
  if (!existsSync(folder)) return new Set();
  return new Set(readdirSync(folder).filter(isSharedHeaders));
}

async function removeStale(folder: string, of: ReadonlySet<string>, wanted: ReadonlySet<string>): Promise<void> {
  for (const file of await readdir(folder)) {
    const [, name = ""] = /^(.+?)(?:\.request)?\.[a-z]+$/.exec(file) ?? [];
    if (of.has(name) && !wanted.has(file)) await rm(join(folder, file), { force: true });
  }
}

/** A file of a tape, below the folder of all tapes; its content is made on demand. */
export interface TapeFileContent {
  readonly path: string;
  readonly content: () => string | Uint8Array | FiledBody;
}

/**
 * Lists the files of a tape: that of each exchange with the bodies beside it, or the one that the tape is. Without
 * shared headers, which may also belong to other tapes.
 * @param file Of the tape, as `readTapes` names it.
 */
export function filesOf(file: string, { exchanges, ...label }: Tape): readonly TapeFileContent[] {
  if (file.endsWith(".har")) return [{ path: file, content: () => toHar({ ...label, exchanges }) }];
  const { name: _name, ...shared } = label;
  const passes = passesOf(exchanges);
  return fileAll(label.origin, exchanges).flatMap(({ exchange, name }, at) => {
    const path = file === "" ? name : `${file}/${name}`;
    const text = () => exchangeText(exchange, shared, { name, pass: passes[at] ?? 0, mayShare: () => true });
    const folder = path.slice(0, path.length - name.length);
    const beside = text().bodies.map((body) => ({
      path: folder + body.name,
      content: () => body.content,
    }));
    return [...beside, { path: `${path}.har`, content: () => text().har }];
  });
}
