import { resourceOf, validate } from "@tapedeck/schema";
import {
  arrange,
  canonical,
  createScrubber,
  type Exchange,
  type HeaderList,
  headerList,
  headerOf,
  isJson,
  pinNoise,
  RecordingSyntaxError,
  type Tape,
} from "@tapedeck/tape";
import { fromHar, type Har, type HarEntry, toHar } from "@tapedeck/tape/har";
import { duplicatesIn } from "./duplicates.ts";

/** What is wrong with a recording, where, and what to do about it. */
export interface Finding {
  readonly kind:
    | "unreadable"
    | "changed"
    | "not canonical"
    | "duplicate"
    | "misplaced"
    | "unnamed"
    | "secret"
    | "schema"
    | "quota"
    | "unused";
  /** `entry 3, GET /users/ada`, or a line of the file; "" for the file as a whole. */
  readonly where: string;
  readonly found: string;
  readonly advice: string;
}

const restore =
  "restore it from version control, record it again, or, if the change is meant, run tapedeck verify --fix";

/**
 * Checks one recording: it parses, is as it was written, holds no secret, fits its schemas, and keeps the laws of the
 * rate limit.
 * @param file Its place below the folder of recordings, with `/` between folders.
 * @example
 * verifyRecording("api.service.example/zen/recording.har", text); // []
 */
export function verifyRecording(file: string, text: string): readonly Finding[] {
  let tape: Tape;
  try {
    tape = fromHar(text, file);
  } catch (error) {
    if (!(error instanceof RecordingSyntaxError)) throw error;
    const [found = "", advice = "move it out of the recordings"] = error.detail.split("; ");
    return [{ kind: "unreadable", where: "", found, advice }];
  }
  const har = JSON.parse(text) as Har;
  return [
    ...placement(file, har, tape),
    ...repetition(har),
    ...alteration(text, har, tape),
    ...secrets(har, text),
    ...tape.exchanges.flatMap((exchange, at) => [...misfit(exchange, at), ...miscount(exchange, at)]),
  ];
}

/** The text that a recording should have: scrubbed, pinned, in canonical form and order. */
export function canonicalText(tape: Tape): string {
  const scrubber = createScrubber();
  const exchanges = tape.exchanges.map((each) => canonical(pinNoise(scrubber.exchange(each), tape.recordedAt)));
  return toHar({ ...tape, exchanges: arrange(exchanges) });
}

/**
 * Whether a recording stands where its name says: in the folder that is verified, or in that of a test's tape within it.
 */
export function isInPlace(file: string, name: string): boolean {
  const folder = file.split("/").slice(0, -1).join("/");
  return folder === name || folder.endsWith(`/${name}`);
}

function placement(file: string, har: Har, { name }: Tape): readonly Finding[] {
  if (typeof har.log._recordingName !== "string") {
    const found = "it has no name (/log/_recordingName)";
    return [
      { kind: "unnamed", where: "", found, advice: "run tapedeck verify --fix: it writes the folder's as its name" },
    ];
  }
  if (isInPlace(file, name)) return [];
  const found = `it names itself "${createScrubber().text(name)}"`;
  return [{ kind: "misplaced", where: "", found, advice: "move it to the folder of that name, or record it again" }];
}

function repetition({ log }: Har): readonly Finding[] {
  return duplicatesIn(log.entries).map(({ places, order, alike }) => {
    const [first] = places.flatMap((at) => log.entries[at] ?? []);
    const numbers = places.map((at) => at + 1).join(", ");
    const claim = order === null ? "and nothing numbers them (_order)" : `each as its answer of _order ${order}`;
    return {
      kind: "duplicate",
      where: `entries ${numbers}, ${first?.request.method} ${createScrubber().text(first?.request.url ?? "")}`,
      found: `the same request with ${alike ? "the same answer" : "different answers"}, ${claim}`,
      advice: `delete all but ${alike ? "one" : "the right one"}; or, if it was asked so often, run tapedeck verify --fix: it numbers them as they stand`,
    };
  });
}

