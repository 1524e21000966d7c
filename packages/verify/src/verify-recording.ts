import { type Api, apiFor, checkExchange } from "@tapedeck/api";
import { createScrubber, createSession, RecordingSyntaxError, type Tape } from "@tapedeck/tape";
import { entryFlaws, fromHar, type Har } from "@tapedeck/tape/har";
import { alterationsIn } from "./canonical-text.ts";
import { duplicatesIn } from "./duplicates.ts";
import { type Entries, entriesOf, type Placed } from "./entries.ts";
import type { Finding } from "./finding.ts";
import { miscountsIn } from "./quota.ts";
import { secretLines, secretsIn } from "./secrets.ts";

/**
 * Checks one recording: it parses, is as it was written, holds no secret, fits its schemas, and keeps the laws of the
 * rate limit. Of what another tool wrote, all but its form.
 * @param apis What is known of the APIs: without any, a body under a JSON content type has to be JSON, and no more.
 * @param file Its place below the folder of recordings, with `/` between folders.
 * @example
 * verifyRecording("api.service.example/zen/recording.har", text); // []
 */
export function verifyRecording(file: string, text: string, apis: readonly Api[] = []): readonly Finding[] {
  let har: Har;
  let tape: Tape;
  let entries: Entries;
  try {
    tape = fromHar(text, file);
    // fromHar reads it so.
    har = JSON.parse(text.replace(/^\uFEFF/, "")) as Har;
    entries = entriesOf(text, file, har, tape);
  } catch (error) {
    if (!(error instanceof RecordingSyntaxError)) throw error;
    return [...unreadable(error, text), ...secretLines(text)];
  }
  const { tool, placed, leftOut } = entries;
  const secrets = secretsIn(har, text);
  const known = apiFor(apis, tape.origin);
  const findings = [
    ...(tool === null ? placement(file, har, tape) : [foreign(file, tool)]),
    ...leftOut.map(({ where, why }) => omission(where, why, tool)),
    ...repetition(har),
    ...(tool === null ? alterationsIn(text, har, tape, entries, secrets.length === 0) : []),
    ...secrets,
    ...placed.flatMap((each) => misfit(each, known)),
    ...miscountsIn(placed, har, tape.recordedAt, known),
  ];
  return secrets.length === 0 ? findings : withoutSecrets(findings, tape);
}

// What one entry holds as a secret, others may repeat where no rule sees it.
function withoutSecrets(findings: readonly Finding[], { exchanges, redact }: Tape): readonly Finding[] {
  const session = createSession(redact);
  for (const each of exchanges) session.learn(each);
  return findings.map(({ kind, ...said }) => {
    const [where, found, advice] = [said.where, said.found, said.advice].map(session.text);
    return { kind, where: where ?? "", found: found ?? "", advice: advice ?? "" };
  });
}

/**
 * Whether a recording stands where its name says: in the folder that is verified, or in that of a test's tape within it.
 */
export function isInPlace(file: string, name: string): boolean {
  const folder = file.split("/").slice(0, -1).join("/");
  return folder === name || folder.endsWith(`/${name}`);
}

// Every entry that cannot be read, or what keeps the file as a whole from it.
function unreadable(error: RecordingSyntaxError, text: string): readonly Finding[] {
  const at = error.detail.lastIndexOf("; ");
  const advice = at === -1 ? "move it out of the recordings" : error.detail.slice(at + 2);
  const whole: Finding = {
    kind: "unreadable",
    where: "",
    found: at === -1 ? error.detail : error.detail.slice(0, at),
    advice: `${advice}; --fix leaves it as it is`,
  };
  try {
    const flaws = entryFlaws(text, error.file);
    if (flaws.length === 0) return [whole];
    return flaws.map((flaw) => ({
      kind: "unreadable",
      where: `entry ${flaw.at + 1}${flaw.asked === null ? "" : `, ${flaw.asked}`}`,
      found: `it has ${flaw.found} (at ${flaw.path})`,
      advice:
        "restore it from version control, or record it again; --fix leaves the file as it is, not to lose an entry",
    }));
  } catch {
    return [whole];
  }
}

function foreign(file: string, tool: string): Finding {
  const name = createScrubber().text(file.split("/").at(-1) ?? file);
  return {
    kind: "foreign",
    where: "",
    found: `another tool wrote it (${createScrubber().text(tool)})`,
    advice: `move it out of the recordings, and take it over with npx @tapedeck/cli import ${name} --to DIR: it hides what was sent as a secret; --fix leaves it as it is`,
  };
}

function omission(where: string, why: string, tool: string | null): Finding {
  const advice =
    tool === null
      ? "restore the file from version control, or delete the entry; --fix leaves the file as it is"
      : "npx @tapedeck/cli import leaves it out too; record it anew, if it is needed";
  return { kind: "left out", where, found: `it is not replayed: ${why}`, advice };
}

function placement(file: string, har: Har, { name }: Tape): readonly Finding[] {
  if (typeof har.log._recordingName !== "string") {
    const found = "it has no name (/log/_recordingName)";
    return [
      {
        kind: "unnamed",
        where: "",
        found,
        advice: "run npx @tapedeck/cli verify --fix: it writes the folder's as its name",
      },
    ];
  }
  if (isInPlace(file, name)) return [];
  const found = `it names itself "${createScrubber().text(name)}"`;
  return [{ kind: "misplaced", where: "", found, advice: "move it to the folder of that name, or record it again" }];
}

function repetition({ log }: Har): readonly Finding[] {
  const orNumber =
    log._tapedeck === undefined
      ? ""
      : "; or, if it was asked so often, run npx @tapedeck/cli verify --fix: it numbers them as they stand";
  return duplicatesIn(log.entries).map(({ places, order, alike }) => {
    const [first] = places.flatMap((at) => log.entries[at] ?? []);
    const numbers = places.map((at) => at + 1).join(", ");
    const claim = order === null ? "and nothing numbers them (_order)" : `each as its answer of _order ${order}`;
    return {
      kind: "duplicate",
      where: `entries ${numbers}, ${first?.request.method} ${createScrubber().text(first?.request.url ?? "")}`,
      found: `the same request with ${alike ? "the same answer" : "different answers"}, ${claim}`,
      advice: `delete all but ${alike ? "one" : "the right one"}${orNumber}`,
    };
  });
}

function misfit({ where, exchange }: Placed, api: Api): readonly Finding[] {
  return checkExchange(exchange, api).map(({ resource, path, expected, found }) => ({
    kind: "schema",
    where,
    found: `${path === "" ? "the body" : path} should be ${expected}, found ${found}`,
    advice:
      resource === null
        ? "record it again; if the service answers so, its content-type is wrong"
        : `record it again; if the API has changed, mend its schema "${resource}"`,
  }));
}
