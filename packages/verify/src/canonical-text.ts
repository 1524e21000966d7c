import { pinRateLimit } from "@tapedeck/rate-limit";
import { createScrubber, createSession, type Exchange, normalize, type Tape } from "@tapedeck/tape";
import { digestOf, type Har, toHar } from "@tapedeck/tape/har";
import type { Entries } from "./entries.ts";
import type { Finding } from "./finding.ts";

const restore =
  "restore it from version control, record it again, or, if the change is meant, run npx @tapedeck/cli verify --fix";

/** The text that a recording should have: scrubbed, pinned, in canonical form and order. */
export function canonicalText(tape: Tape): string {
  const exchanges = withoutSecrets(tape).map((each) => {
    const pinned = { ...each, response: pinRateLimit(each.response, tape.recordedAt) };
    return normalize(pinned, tape.recordedAt);
  });
  return toHar({ ...tape, exchanges });
}

// What one of them sends or issues as a secret is hidden in all of them, as an import does it.
function withoutSecrets({ exchanges, redact }: Tape): readonly Exchange[] {
  let found = 0;
  const scrubber = createScrubber({ ...redact, onRedact: () => found++ });
  const clean = exchanges.map(scrubber.exchange);
  if (found === 0) return clean;
  const session = createSession(redact);
  for (const each of exchanges) session.learn(each);
  return exchanges.map(session.exchange);
}

/**
 * Finds how the text of a recording is not as tapedeck wrote it: the entries that were changed, by their digests; where
 * none was, the first line that differs, and what stands around it all.
 * @param isClean Whether no secret is known to be in the file, so that its lines may be quoted.
 * @example
 * alterationsIn(text, har, tape, entries, true); // [{ kind: "changed", where: "entry 1, GET /zen as anonymous", … }]
 */
export function alterationsIn(
  text: string,
  har: Har,
  tape: Tape,
  { placed, leftOut }: Pick<Entries, "placed" | "leftOut">,
  isClean: boolean,
): readonly Finding[] {
  const changed = placed.flatMap(({ at, where, exchange }): readonly Finding[] => {
    const digest = har.log.entries[at]?.response.content?._digest;
    if (digest === digestOf(exchange)) return [];
    const found =
      digest === undefined
        ? "it has no digest, so tapedeck did not record it"
        : "it is not as it was recorded: its digest differs";
    return [{ kind: "changed", where, found, advice: restore }];
  });
  const around = [...markIn(text), ...lineEndsIn(text)];
  // Each line after one that was left out would be another.
  if (changed.length > 0 || leftOut.length > 0) return [...changed, ...around];
  const found = text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  return [...around, ...lineDifference(found, canonicalText(tape), isClean)];
}

function markIn(text: string): readonly Finding[] {
  if (!text.startsWith("\uFEFF")) return [];
  const found = "it begins with a byte order mark (U+FEFF)";
  return [
    { kind: "not canonical", where: "line 1", found, advice: "run npx @tapedeck/cli verify --fix: it takes it away" },
  ];
}

function lineEndsIn(text: string): readonly Finding[] {
  const at = text.indexOf("\r\n");
  if (at === -1) return [];
  const advice =
    "git wrote them so: put *.har text eol=lf into .gitattributes, and run npx @tapedeck/cli verify --fix, or check it out again";
  return [{ kind: "not canonical", where: "", found: "its lines end in CRLF", advice }];
}

function lineDifference(text: string, expected: string, isClean: boolean): readonly Finding[] {
  if (text === expected) return [];
  const lines = expected.split("\n");
  const line = text.split("\n").findIndex((each, at) => each !== lines[at]);
  // A name may stand on one line, and what it makes a secret on the next.
  const found =
    line === -1
      ? "it ends too early"
      : isClean
        ? `found ${excerpt(text.split("\n")[line])}, wanted ${excerpt(lines[line])}`
        : "it is not as tapedeck writes it";
  return [{ kind: "not canonical", where: line === -1 ? "the last line" : `line ${line + 1}`, found, advice: restore }];
}

// Lines may hold a planted secret, and bodies are one long line.
function excerpt(line = ""): string {
  const clean = createScrubber().text(line.trim());
  return JSON.stringify(clean.length > 80 ? `${clean.slice(0, 80)}…` : clean);
}
