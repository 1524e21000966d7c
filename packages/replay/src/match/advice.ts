import { anonymous } from "@tapedeck/tape";
import { editDistance, findPlaceholders, nearest, saysWhose, typedKind } from "@tapedeck/tape/internal";
import { requestHeader } from "../http/message.ts";
import type { ExchangeIndex } from "../index/lookup.ts";
import { firstPlace, pathOfKey, type SortedPaths, segmentsIn } from "../index/sorted-paths.ts";
import { otherSession } from "../login/sent-login.ts";
import type { RequestContext } from "../request/request-context.ts";
import { type Difference, generatedDifference } from "./difference.ts";
import { generatedKind, hiddenValue } from "./generated-value.ts";
import { pathOf, type Rule } from "./matchers.ts";
import { type Recording, recordingCommand } from "./record-command.ts";

/** How advice names settings: as options of the command, or as code in a test. */
interface Notation {
  readonly rule: (rule: Rule) => string;
  readonly ignore: (path: string, parts: readonly string[]) => string;
  readonly afterLast: string;
  readonly token: string;
}

const notations: Readonly<Record<"command" | "test", Notation>> = {
  command: {
    rule: (rule) => `--match ${rule.join(",")}`,
    ignore: (path, parts) => `--ignore '${path} ${parts.join(" ")}'`,
    afterLast: "--after-last stay",
    token: "--token NAME=SECRET",
  },
  test: {
    ignore: (path, parts) => `match: [${JSON.stringify({ path, ignore: parts })}]`,
    rule: (rule) => `rule: ${JSON.stringify(rule).replaceAll(",", ", ")}`,
    afterLast: 'afterLast: "stay"',
    token: "tokens: { NAME: SECRET }",
  },
};

/** Stands in a difference for a credential that no recorded answer issued. */
export const unknownCredential = "an unknown credential";

/**
 * Returns remedies for a miss, most likely first.
 * @param origin The origin of the nearest recordings.
 * @param shown The placeholder of what an answer had shown the recorded client, if it sent that and this one another.
 * @param path The path to name in advice, with `*` for what is ignored of it.
 */
export function adviceFor(
  { api, ask, request, route }: RequestContext,
  origin: string,
  rule: Rule,
  differences: readonly Difference[],
  recording: Recording,
  shown: string | null = null,
  path: string = pathOf(request),
): readonly string[] {
  const command = () => recordingCommand(request, origin, recording, api, requestHeader(ask, "authorization"));
  const advice = [`record it: ${recording.inTest ?? command()}`];
  const notation = notations[recording.inTest === undefined ? "command" : "test"];
  const known = (route.operation?.parameters ?? []).filter((each) => each.in === "query").map(({ name }) => name);
  if (shown !== null)
    advice.push(
      `"${shown}" stands for what an answer had shown, or for a secret that was given a name: send what the replay answers, or name the client's own secret when recording and replaying: ${notation.token}`,
    );
  if (recording.inTest === undefined && differences.some(namesOtherPort))
    advice.push(
      "what differs is the address that the client asks, which it sends: let it have one port when recording and replaying (record --proxy PORT, replay --port PORT)",
    );
  const generated = generatedIn(path, differences, notation);
  if (generated.length > 0) return [...advice, ...generated];
  for (const each of differences) advice.push(...typoIn(each, differences, known));
  // Whatever else differs from what stands at another path, leaving it out answers nothing.
  if (differences.some(({ part }) => part === "path")) return advice;
  for (const part of new Set(differences.map((each) => each.part))) {
    const [recorded = ""] = differences.filter((each) => each.part === part).map((each) => each.recorded);
    if (part === "principal" && typedKind(recorded) === "user")
      advice.push(
        `several users were recorded: send the name or key of one of them, with any password; or record each under a name of its own: ${notation.token}`,
      );
    else if (differences.some(({ asked }) => asked === unknownCredential))
      advice.push(
        `several logins were recorded: log in as one of them, or send what its answer issued, such as "${recorded}"`,
      );
    else if (differences.some(({ asked }) => asked === otherSession))
      advice.push(
        "several sessions were recorded: log in as one of their clients did, and send the cookies that the replay gave this client",
      );
    else if (differences.some(({ at, recorded }) => at === "generated" && saysWhose(recorded)))
      advice.push(
        `the recorded ${part} says whose it is: send what the replay's answers issued to this client, or what was typed`,
      );
    else if (part === "principal" && recorded !== anonymous)
      advice.push(`if it was meant to be asked as "${recorded}", send that credential`);
    // Many tools leave credentials out of what they record.
    else if (part === "principal") advice.push(looser(part));
    else if (part === "turn") advice.push(`if the last answer may be given again, let it stay: ${notation.afterLast}`);
    else if (part !== "method" && part !== "condition") advice.push(looser(part));
  }
  return advice;

  function looser(part: string): string {
    const places = differences.filter((each) => each.part === part);
    const parts = [...new Set(places.map(ignoredPart))];
    // A matcher of another name, a header's among them, has no whole that a path can leave out.
    const isWhole = part === "body" || part === "query";
    const isNamed = places.every(({ at }) => at !== null) && parts.length <= mostIgnored;
    if (isNamed || isWhole)
      return `if the ${part} does not matter there, leave it out: ${notation.ignore(path, isNamed ? parts : [part])}`;
    const rest = rule.filter((name) => name !== part);
    return `if the ${part} does not matter here, leave "${part}" out of the rule: ${notation.rule(rest)}`;
  }
}