function alteration(text: string, har: Har, tape: Tape): readonly Finding[] {
  const rewritten = toHar(tape);
  const wanted = JSON.parse(rewritten) as Har;
  const changed = har.log.entries.flatMap((entry, at) => {
    const digest = digestOf(entry);
    if (digest === digestOf(wanted.log.entries[at])) return [];
    const found =
      digest === undefined
        ? "it has no digest, so another tool wrote it"
        : "it is not as it was recorded: its digest differs";
    return [{ kind: "changed", where: placeOf(tape.exchanges[at], at), found, advice: restore } as const];
  });
  if (changed.length > 0) return changed;
  const expected = canonicalText(tape);
  if (text === expected) return [];
  const lines = expected.split("\n");
  const line = text.split("\n").findIndex((each, at) => each !== lines[at]);
  const found =
    line === -1 ? "it ends too early" : `found ${excerpt(text.split("\n")[line])}, wanted ${excerpt(lines[line])}`;
  return [{ kind: "not canonical", where: `line ${line + 1}`, found, advice: restore }];
}

function digestOf(entry: HarEntry | undefined): string | undefined {
  return entry?.response.content?._digest;
}

function secrets(har: Har, text: string): readonly Finding[] {
  const found = har.log.entries.flatMap(({ request, response }, at) => {
    const fields = [...request.headers, ...response.headers].map(({ name, value }) => [name, value] as const);
    const texts = [request.url, request.postData?.text, response.content?.text].map((each) => each ?? "");
    const kinds = secretKinds(texts, fields);
    if (kinds.length === 0) return [];
    return [secretFinding(`entry ${at + 1}, ${request.method} ${createScrubber().text(request.url)}`, kinds)];
  });
  if (found.length > 0) return found;
  // Anywhere else in the file: a name, a comment, what another tool wrote.
  return text.split("\n").flatMap((line, at) => {
    const kinds = secretKinds([line], []);
    return kinds.length === 0 ? [] : [secretFinding(`line ${at + 1}`, kinds)];
  });
}

function secretKinds(texts: readonly string[], fields: HeaderList): readonly string[] {
  const kinds = new Set<string>();
  const scrubber = createScrubber({ onRedact: (kind) => kinds.add(kind) });
  for (const text of texts) scrubber.text(text);
  scrubber.response({ status: 200, headers: headerList(fields), body: null });
  return [...kinds];
}

function secretFinding(where: string, kinds: readonly string[]): Finding {
  return {
    kind: "secret",
    where,
    found: `something that looks like a secret (${kinds.join(", ")})`,
    advice: "if it is real, revoke it first; then run tapedeck verify --fix, and take it out of the version history",
  };
}

function misfit(exchange: Exchange, at: number): readonly Finding[] {
  const { request, response } = exchange;
  const resource = resourceOf(request.target, response.status);
  if (resource === null || response.body === null || request.method === "HEAD") return [];
  const value: unknown = isJson(response.headers) ? parsed(response.body.text) : response.body.text;
  return validate(resource, value).map(({ path, expected, found }) => ({
    kind: "schema",
    where: placeOf(exchange, at),
    found: `${path === "" ? "the body" : path} should be ${expected}, found ${found}`,
    advice: `record it again; if the API has changed, mend schemas/${resource}.json`,
  }));
}

function miscount(exchange: Exchange, at: number): readonly Finding[] {
  const { headers } = exchange.response;
  const [limit, remaining, used] = ["limit", "remaining", "used"].map((name) =>
    headerOf(headers, `x-ratelimit-${name}`),
  );
  if (limit === null && remaining === null && used === null) return [];
  // Other APIs do not count what is used; what is left is then at most the limit.
  if (used === null && /^\d+$/.test(limit ?? "") && /^\d+$/.test(remaining ?? "") && Number(remaining) <= Number(limit))
    return [];
  const whole = [limit, remaining, used].every((count) => /^\d+$/.test(count ?? ""));
  if (whole && Number(remaining) + Number(used) === Number(limit)) return [];
  return [
    {
      kind: "quota",
      where: placeOf(exchange, at),
      found: `remaining ${remaining ?? "none"} + used ${used ?? "none"} is not limit ${limit ?? "none"}`,
      advice: "record it again",
    },
  ];
}

/** Names an exchange by its place and its request. */
export function placeOf(exchange: Exchange | undefined, at: number): string {
  if (!exchange) return `entry ${at + 1}`;
  const { method, target, principal } = exchange.request;
  return `entry ${at + 1}, ${method} ${createScrubber().text(target)} as ${principal}`;
}

// Lines may hold a planted secret, and bodies are one long line.
function excerpt(line = ""): string {
  const clean = createScrubber().text(line.trim());
  return JSON.stringify(clean.length > 80 ? `${clean.slice(0, 80)}…` : clean);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
