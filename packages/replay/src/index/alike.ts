import { anonymous, headerOf, type RecordedRequest } from "@tapedeck/tape";
import { findPlaceholders, type TypedKind, textHash, typedKind } from "@tapedeck/tape/internal";
import type { CompiledRule } from "../match/compiled-rule.ts";
import { matcherNamed } from "../match/matchers.ts";
import { memoize } from "../memoize.ts";
import { type Asker, issuedLogin } from "./asker.ts";
import type { Kinship } from "./issuers.ts";
import type { Sequence } from "./lookup.ts";
import type { PreparedExchange } from "./prepared-exchange.ts";

/** With more answers than these, comparing all headers of all their requests would take too long. */
const mostCompared = 256;
const mostCookies = 16;

/** A header in which the requests of a sequence differ, or a cookie in it, or `:path`, and its value in each of them. */
interface DifferingHeader {
  readonly name: string;
  readonly key: (request: RecordedRequest) => string;
  readonly values: readonly string[];
  /** Whether an answer issued one of them: a token, a session. */
  readonly isIssued: boolean;
}

/**
 * Narrows the answers to requests that a rule cannot tell apart to those whose requests had the headers of this one:
 * two tenants get their own answers, in whatever order they ask. What an answer issued counts first: two logins get
 * their own answers, whatever else differs, and one that nobody recorded gets a login's: that of its own refreshed one,
 * or else of its account's. A header whose value was recorded with none of them (a time, a nonce) counts for nothing; if
 * no recorded request has all the others, none of them counts. So counts the spelling of the target (`?a` and `?a=`).
 * Of more than 256 answers, only what was issued chooses: an `Authorization`, and the first 16 cookies.
 * @param asked Returns the request with these headers, secrets hidden; with the target as it was sent for `:path`.
 * @param asker Who sent the request.
 * @param kinshipOf Returns how the second of two logins or sessions belongs to the first.
 * @returns null if all of them are answers to other accounts.
 */
export function answersAlike(
  all: Sequence,
  rule: Pick<CompiledRule, "without" | "names">,
  asked: (names: readonly string[]) => RecordedRequest,
  asker: Asker,
  kinshipOf: (login: string, recorded: string) => Kinship,
): Sequence | null {
  const { request: first } = all.at(0).exchange;
  const isOther = (login: string | null): boolean => asker.isOther(login, first.principal);
  const { without } = rule;
  if (asker.shown.length > 0 && showsAnother(without(asked(asker.shown)), all)) return null;
  if (all.length === 1 && loginIn(first) === null && accountOf(first) === null) return isOther(null) ? null : all;
  const issued = (): string | null => issuedLogin(without(asked(["authorization"])));
  const begun = (): string | null => sessionIn(without(asked(["cookie"])));
  if (all.length > mostCompared && asker.isAny && issued() === null && begun() === null) return all;
  const { headers, logins, sessions, kinds, choose } = differingHeaders(all, rule);
  // One that is kept apart in no recorded request is one as any other.
  const apart = (kind: TypedKind): string | null => {
    const login = kinds.has(kind) ? asker.login(kind) : null;
    return logins.has(login) ? login : null;
  };
  const own = logins.size === 0 ? null : issued();
  const keptApart = own === null ? (apart("refused") ?? apart("user")) : null;
  const login = own ?? keptApart;
  const isKnown = login === null || logins.has(login);
  const kinships = isKnown
    ? null
    : [...logins].map((each): [string, Kinship] => [each ?? "", kinshipOf(login, each ?? "")]);
  if (kinships?.every(([, kinship]) => kinship === "other account")) return null;
  const otherUsers = asker.isAny || own !== null ? [] : [...(logins.size === 0 ? [null] : logins)].filter(isOther);
  if (otherUsers.length > 0 && otherUsers.length >= logins.size) return null;
  const session = sessions.size === 0 ? null : begun();
  const others =
    session === null || sessions.has(session)
      ? []
      : [...sessions].filter((each) => each !== null && kinshipOf(session, each) === "other account");
  if (others.length > 0 && others.length === sessions.size) return null;
  if (headers.length === 0) return all;
  const sent = asked([...new Set(headers.map(({ name }) => name))]);
  const request = without(
    keptApart === null ? sent : { ...sent, headers: [...sent.headers, ["authorization", keptApart]] },
  );
  const values = headers.map(({ key }) => key(request));
  const { places, id } = choose(JSON.stringify({ login, kinships, otherUsers, others, values }));
  if (places.length === all.length) return all;
  return {
    ...all,
    id: idOf(`${all.id} ${id}`),
    length: places.length,
    at: (nth) => all.at(places[nth] as number),
  };
}

/** Returns whether a request has a credential, and each recorded one has another kind: a key, and they a session. */
function showsAnother(request: RecordedRequest, all: Sequence): boolean {
  const own = new Set(credentialsIn(request));
  if (own.size === 0) return false;
  for (let place = 0; place < Math.min(all.length, mostCompared); place += 1) {
    const others = credentialsIn(all.at(place).exchange.request);
    if (others.length === 0 || others.some((name) => own.has(name))) return false;
  }
  return true;
}

function credentialsIn({ headers }: RecordedRequest): readonly string[] {
  return headers.filter(([, value]) => findPlaceholders(value).length > 0).map(([name]) => name);
}

// Beyond those of exchanges. By all places, since two choices may share their first answer.
function idOf(choice: string): number {
  const [a, b] = textHash(choice);
  return 2 ** 52 + a * 2 ** 20 + (b >>> 12);
}

