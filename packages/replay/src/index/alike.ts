import { anonymous, headerOf, type RecordedRequest } from "@tapedeck/tape";
import {
  cookiesIn,
  findPlaceholders,
  isSessionCookie,
  isUserHeader,
  madeForOne,
  textHash,
} from "@tapedeck/tape/internal";
import { isKeyHeader, issuedTo, type Login, mayBeIssued, recordedLogin } from "../login/login.ts";
import { relations, type SentLogin } from "../login/sent-login.ts";
import type { CompiledRule } from "../match/compiled-rule.ts";
import { matcherNamed } from "../match/matchers.ts";
import { memoize } from "../memoize.ts";
import type { Sequence } from "./lookup.ts";
import type { PreparedExchange } from "./prepared-exchange.ts";
import { sameCall } from "./same-call.ts";

/** With more answers than these, comparing all headers of all their requests would take too long. */
const mostCompared = 256;
const mostCookies = 16;
const mostKeys = 4;

/** A header in which the requests of a sequence differ, or a cookie in it, or `:path`, and its value in each of them. */
interface DifferingHeader {
  readonly name: string;
  readonly key: (request: RecordedRequest) => string;
  readonly values: readonly string[];
  /** Whether an answer issued one of them: a token, a session. */
  readonly isIssued: boolean;
  /** Whether it names a user: it counts before any session that its browser still sends. */
  readonly isUser: boolean;
  /** Whether they are keys of several clients: of another client's key, none of the answers is. */
  readonly isKey: boolean;
  /** Whether they are sessions of several clients, which no answer issued: another one is upstream's to judge. */
  readonly isSession: boolean;
}

/**
 * Narrows the answers to requests that a rule cannot tell apart to those whose requests had the headers of this one:
 * two tenants get their own answers, in whatever order they ask. Those to another call ({@link sameCall}) are none. A login counts first: two get their own answers,
 * whatever else differs, and one that was not recorded gets a login's: that of its own refreshed one, or else of its
 * account's. Then counts what answers issued besides. A header whose value was recorded with none of them (a time, a
 * nonce) counts for nothing, but for the key of an API, of which several were recorded: one that was not is of none of
 * them; and a request that is signed gets an answer to a signed one. If no recorded request has all the others, none of
 * them counts. So counts the spelling of the target (`?a` and `?a=`), and the page that asks. Of more than 256 answers, only what was issued chooses: an
 * `Authorization`, the first 16 cookies, and the first 4 other headers.
 * @param asked Returns the request with these headers, secrets hidden; with the target as it was sent for `:path`.
 * @returns null if all of them are answers to other calls, other accounts, or other clients.
 */
export function answersAlike(
  recorded: Sequence,
  rule: Pick<CompiledRule, "without" | "names">,
  asked: (names: readonly string[]) => RecordedRequest,
  login: SentLogin,
): Sequence | null {
  const { without } = rule;
  const called = sameCall(recorded, rule, asked);
  if (called?.length === 0) return null;
  const all = called === null ? recorded : among(recorded, called, called.join());
  if (all.length === 1) return login.isOther(recordedLogin(without(all.at(0).exchange.request))) ? null : all;
  if (all.length > mostCompared && login.isAnybodys()) return all;
  const { headers, logins, choose } = differingHeaders(all, rule, login.isIssued);
  const own = login.among(logins.said);
  const last = relations.length - 1;
  const ranks = logins.all.map((each) =>
    own === null || each.said === own ? relations.indexOf(login.relationTo(each)) : last,
  );
  if (ranks.every((rank) => rank === last)) return null;
  if (headers.length === 0 && logins.all.length === 1) return all;
  const request = without(asked([...new Set(headers.map(({ name }) => name))]));
  const values = headers.map(({ key }) => key(request));
  const isOfNone = (header: DifferingHeader, nth: number): boolean =>
    (header.isKey || (header.isSession && login.isJudged)) &&
    isStrange(header, values[nth] as string) &&
    !login.isIssued(values[nth] as string);
  if (headers.some(isOfNone)) return null;
  const made = [...madeForOne(request.headers)];
  const { places, id } = choose(JSON.stringify({ ranks, values, made }));
  return among(all, places, id);
}