// In text, the recorder writes the origin instead; bytes, as IPP's, say how long a name is.
function namesOtherPort({ asked, recorded }: Difference): boolean {
  const [ours, theirs] = [asked, recorded].map((said) => said.replace(ownPort, "$1"));
  return asked !== recorded && ours === theirs;
}

const ownPort = /\b(localhost|127\.0\.0\.1|\[::1\]):\d{2,5}/g;

// If more differ, listing them all does not help.
const mostIgnored = 4;

/** Returns the part of a request, as `ignore` names it, that a difference is in. */
function ignoredPart({ part, at }: Difference): string {
  if (at === null) return part;
  return part === "body" ? `body:${at}` : part === "query" || part === "path" ? `${part}.${at}` : `header.${at}`;
}

/** Returns the parts to ignore, if every difference looks generated for each request. */
function generatedIn(at: string, differences: readonly Difference[], notation: Notation): string[] {
  const found = differences.map((each) => ({
    kind: generatedDifference(each) ?? saltBeside(each, differences),
    ignore: ignoredPart(each),
  }));
  const [first] = found;
  if (!first || !differences.every(({ part }) => /^(?:path|query|body|header:.*)$/.test(part))) return [];
  if (found.some(({ kind }) => kind === null)) return [];
  const segments = at.split("/");
  for (const { part, at } of differences) if (part === "path") segments[Number(at)] = "*";
  const path = segments.join("/");
  const parts = [...new Set(found.map(({ ignore }) => ignore))];
  const line = JSON.stringify({ path, ignore: parts });
  const what = found.some(({ kind }) => kind === salt)
    ? "a salt differs, and the digest that it is in"
    : found.length === 1
      ? `the only difference looks like ${first.kind}`
      : "all that differs looks generated";
  const how = notation.ignore(path, parts);
  const advice = `${what}: if it is made anew each time, leave it out: ${how}, or ${line} in "match" of api.json`;
  if (!found.every(({ kind }) => kind === hiddenValue)) return [advice];
  return [`if it is a key or secret of the client's, name it when recording and replaying: ${notation.token}`, advice];
}

const salt = "a salt";

// Of Subsonic's API: beside the digest of it and the password.
function saltBeside({ part, at }: Difference, all: readonly Difference[]): string | null {
  const isSalt = at === "s" && all.some((other) => other.part === part && other.at === "t");
  return isSalt ? salt : null;
}

