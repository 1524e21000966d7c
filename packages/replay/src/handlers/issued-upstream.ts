// What upstream calls what a client has from a player. Of what was issued before a login, each client's session has its own
// value there. Of what was recorded, upstream has none yet: it is asked for that when a request sends it.
import { type Exchange, type HeaderList, headerOf, type RecordedRequest, type RecordedResponse } from "@tapedeck/tape";
import {
  dropOldest,
  findPlaceholders,
  mayNotIssue,
  namesIn,
  passedIn,
  placeholderParts,
  placeholdersIn,
  type SecretMemory,
  saysWho,
} from "@tapedeck/tape/internal";
import { type ClientSession, type IncomingRequest, requestHeader } from "../http/message.ts";
import type { ClientSessions } from "../login/client-sessions.ts";
import { memoizeObject } from "../memoize.ts";
import { sentHeaders } from "../request/redacted-request.ts";
import { placeholdersSent, revealed } from "./reveal.ts";

/** Asks upstream. */
export type Send = (ask: IncomingRequest) => Promise<RecordedResponse>;

/** What clients have from recorded answers, and what upstream issues in its place. */
export interface IssuedUpstream {
  /**
   * Notes that upstream answered a request, whose client is told next: what it issues is known there.
   * @param exchange Secrets hidden.
   * @param came The answer as it came.
   */
  stored(ask: IncomingRequest, exchange: Exchange, came: RecordedResponse): void;
  /** Notes that a client got a recorded answer. */
  note(ask: IncomingRequest, exchange: Exchange, session?: ClientSession): void;
  /** @see Player.reveal */
  reveal(ask: IncomingRequest, send: Send): Promise<IncomingRequest>;
}

/** A request that got a recorded answer, and what upstream answered to it since. */
interface Played {
  readonly ask: IncomingRequest;
  readonly request: RecordedRequest;
  readonly issued: readonly string[];
  /** Where the recorded answer leads, such as to what was made. */
  readonly place: string | null;
  /** The session that it began or went on with, of a GET. */
  readonly of: SessionUpstream | null;
  again?: Promise<IssuedAgain> | null;
}

interface IssuedAgain {
  readonly status: number;
  readonly missing: ReadonlySet<string>;
}

/** A client's session, as upstream knows it. */
interface SessionUpstream {
  /** What upstream issued, by placeholder, and by placeholder and cookie. */
  readonly values: Map<string, string>;
  readonly playedFor: Map<string, Played>;
  /** What the client did in it, of which upstream does not know yet: see `RecordedRequest.session`. */
  readonly acts: IncomingRequest[];
  doing: Promise<void>;
}

const [mostHeld, mostValues, largestBody] = [1024, 4096, 65_536];

const sentIn = memoizeObject(placeholdersSent);
// A client has a password by heart.
const issuedBy = memoizeObject((exchange: Exchange) =>
  passedIn(exchange).issued.filter((each) => placeholderParts(each)?.kind !== "password"),
);

/** Returns the path of `Location`; `/` for none. */
function placeIn(headers: HeaderList): string | null {
  return URL.parse(headerOf(headers, "location") ?? "", "http://localhost")?.pathname ?? null;
}

/** Returns whether what an answer issues has a value for each client, and not for each login. */
function isOwn(request: RecordedRequest): boolean {
  return mayNotIssue(request.method) || !saysWho(request);
}

/** Returns what tells whether an answer has a value. */
function showsAgain({ headers, body }: RecordedResponse): (value: string | undefined) => boolean {
  const text = body?.encoding === "utf8" && body.text.length <= largestBody ? body.text : "";
  // JSON escapes signs, and a slash or not.
  const plain = (each: string): string => each.replaceAll("\\", "");
  const shown = [...headers.map(([, value]) => value), text].map(plain);
  return (value) => value !== undefined && shown.some((each) => each.includes(plain(value)));
}