/** Returns the answers at some places of a sequence. */
function among(all: Sequence, places: readonly number[], id: string): Sequence {
  if (places.length === all.length) return all;
  return {
    ...all,
    id: idOf(`${all.id} ${id}`),
    length: places.length,
    at: (nth) => all.at(places[nth] as number),
  };
}

// Beyond those of exchanges. By all places, since two choices may share their first answer.
function idOf(choice: string): number {
  const [a, b] = textHash(choice);
  return 2 ** 52 + a * 2 ** 20 + (b >>> 12);
}

/** What chooses among the answers of a sequence. */
interface Asked {
  /** The places of the recorded logins in {@link relations}. */
  readonly ranks: readonly number[];
  /** The values of the headers in which the requests differ. */
  readonly values: readonly string[];
  /** The names of those that its client makes anew. */
  readonly made: readonly string[];
}

/** Some of a sequence's answers. */
interface Choice {
  readonly places: readonly number[];
  readonly id: string;
}

function isStrange({ values }: DifferingHeader, value: string): boolean {
  return value !== "" && !values.includes(value);
}

const unlike = relations.indexOf("unlike");

function choose({ ranks, values, made }: Asked, headers: readonly DifferingHeader[], { at }: Logins): Choice {
  const isWithin = (rank: number) => (place: number) => (ranks[at[place] as number] as number) <= rank;
  let places = [...at.keys()];
  const keep = (fits: (place: number) => boolean): void => {
    const alike = places.filter(fits);
    if (alike.length > 0) places = alike;
  };
  const narrow = (by: readonly number[]): void => {
    const shared = by.filter((nth) => places.some((place) => headers[nth]?.values[place] === values[nth]));
    keep((place) => shared.every((nth) => headers[nth]?.values[place] === values[nth]));
  };
  // A user in a header counts before the session; who has no such header goes by that.
  const users = [...headers.keys()].filter((nth) => headers[nth]?.isUser && values[nth] !== "");
  if (users.length > 0 && ranks.some((rank) => rank <= unlike)) {
    keep(isWithin(unlike));
    narrow(users);
  }
  let nearest = 0;
  while (!places.some(isWithin(nearest))) nearest += 1;
  keep(isWithin(nearest));
  for (const [nth, header] of headers.entries()) {
    if (!header.isIssued) continue;
    if (values[nth] !== "") keep((place) => header.values[place] !== "");
    narrow([nth]);
  }
  narrow([...headers.keys()].filter((nth) => !headers[nth]?.isIssued));
  // A request that its client signs is not one that none signed.
  for (const [nth, header] of headers.entries())
    if (made.includes(header.name) && isStrange(header, values[nth] as string))
      keep((place) => header.values[place] !== "");
  return { places, id: textHash(places.join()).join() };
}

/** The logins of a sequence's requests. */
interface Logins {
  /** Each once. */
  readonly all: readonly Login[];
  readonly said: ReadonlySet<string | null>;
  /** Which of them each request has. */
  readonly at: readonly number[];
}

function loginsOf(requests: readonly RecordedRequest[], isMany: boolean): Logins {
  const places = new Map<string, number>();
  const all: Login[] = [];
  // Each session of more than 256 answers would be compared with each client's: one stands for all.
  const session = isMany
    ? requests.find((each) => each.principal === anonymous && issuedTo(each).length > 0)
    : undefined;
  const { credentials = [] } = session ? recordedLogin(session) : {};
  const at = requests.map((request) => {
    const whole = recordedLogin(request);
    const isAny = isMany && whole.principal === anonymous;
    const any = { said: null, credentials: issuedTo(request).length > 0 ? credentials : [], own: null };
    const login = { ...whole, ...(isMany && { named: null }), ...(isAny && any) };
    const key = JSON.stringify(login);
    const place = places.get(key) ?? places.size;
    places.set(key, place);
    all[place] = login;
    return place;
  });
  return { all, said: new Set(all.map(({ said }) => said)), at };
}

