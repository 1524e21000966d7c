import { pinRateLimit } from "@tapedeck/rate-limit";
import { type Body, createScrubber, type Exchange, normalize, type Tape } from "@tapedeck/tape";
import { digestOf, exchangeText, type HarFile, toHar } from "@tapedeck/tape/har";
import { clip, createSecretMemory } from "@tapedeck/tape/internal";
import type { Entries } from "./entries.ts";
import { type Finding, finding } from "./finding.ts";

const restore =
  "restore it from version control, record it again, or, if the change is meant, run npx @tapedeck/cli verify --fix";

/** Returns the exchanges of a tape as they should be: scrubbed, pinned, in canonical form. */
export function canonicalExchanges(tape: Tape): readonly Exchange[] {
  return withoutSecrets(tape).map((each, at) => {
    const { pass } = tape.exchanges[at] ?? {};
    const pinned = { ...each, response: pinRateLimit(each.response, tape.recordedAt) };
    return { ...normalize(pinned, tape.recordedAt), ...(pass !== undefined && { pass }) };
  });
}

/** Returns the text of a tape that is one file. */
export function canonicalText(tape: Tape): string {
  return toHar({ ...tape, exchanges: canonicalExchanges(tape) });
}

/** Returns the text that a file should have. @param text Its present text, which decides whether it shares headers. */
export function expectedText(file: string, text: string, { tape, isPart }: HarFile): string {
  const [exchange] = canonicalExchanges(tape);
  if (!isPart || exchange === undefined) return canonicalText(tape);
  const { name: _, ...label } = tape;
  const stem = (file.split("/").at(-1) ?? file).replace(/\.har$/, "");
  const mayShare = (): boolean => text.includes('"_headers": ');
  return exchangeText(exchange, label, { name: stem, pass: exchange.pass ?? 0, mayShare }).har;
}

// A secret that one exchange sends or issues is hidden in all of them, as in an import.
function withoutSecrets({ exchanges, redact }: Tape): readonly Exchange[] {
  let found = 0;
  const scrubber = createScrubber({ ...redact, onRedact: () => found++ });
  const clean = exchanges.map(scrubber.exchange);
  if (found === 0) return clean;
  const memory = createSecretMemory(redact);
  for (const each of exchanges) memory.learn(each);
  return exchanges.map(memory.exchange);
}

/**
 * Finds where a recording differs from its canonical form: exchanges that were edited, by their digests at recording;
 * else the first differing line, with its context.
 * @param expected The text that it should have: see {@link expectedText}.
 * @param digests The digests noted for the file; null if none was noted, undefined if that is not known.
 * @param isClean Whether no secret is known to be in the file, so that its lines may be quoted.
 * @example
 * alterationsIn(text, expectedText(file, text, read), read, entries, digests, true); // [{ kind: "edited", where: "entry 1, GET /zen as anonymous", … }]
 */
export function alterationsIn(
  text: string,
  expected: string,
  read: HarFile,
  { placed, leftOut }: Pick<Entries, "placed" | "leftOut">,
  digests: ReadonlySet<string> | null | undefined,
  isClean: boolean,
): readonly Finding[] {
  const edited = placed.flatMap(({ where, exchange }): readonly Finding[] => {
    if (digests === undefined || !read.isPart || digests?.has(digestOf(exchange))) return [];
    if (digests?.has(digestOf(withLineFeeds(exchange))))
      return [finding("damaged", where, "the lines of its body end in CRLF, and were recorded with LF", byGit)];
    const found =
      digests === null
        ? "no run recorded it: .recorded does not name its file"
        : "it was edited: it is not what .recorded says was recorded";
    return [finding("edited", where, found, restore)];
  });
  const around = [...markIn(text), ...lineEndsIn(text)];
  // After a line that is missing, every following line would differ.
  if (edited.length > 0 || leftOut.length > 0) return [...edited, ...around];
  const found = text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  return [...around, ...lineDifference(found, expected, isClean)];
}

function markIn(text: string): readonly Finding[] {
  if (!text.startsWith("\uFEFF")) return [];
  const found = "it begins with a byte order mark (U+FEFF)";
  return [finding("not canonical", "line 1", found, "run npx @tapedeck/cli verify --fix: it takes it away")];
}

function lineEndsIn(text: string): readonly Finding[] {
  const at = text.indexOf("\r\n");
  if (at === -1) return [];
  return [finding("not canonical", "", "its lines end in CRLF", byGit)];
}

const byGit =
  "git wrote them so (core.autocrlf): put * -text into the .gitattributes of the folder, remove the files, and check them out again";

// A body may be in a file of its own, whose line ends git changed.
function withLineFeeds({ request, response }: Exchange): Exchange {
  const feeds = (body: Body | null): Body | null =>
    body?.text === undefined ? body : { ...body, text: body.text.replaceAll("\r\n", "\n") };
  return {
    request: { ...request, body: feeds(request.body) },
    response: { ...response, body: feeds(response.body) },
  };
}

function lineDifference(text: string, expected: string, isClean: boolean): readonly Finding[] {
  if (text === expected) return [];
  const lines = expected.split("\n");
  const line = text.split("\n").findIndex((each, at) => each !== lines[at]);
  // A name may be on one line, and the secret that it names on the next.
  const found =
    line === -1
      ? "it ends too early"
      : isClean
        ? `found ${excerpt(text.split("\n")[line])}, wanted ${excerpt(lines[line])}`
        : "it is not as tapedeck writes it";
  return [finding("not canonical", line === -1 ? "the last line" : `line ${line + 1}`, found, restore)];
}

// Lines may hold a planted secret, and a body is one long line.
function excerpt(line = ""): string {
  return JSON.stringify(clip(createScrubber().text(line.trim()), 80));
}
