// Values that clients generate for each request (ids, times, nonces) and that an earlier run already recorded: reported
// if they make the folder grow.
import type { Api } from "@tapedeck/api";
import { createPlayer, defaultRule, type IncomingRequest, type Player, type Rule } from "@tapedeck/replay";
import { isKeyHeader } from "@tapedeck/replay/internal";
import { bytesOf, type Exchange, type Tape } from "@tapedeck/tape";
import { listRecordings, readTapes } from "@tapedeck/tape/files";
import { isLate, placeholderFor } from "@tapedeck/tape/internal";
import { entryAt } from "../command/recordings-folder.ts";

/** Maximum number of recordings to read for it, and of new requests to compare. */
const mostRead = 2000;
const mostAsked = 200;

/** Returns the tapes of a folder before a run; none if there are too many to read. */
export async function tapesBefore(out: string, most: number = mostRead): Promise<readonly Tape[]> {
  if (!entryAt(out)?.isDirectory()) return [];
  const files = await listRecordings(out).catch(() => []);
  return files.length > most ? [] : tapesIn(out);
}

/**
 * Finds requests that a run recorded in addition to similar ones on file, from which only generated values distinguish
 * them: each run adds more of these to the folder. Of those within one run only what a client salts anew is told, since
 * other generated values may be ids.
 * @returns A line of advice for each place.
 */
export async function madeAnew(before: readonly Tape[], out: string, apis: readonly Api[]): Promise<readonly string[]> {
  const known = new Set(before.flatMap(({ exchanges }) => exchanges.map(({ request }) => JSON.stringify(request))));
  // Without earlier ones little is told, for which a look at a few files must do.
  const tapes = known.size === 0 ? await tapesBefore(out, mostAsked) : await tapesIn(out);
  const fresh = tapes.map((tape) => ({
    ...tape,
    exchanges: tape.exchanges.filter(
      (exchange) => !known.has(JSON.stringify(exchange.request)) && isPlayable(exchange),
    ),
  }));
  const all = fresh.flatMap(({ exchanges, origin }) => exchanges.map((exchange) => asked(exchange, origin)));
  const places = new Set<string>();
  const isFirst = ({ request: { method, target } }: Exchange): boolean => {
    const place = `${method} ${target.replace(/\?.*/s, "")}`;
    return !places.has(place) && places.add(place) !== null;
  };
  const firsts = fresh.map((tape) => ({ ...tape, exchanges: tape.exchanges.filter(isFirst) }));
  // A header that differs is no miss, but the answers of earlier runs stay beside the new ones.
  const ofHeaders = [...defaultRule, ...headersIn(fresh.flatMap(({ exchanges }) => exchanges))];
  const advice = [
    ...(known.size === 0 ? [] : adviceOn([playerOf(before, apis, ofHeaders), playerOf(before, apis)], all)),
    ...adviceOn([playerOf(firsts, apis)], all).filter((line) => line.startsWith(salted)),
  ];
  return [...new Set(advice.map((line) => line.replace(isOfGenerated, "")))];
}

/** Returns for each request the advice of the first player that has some. */
function adviceOn(players: readonly Player[], all: readonly IncomingRequest[]): readonly string[] {
  return all.slice(0, mostAsked).flatMap((each) => {
    const advice = Iterator.from(players).map((player) => {
      const before = player.misses().length;
      player.answer(each);
      return player
        .misses()
        .slice(before)
        .flatMap((miss) => miss.advice.filter((line) => isOfGenerated.test(line)));
    });
    return advice.find(({ length }) => length > 0) ?? [];
  });
}

// Of a login, the recorder itself tells which one on file is the same.
const isOfLogin = (name: string): boolean => isKeyHeader(name) || /^(?:proxy-)?authorization$|^cookie$/.test(name);

/** Returns the matchers of the headers that requests have, but for those of a login. */
function headersIn(exchanges: readonly Exchange[]): Rule {
  const names = new Set(exchanges.flatMap(({ request }) => request.headers.map(([name]) => name)));
  return [...names].filter((name) => !isOfLogin(name)).map((name) => `header:${name}`);
}

// Says `advice.ts` of the package for replaying.
const salted = "a salt differs";

/** Returns the same as text for people. */
export function madeAnewText(advice: readonly string[]): string {
  const lines = advice.map((line) => `\n  - ${line}`).join("");
  return `tapedeck: requests differ from those on file only in values that look generated, so each run adds more; ignore them:${lines}`;
}

const isOfGenerated = /^.* made anew each time, leave it out: .* or /;

function playerOf(tapes: readonly Tape[], [api, ...others]: readonly Api[], rule: Rule = defaultRule): Player {
  return createPlayer({ tapes, rule, afterLast: "end", ...(api && { api: [api, ...others] }) });
}

function isPlayable({ request, response }: Exchange): boolean {
  return response.messages === undefined && request.body?.encoding !== "file";
}

function asked({ request }: Exchange, base: string): IncomingRequest {
  const { method, target, headers, body, principal } = request;
  const mark = principal !== "anonymous" && { authorization: placeholderFor(principal) };
  const fields = { ...mark, ...Object.fromEntries(headers) };
  return { method, target, headers: fields, body: body && bytesOf(body), base, address: "127.0.0.1" };
}

async function tapesIn(out: string): Promise<readonly Tape[]> {
  // Files that cannot be read are skipped: the recorder reports them when it writes there.
  const tapes = await readTapes(out, { onUnreadable: () => {} });
  return tapes.map(({ tape }) => ({ ...tape, exchanges: tape.exchanges.filter(({ response }) => !isLate(response)) }));
}