/** In what the requests of a sequence differ. */
interface Differing {
  readonly length: number;
  /** But `Authorization`: it is a login. */
  readonly headers: readonly DifferingHeader[];
  readonly logins: Logins;
  /** Chooses for an {@link Asked} as JSON. */
  readonly choose: (asked: string) => Choice;
}

const known = new WeakMap<PreparedExchange, Differing>();

/**
 * Returns the page that asked: the one that may read the answer (Fetch, section 3.3.3), since recordings have no
 * `Origin`. A client that is no page gets the answers of all.
 */
function pageOf({ exchange }: PreparedExchange): string {
  return headerOf(exchange.response.headers, "access-control-allow-origin") ?? "none";
}

function differingHeaders(
  all: Sequence,
  { without, names }: Pick<CompiledRule, "without" | "names">,
  isIssuedBy: SentLogin["isIssued"],
): Differing {
  const first = all.at(0);
  const before = known.get(first);
  if (before?.length === all.length) return before;
  const exchanges = Array.from({ length: all.length }, (_, place) => all.at(place));
  const requests = exchanges.map(({ exchange }) => without(exchange.request));
  const differing = (
    name: string,
    key: DifferingHeader["key"] = matcherNamed(`header:${name}`, {})?.key ?? (() => ""),
    values = requests.map(key),
    cookie = "",
  ): readonly DifferingHeader[] => {
    const isIssued = values.some((value) => findPlaceholders(value).length > 0);
    const isSeveral =
      new Set(values.filter((value) => value !== "" && !(mayBeIssued(value) && isIssuedBy(value)))).size > 1;
    const isKey = isKeyHeader(name) && isSeveral;
    const isSession = name === "cookie" && isSeveral && isSessionCookie(cookie);
    const isUser = isUserHeader(name);
    return values.every((value) => value === values[0])
      ? []
      : [{ name, key, values, isIssued, isUser, isKey, isSession }];
  };
  const sent = requests.flatMap((request) => request.headers);
  const cookies = sent.flatMap(([name, value]) => (name === "cookie" ? [...cookiesIn(value)] : []));
  const isMany = all.length > mostCompared;
  // A session lasts longer than what answers set anew.
  const compared = [...new Set(cookies.map(([name]) => name))]
    .slice(0, isMany ? mostCookies : undefined)
    .flatMap((name) => differing("cookie", matcherNamed(`cookie:${name}`, {})?.key, undefined, name))
    .sort((a, b) => new Set(a.values).size - new Set(b.values).size);
  const others = new Set(sent.map(([name]) => name)).difference(new Set(["authorization"]));
  const issued = requests.flatMap((request) => recordedLogin(request).credentials.map(([name]) => name));
  const keys = [...others.intersection(new Set(issued))].filter((name) => name !== "cookie").slice(0, mostKeys);
  const headers = isMany
    ? [...compared, ...keys.flatMap((name) => differing(name))].filter(({ isIssued }) => isIssued)
    : [
        ...compared,
        ...[...others].flatMap((name) => differing(name)),
        ...differing("origin", undefined, exchanges.map(pageOf)),
        ...(names.includes("path") && names.includes("query")
          ? differing(
              ":path",
              ({ target }) => target,
              exchanges.map(({ exchange, sentTarget }) => without({ ...exchange.request, target: sentTarget }).target),
            )
          : []),
      ];
  const logins = loginsOf(requests, isMany);
  const found = {
    length: all.length,
    headers,
    logins,
    choose: memoize(1024, (asked: string) => choose(JSON.parse(asked), headers, logins)),
  };
  known.set(first, found);
  return found;
}
