import { type Api, apiFor, checkExchange } from "@tapedeck/api";
import { createScrubber, RecordingSyntaxError, type Tape } from "@tapedeck/tape";
import { exchangeName, folderOf } from "@tapedeck/tape/files";
import {
  digestOf,
  entryFlaws,
  type Har,
  type HarEntry,
  type HarFile,
  isExchange,
  type ReadSidecar,
  readHarFile,
} from "@tapedeck/tape/har";
import { createSecretMemory } from "@tapedeck/tape/internal";
import { alterationsIn, expectedText } from "./canonical-text.ts";
import { type Entries, entriesOf, type Placed } from "./entries.ts";
import { type Finding, finding } from "./finding.ts";
import { type CountedFile, countedFile, miscountsIn } from "./quota.ts";
import { secretLines, secretsIn } from "./secrets.ts";

/** The files beside a recording. */
export interface Beside {
  /** Reads bodies and shared headers. Default: there are none. */
  readonly sidecar?: ReadSidecar;
  /** Digests of the exchanges at recording; null if none were noted. Default: unknown. */
  readonly digests?: ReadonlySet<string> | null;
}

/**
 * Checks one recording: it parses, is as it was written, holds no secret, fits its schemas, and keeps the laws of the
 * rate limit. For another tool's file, everything but the form.
 * @param apis Descriptions of the APIs: without any, a body with a JSON content type has to be JSON, unless it was
 *   recorded otherwise, and no more.
 * @param file Its path below the folder of recordings, with `/` between folders.
 * @param beside The files beside it, and the notes from its recording.
 * @example
 * verifyRecording("api.service.example/zen/GET.har", text); // []
 */
export function verifyRecording(
  file: string,
  text: string,
  apis: readonly Api[] = [],
  beside: Beside = {},
): readonly Finding[] {
  return inspectRecording(file, text, apis, beside).findings;
}

/** The findings for one file. */
export interface Inspected {
  readonly findings: readonly Finding[];
  /** To be compared with the other files of the recording; null if there is nothing to compare. */
  readonly counted: CountedFile | null;
}

/** Does the same as {@link verifyRecording}, and reads the rate limits of the file for `miscountsBetween`. */
export function inspectRecording(
  file: string,
  text: string,
  apis: readonly Api[],
  { sidecar, digests }: Beside,
): Inspected {
  let har: Har;
  let read: HarFile;
  let entries: Entries;
  try {
    read = readHarFile(text, file, sidecar);
    // It is read in this form.
    har = JSON.parse(text.replace(/^\uFEFF/, "")) as Har;
    entries = entriesOf(text, file, har, read.tape);
  } catch (error) {
    if (!(error instanceof RecordingSyntaxError)) throw error;
    return { findings: [...unreadable(error, text), ...secretLines(text)], counted: null };
  }
  const { tape } = read;
  const { tool, placed, leftOut } = entries;
  const expected = tool === null ? expectedText(file, text, read) : "";
  const secrets = secretsIn(har, text, tool === null ? placed : [], expected);
  const known = apiFor(apis, tape.origin);
  const findings = [
    ...(tool === null ? placement(file, har, read) : [foreign(file, tool)]),
    ...leftOut.map(({ where, why }) => omission(where, why, tool)),
    // tapedeck names files after what distinguishes answers.
    ...(tool === null ? [] : repetition(har)),
    ...(tool === null ? alterationsIn(text, expected, read, entries, digests, secrets.length === 0) : []),
    ...secrets,
    ...placed.flatMap((each) => misfit(each, known, digests)),
    ...miscountsIn(placed, har, tape.recordedAt, known),
  ];
  const isClean = secrets.length === 0;
  const [only] = read.isPart ? placed : [];
  return {
    findings: isClean ? findings : withoutSecrets(findings, tape),
    counted: only ? countedFile(file, tape, only, isClean ? only.where : "entry 1", known) : null,
  };
}

// A secret of one entry may be repeated by others where no rule sees it.
function withoutSecrets(findings: readonly Finding[], { exchanges, redact }: Tape): readonly Finding[] {
  const memory = createSecretMemory(redact);
  for (const each of exchanges) memory.learn(each);
  const { text } = memory;
  return findings.map(({ kind, where, found, advice }) => finding(kind, text(where), text(found), text(advice)));
}

/**
 * Returns whether a recording is where its name says: in the verified folder, or in that of a test's tape within it.
 */
export function isInPlace(file: string, name: string): boolean {
  const folder = file.split("/").slice(0, -1).join("/");
  return folder === name || folder.endsWith(`/${name}`);
}

/** Returns the finding for a file or folder that cannot be read as a whole. */
export function refusedFinding({ detail }: RecordingSyntaxError): Finding {
  const at = detail.lastIndexOf("; ");
  const advice = at === -1 ? "move it out of the recordings" : detail.slice(at + 2);
  const found = at === -1 ? detail : detail.slice(0, at);
  return finding("unreadable", "", found, `${advice}; --fix leaves it as it is`);
}