/** Makes a memory of what clients have from recorded answers; upstream is asked for it when a request sends it there. */
export function createIssuedUpstream(memory: SecretMemory, clients: Pick<ClientSessions, "read">): IssuedUpstream {
  const playedFor = new Map<string, Played>();
  const stored = new WeakMap<IncomingRequest, ReadonlyMap<string, string>>();
  const sessions = new WeakMap<ClientSession, SessionUpstream>();
  const logins = new Map<string, SessionUpstream>();
  const upstreamOf = (client: ClientSession): SessionUpstream => {
    const known = sessions.get(client) ?? newSession();
    sessions.set(client, known);
    return known;
  };
  /** Returns the session of a client, or of who has logged in: what a page shows has one placeholder for all users. */
  const sessionOf = (ask: IncomingRequest, client = ask.session): SessionUpstream | null => {
    if (client !== undefined) return upstreamOf(client);
    const login = loginSentBy(ask);
    if (login === undefined) return null;
    const known = logins.get(login) ?? newSession();
    logins.delete(login);
    logins.set(login, known);
    dropOldest(logins, mostHeld);
    return known;
  };

  const valuesIn = (
    response: RecordedResponse,
    came: RecordedResponse,
    of: SessionUpstream | null,
  ): ReadonlyMap<string, string> => {
    const cookies = response.headers.flatMap(([header, value]) => {
      const [, name = "", each = ""] = (header === "set-cookie" && /^\s*([^=;\s]+)=([^;\s]+)/.exec(value)) || [];
      return name === "" ? [] : [[`${each} ${name}`, memory.issuedAs(each, name)] as const];
    });
    const all = [...placeholdersIn(response).map((each) => [each, memory.issuedAs(each)] as const), ...cookies];
    const isShownAgain = showsAgain(came);
    // What was issued last is another client's, where the answer gives the client again what it has, and that alone.
    const isNew = (key: string, value: string): boolean => isShownAgain(value) || !isShownAgain(of?.values.get(key));
    return new Map(all.filter((each): each is [string, string] => each[1] !== undefined && isNew(each[0], each[1])));
  };

  const playedTo = (ask: IncomingRequest, placeholder: string): Played | undefined =>
    (ask.session && upstreamOf(ask.session).playedFor.get(placeholder)) ?? playedFor.get(placeholder);
  /** Returns what upstream has to issue before it is sent a request. */
  const neededBy = (ask: IncomingRequest): ReadonlySet<string> => {
    const needed = new Map(Array.from(sentIn(ask), (each) => [each, ask]));
    // A map also gives what is added while it is read.
    for (const [placeholder, by] of needed) {
      const issuedTo = playedTo(by, placeholder)?.ask;
      for (const each of issuedTo ? sentIn(issuedTo) : [])
        if (!needed.has(each)) needed.set(each, issuedTo as IncomingRequest);
    }
    return new Set(needed.keys());
  };

  /** Returns a request as upstream knows it, once upstream has issued what it sends. */
  const issuedTo = async (ask: IncomingRequest, send: Send): Promise<IncomingRequest> => {
    const own = sessionOf(ask);
    for (const placeholder of placeholdersSent(ask)) {
      const played = playedTo(ask, placeholder);
      if (played === undefined) continue;
      played.again ??= issueAgain(played, send).catch((error) => {
        played.again = null;
        throw error;
      });
      const { status, missing } = await played.again;
      if (!missing.has(placeholder)) continue;
      const { method, target } = played.ask;
      throw new Error(
        `the client sends ${placeholder}, which the recorded answer to ${method} ${target} gave it; the service, asked for it anew, answered ${status} without it: ${advice}`,
      );
    }
    const issuedAs = (placeholder: string, cookie?: string): string | undefined =>
      own?.values.get(`${placeholder} ${cookie}`) ??
      own?.values.get(placeholder) ??
      memory.issuedAs(placeholder, cookie);
    return revealed(ask, issuedAs);
  };

  const issueAgain = async ({ ask, request, issued, place, of }: Played, send: Send): Promise<IssuedAgain> => {
    const sent = await issuedTo(ask, send);
    const response = await send({ ...sent, issuedBefore: issued });
    const to = { method: ask.method, target: ask.target, headers: sentHeaders(ask, ["cookie"]), body: request.body };
    let missing = new Set<string>();
    await memory.whenReady(() => {
      missing = new Set(issued);
      const clean = memory.expecting(missing, () => memory.response(response, to, request));
      if (of !== null)
        for (const [placeholder, value] of valuesIn(clean, response, of)) of.values.set(placeholder, value);
      // What is known already is issued by no reader.
      for (const each of placeholdersIn(clean)) missing.delete(each);
      // Of what was made anew under another id, the client has the recorded one.
      if (placeIn(clean.headers) !== place) missing = new Set(issued);
    });
    return { status: response.status, missing };
  };

  const act = async ({ acts }: SessionUpstream, send: Send): Promise<void> => {
    for (let next = acts[0]; next !== undefined; next = acts[0]) {
      const { status } = await send({ ...(await issuedTo(next, send)), issuedBefore: [] });
      const { method, target } = next;
      if (status >= 400)
        throw new Error(
          `the client had a recorded answer to ${method} ${target}; the service, asked in its place, answered ${status}: ${advice}`,
        );
      acts.shift();
    }
  };

  return {
    stored(ask, { request, response }, came) {
      stored.set(ask, isOwn(request) ? valuesIn(response, came, sessionOf(clients.read(ask))) : new Map());
    },
    note(raw, exchange, client) {
      const values = stored.get(raw);
      stored.delete(raw);
      const { request, response } = exchange;
      const ask = clients.read(raw);
      const own = client === undefined ? null : upstreamOf(client);
      const of = isOwn(request) ? sessionOf(ask, client) : null;
      for (const [placeholder, value] of values ?? []) of?.values.set(placeholder, value);
      if (of !== null) dropOldest(of.values, mostValues);
      const played = { ask, request, issued: issuedBy(exchange), place: placeIn(response.headers), of };
      const held = of?.playedFor ?? playedFor;
      const mayHold = (ask.body?.length ?? 0) <= largestBody;
      // A client that has it already gets it again, as from a page that begins a session.
      const needed = mayHold && values === undefined && played.issued.length > 0 ? neededBy(ask) : null;
      for (const placeholder of played.issued)
        if (values !== undefined) held.delete(placeholder);
        else if (needed?.has(placeholder) === false) held.set(placeholder, played);
      dropOldest(held, mostHeld);
      const { before, after } = namesIn(request.session);
      if (values === undefined && before !== after && played.issued.length === 0) own?.acts.push(ask);
    },
    async reveal(raw, send) {
      const ask = clients.read(raw);
      const own = ask.session && upstreamOf(ask.session);
      if (own) {
        own.doing = own.doing.catch(() => {}).then(() => act(own, send));
        await own.doing;
      }
      return issuedTo(ask, send);
    },
  };
}

function newSession(): SessionUpstream {
  return { values: new Map(), playedFor: new Map(), acts: [], doing: done };
}

/** Returns what tells the logins of requests apart; undefined for a request without one. */
function loginSentBy(ask: IncomingRequest): string | undefined {
  const ofSession = findPlaceholders(requestHeader(ask, "cookie") ?? "");
  return (
    requestHeader(ask, "authorization") ?? ofSession.find((each) => !begun.test(placeholderParts(each)?.tag ?? ""))
  );
}

// What answers to GETs issue has no tag, or that of another client or cookie.
const begun = /^(?:\d{4}|[\da-f]{6})?$/;
const advice = "record all of this conversation again";
const done = Promise.resolve();