/** What chooses among the answers of a sequence. */
interface Asked {
  readonly login: string | null;
  /** How the login belongs to those of the recorded requests; null if one of them has the same. */
  readonly kinships: readonly (readonly [login: string, Kinship])[] | null;
  /** The recorded logins of other users, whom nothing else tells. */
  readonly otherUsers: readonly (string | null)[];
  /** The recorded sessions of other accounts. */
  readonly others: readonly (string | null)[];
  /** The values of the headers in which the requests differ. */
  readonly values: readonly string[];
}

/** Some of a sequence's answers. */
interface Choice {
  readonly places: readonly number[];
  readonly id: string;
}

function choose(asked: Asked, headers: readonly DifferingHeader[], requests: readonly RecordedRequest[]): Choice {
  const { login, values } = asked;
  const kinships = new Map(asked.kinships);
  const logins = requests.map(loginIn);
  let places = Array.from(requests.keys());
  const keep = (fits: (place: number) => boolean): void => {
    const alike = places.filter(fits);
    if (alike.length > 0) places = alike;
  };
  if (asked.others.length > 0) {
    const sessions = requests.map(accountOf);
    keep((place) => !asked.others.includes(sessions[place] ?? null));
  }
  keep((place) => !asked.otherUsers.includes(logins[place] ?? null));
  keep((place) => kinships.get(logins[place] ?? "") !== "other account");
  keep((place) => kinships.get(logins[place] ?? "") === "same login");
  for (const kind of ["refused", "user"]) keep((place) => typedKind(logins[place]) !== kind || logins[place] === login);
  const narrow = (by: readonly number[]): void => {
    const shared = by.filter((nth) => places.some((place) => headers[nth]?.values[place] === values[nth]));
    keep((place) => shared.every((nth) => headers[nth]?.values[place] === values[nth]));
  };
  for (const [nth, header] of headers.entries()) {
    if (!header.isIssued) continue;
    if (values[nth] !== "") keep((place) => header.values[place] !== "");
    narrow([nth]);
  }
  narrow([...headers.keys()].filter((nth) => !headers[nth]?.isIssued));
  return { places, id: textHash(places.join()).join() };
}

function loginIn({ headers }: RecordedRequest): string | null {
  return headerOf(headers, "authorization");
}

/** Returns what an answer issued of a request's cookies; null for nothing. */
function sessionIn({ headers }: RecordedRequest): string | null {
  return findPlaceholders(headerOf(headers, "cookie") ?? "").join(" ") || null;
}

/** Returns the session of a request whose account nothing else tells. */
function accountOf(request: RecordedRequest): string | null {
  return request.principal === anonymous ? sessionIn(request) : null;
}

/** In what the requests of a sequence differ. */
interface Differing {
  readonly length: number;
  readonly headers: readonly DifferingHeader[];
  /** Their issued `Authorization`s; none if no request has one. */
  readonly logins: ReadonlySet<string | null>;
  /** The sessions that tell their accounts; none of more than 256 answers. */
  readonly sessions: ReadonlySet<string | null>;
  readonly kinds: ReadonlySet<TypedKind | null>;
  /** Chooses for an {@link Asked} as JSON. */
  readonly choose: (asked: string) => Choice;
}

const known = new WeakMap<PreparedExchange, Differing>();

function differingHeaders(all: Sequence, { without, names }: Pick<CompiledRule, "without" | "names">): Differing {
  const first = all.at(0);
  const before = known.get(first);
  if (before?.length === all.length) return before;
  const cards = Array.from({ length: all.length }, (_, place) => all.at(place));
  const requests = cards.map(({ exchange }) => without(exchange.request));
  const differing = (
    name: string,
    key = matcherNamed(`header:${name}`, {})?.key ?? (() => ""),
    values = requests.map(key),
  ): readonly DifferingHeader[] => {
    const isIssued = values.some((value) => findPlaceholders(value).length > 0);
    return values.every((value) => value === values[0]) ? [] : [{ name, key, values, isIssued }];
  };
  const sent = requests.flatMap((request) => request.headers);
  const cookies = sent.flatMap(([name, value]) => (name === "cookie" ? value.match(/[^\s;=]+(?==)/g) : null) ?? []);
  const isMany = all.length > mostCompared;
  const compared = [
    ...differing("authorization"),
    // A session lasts longer than what answers set anew.
    ...[...new Set(cookies)]
      .slice(0, isMany ? mostCookies : undefined)
      .flatMap((name) => differing("cookie", matcherNamed(`cookie:${name}`, {})?.key))
      .sort((a, b) => new Set(a.values).size - new Set(b.values).size),
  ];
  const headers = isMany
    ? compared.filter(({ isIssued }) => isIssued)
    : [
        ...compared,
        ...[...new Set(sent.map(([name]) => name))].flatMap((name) => differing(name)),
        ...(names.includes("path") && names.includes("query")
          ? differing(
              ":path",
              ({ target }) => target,
              cards.map(({ exchange, sentTarget }) => without({ ...exchange.request, target: sentTarget }).target),
            )
          : []),
      ];
  const logins = requests.map(loginIn);
  const found = {
    length: all.length,
    headers,
    logins: saying(logins),
    sessions: isMany ? new Set<null>() : saying(requests.map(accountOf)),
    kinds: new Set(logins.map(typedKind)),
    choose: memoize(1024, (asked: string) => choose(JSON.parse(asked), headers, requests)),
  };
  known.set(first, found);
  return found;
}

/** Returns the distinct of them; none if all of them are null. */
function saying(values: readonly (string | null)[]): ReadonlySet<string | null> {
  return new Set(values.some((each) => each !== null) ? values : []);
}