// Returns every entry that cannot be read, or what makes the whole file unreadable.
function unreadable(error: RecordingSyntaxError, text: string): readonly Finding[] {
  const whole = refusedFinding(error);
  try {
    const flaws = entryFlaws(text, error.file);
    if (flaws.length === 0) return [whole];
    const keep =
      "restore it from version control, or record it again; --fix leaves the file as it is, not to lose an entry";
    return flaws.map(({ at, asked, path, found }) => {
      const where = `entry ${at + 1}${asked === null ? "" : `, ${asked}`}`;
      return finding("unreadable", where, `it has ${found} (at ${path})`, keep);
    });
  } catch {
    return [whole];
  }
}

function foreign(file: string, tool: string): Finding {
  const name = createScrubber().text(file.split("/").at(-1) ?? file);
  const found = `another tool wrote it (${createScrubber().text(tool)})`;
  const advice = `move it out of the recordings, and take it over with npx @tapedeck/cli import ${name} --to DIR: it hides what was sent as a secret; --fix leaves it as it is`;
  return finding("foreign", "", found, advice);
}

function omission(where: string, why: string, tool: string | null): Finding {
  const advice =
    tool === null
      ? "restore the file from version control, or delete the entry; --fix leaves the file as it is"
      : "npx @tapedeck/cli import leaves it out too; record it anew, if it is needed";
  return finding("left out", where, `it is not replayed: ${why}`, advice);
}

function placement(file: string, har: Har, { tape, isPart }: HarFile): readonly Finding[] {
  const [exchange] = tape.exchanges;
  if (isPart && exchange !== undefined) {
    const { origin } = tape;
    const wanted = `${folderOf(origin, exchange.request.target)}/${exchangeName(origin, exchange.request, 0)}`;
    const stem = file.replace(/(?:\.\d+)?\.har$/, "");
    if (stem === wanted || stem.endsWith(`/${wanted}`)) return [];
    const found = `its exchange belongs into ${wanted}.har`;
    return [finding("misplaced", "", found, "move it there, with what stands beside it, or record it again")];
  }
  if (typeof har.log._tapedeck?.name !== "string") {
    const found = "it has no name (/log/_tapedeck/name)";
    return [finding("unnamed", "", found, "run npx @tapedeck/cli verify --fix: it writes the folder's as its name")];
  }
  if (isInPlace(file, tape.name)) return [];
  const found = `it names itself "${createScrubber().text(tape.name)}"`;
  return [finding("misplaced", "", found, "move it to the folder of that name, or record it again")];
}

function repetition({ log }: Har): readonly Finding[] {
  return duplicatesIn(log.entries).map(({ places, order, alike }) => {
    const [first] = places.flatMap((at) => log.entries[at] ?? []);
    const numbers = places.map((at) => at + 1).join(", ");
    const claim = order === null ? "and nothing numbers them (_order)" : `each as its answer of _order ${order}`;
    const where = `entries ${numbers}, ${first?.request.method} ${createScrubber().text(first?.request.url ?? "")}`;
    const found = `the same request with ${alike ? "the same answer" : "different answers"}, ${claim}`;
    return finding("duplicate", where, found, `delete all but ${alike ? "one" : "the right one"}`);
  });
}

// A body that claims to be JSON and is not may have been damaged since; if it was recorded so, the service answered so.
function misfit({ where, exchange }: Placed, api: Api, digests: Beside["digests"]): readonly Finding[] {
  const problems = checkExchange(exchange, api);
  const isAsRecorded = problems.some(({ resource }) => resource === null) && digests?.has(digestOf(exchange));
  return (isAsRecorded ? [] : problems).map(({ resource, path, expected, found }) => {
    const advice =
      resource === null
        ? "restore it from version control, or record it again"
        : `record it again; if the API has changed, mend its schema "${resource}"`;
    return finding("schema", where, `${path === "" ? "the body" : path} should be ${expected}, found ${found}`, advice);
  });
}

/** Entries of a recording of which at most one can be meant. */
interface Duplicate {
  /** Counted from 0, at least two. */
  readonly places: readonly number[];
  /** The place in the order of answers that each of them claims; null if they claim none. */
  readonly order: number | null;
  /** Whether they hold the same request and the same answer. */
  readonly alike: boolean;
}

/**
 * Finds duplicate entries: those that claim the same place among the answers to a request (`_id`, `_order`), or,
 * without such numbers, equal ones. The nth answer to a request that was sent n times is not a duplicate.
 */
function duplicatesIn(entries: readonly HarEntry[]): readonly Duplicate[] {
  const places = new Map<string, number[]>();
  for (const [at, entry] of entries.entries()) {
    // A request without an answer is on no tape.
    if (!isExchange(entry)) continue;
    const key = isNumbered(entry) ? JSON.stringify([entry._id, entry._order]) : contentOf(entry);
    const same = places.get(key);
    if (same === undefined) places.set(key, [at]);
    else same.push(at);
  }
  return [...places.values()]
    .filter((same) => same.length > 1)
    .map((same) => {
      const those = same.flatMap((at) => entries[at] ?? []);
      const order = those.find(isNumbered)?._order ?? null;
      return { places: same, order, alike: new Set(those.map(contentOf)).size === 1 };
    });
}

function isNumbered(entry: HarEntry): boolean {
  return typeof entry._id === "string" && typeof entry._order === "number";
}

// Times and sizes are ignored: they differ between measurements, not between answers.
function contentOf({ request, response }: HarEntry): string {
  const asked = [request.method, request.url, request.headers, request.postData?.text];
  return JSON.stringify([asked, response.status, response.headers, response.content?.text, response.content?.encoding]);
}