function typoIn(
  { part, at, asked, recorded }: Difference,
  all: readonly Difference[],
  known: readonly string[],
): string[] {
  // Another number means another resource, and another method another request.
  if (all.some((each) => each.part === "method")) return [];
  if (
    part === "path" &&
    /\D/.test(asked) &&
    findPlaceholders(asked).length === 0 &&
    nearest(asked, [recorded]) !== null
  )
    return [`"${asked}" looks like a typo of "${recorded}": if it is one, mend the client`];
  if (part !== "query" || at === null || recorded !== "") return [];
  const theirs = all.filter((each) => each.part === "query" && each.asked === "").map((each) => each.at ?? "");
  const meant = known.includes(at) ? null : nearest(at, [...theirs, ...known]);
  return meant === null ? [] : [`"${at}" looks like a typo of "${meant}": if it is one, mend the client`];
}

/** Number of alphabetical neighbours that are compared with a name. */
const neighbours = 16;

/** Maximum number of paths to return. */
const mostPaths = 32;

/**
 * Returns the recorded paths that are most similar to one that was not recorded, the most similar first: segment by
 * segment, the same name if it exists, else the most similar of its alphabetical neighbours. Of names that are generated,
 * as the id of an upload is, none is more similar than another: all neighbours are returned then. Takes time by the depth
 * of the path, not by the size of the index.
 */
export function nearestPaths(index: ExchangeIndex, scope: string, path: string): readonly string[] {
  const paths = index.paths(scope);
  let found: readonly string[] = [""];
  for (const name of segmentsIn(path)) {
    const same = found.map((from) => from + name).filter((each) => paths.some((some) => hasBelow(some, each)));
    const next = same.length > 0 ? same : found.flatMap((from) => similar(paths, from, name));
    if (next.length === 0) break;
    found = next.slice(0, mostPaths).map((each) => `${each}\0`);
  }
  return found.flatMap((each) => {
    const [first] = paths.flatMap((some) => firstBelow(some, each.replace(/\0$/, "")) ?? []).sort();
    return first === undefined ? [] : [pathOfKey(first)];
  });
}

function hasBelow(paths: SortedPaths, prefix: string): boolean {
  return firstBelow(paths, prefix) !== null;
}

/** Returns the first path that equals this one or continues it. */
function firstBelow(paths: SortedPaths, prefix: string): string | null {
  const place = firstPlace(paths, prefix);
  const found = place < paths.length ? paths.at(place) : null;
  return found === prefix || prefix === "" || found?.startsWith(`${prefix}\0`) ? found : null;
}

/** Returns the path with the most similar name for the next segment, and those with a generated one where it is generated. */
function similar(paths: readonly SortedPaths[], from: string, name: string): readonly string[] {
  const names = new Set(paths.flatMap((each) => [...namesAround(each, from, name)]));
  const [best, ...others] = [...names]
    .sort()
    .map((candidate) => ({ candidate, distance: editDistance(name, candidate) }))
    .sort((a, b) => a.distance - b.distance)
    .map(({ candidate }) => candidate);
  if (best === undefined) return [];
  const isGenerated = (candidate: string): boolean => generatedKind(name, candidate) !== null;
  return [best, ...(isGenerated(best) ? others.filter(isGenerated) : [])].map((each) => from + each);
}

/** Returns the names before and after one, among those below a path. */
function* namesAround(paths: SortedPaths, from: string, name: string): Generator<string> {
  const start = firstPlace(paths, from + name);
  const nameAt = (place: number): string | null => {
    if (place < 0 || place >= paths.length) return null;
    const path = paths.at(place);
    return path.startsWith(from) ? (path.slice(from.length).split("\0", 1)[0] ?? null) : null;
  };
  for (let count = 0, place = start; count < neighbours; count += 1) {
    const next = nameAt(place);
    if (next === null) break;
    yield next;
    // Skips everything below it.
    place = firstPlace(paths, `${from}${next}\x01`, place);
  }
  for (let count = 0, place = start - 1; count < neighbours; count += 1) {
    const next = nameAt(place);
    if (next === null) break;
    yield next;
    place = firstPlace(paths, from + next) - 1;
  }
}
