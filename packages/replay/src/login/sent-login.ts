// The login of a request that comes in, and how recorded logins belong to it. `request/request-context.ts` makes it once for each
// request; `index/alike.ts` and `index/paginate.ts` choose recordings by it.
import { anonymous, type Principal, type RecordedRequest } from "@tapedeck/tape";
import {
  findPlaceholders,
  isSessionAfter,
  isUserHeader,
  mayNotIssue,
  type TypedKind,
  typedIn,
  typedKind,
  typedLogin,
  userHeaders,
  withoutHeader,
} from "@tapedeck/tape/internal";
import { type IncomingRequest, requestHeader } from "../http/message.ts";
import type { ExchangeIndex } from "../index/lookup.ts";
import {
  hasSessions,
  hasSessionsBesideHeader,
  hasSeveralAccounts,
  hasSeveralSessions,
  hasUnlikeSessions,
  isIssued,
  isVisitors,
  kinshipOf,
} from "./account.ts";
import { cookiePlace, type Login, mayBeIssued, type OwnCredential, ownIn, recordedLogin, sessionIn } from "./login.ts";
import type { StandIns } from "./stand-ins.ts";

/** How a recorded login belongs to a client's, the nearest first: `alike` and `unlike` say whether both have one. */
export const relations = [
  "own",
  "same login",
  "alike",
  "unlike",
  "another user's",
  "refused",
  "another account's",
] as const;

/** The login of a client. */
export interface SentLogin {
  /** Returns whether a recorded login is another account's: its answers are none for this client. */
  readonly isOther: (recorded: Login) => boolean;
  readonly relationTo: (recorded: Login) => (typeof relations)[number];
  /** Returns what an answer issued of a recorded login, if none issued what this one has in its place; else null. */
  readonly strangeTo: (recorded: Login) => string | null;
  /** Returns the login itself, if an answer issued it and it is one of these; else null. */
  readonly among: (recorded: ReadonlySet<string | null>) => string | null;
  /** Returns what it has where a recorded login stands; null for nothing. */
  readonly insteadOf: (recorded: Login) => string | null;
  /** Returns whether a recorded answer issued what stands in a recorded header. */
  readonly isIssued: (said: string) => boolean;
  /** Returns what stands in recordings for a key that it sends; "" for none. */
  readonly key: (header: string) => string;
  /** Returns what stands in recordings for what a person typed; null for nothing. */
  readonly typed: (kind: TypedKind) => string | null;
  /** Whether upstream says whose it is. */
  readonly isJudged: boolean;
  /** Whether nothing tells it from any other. */
  readonly isAnybodys: () => boolean;
}

/** What is known of recordings and upstream. */
interface Known {
  readonly index: ExchangeIndex;
  readonly hasUpstream: boolean;
  readonly standIns: StandIns;
}

/** What is known of a request. */
interface Asked {
  readonly method: string;
  readonly principal: Principal;
  /** Whether it has a credential without an alias. */
  readonly isUnnamed: boolean;
  readonly scope: string;
  readonly headers: IncomingRequest["headers"];
  /** Whether upstream was asked and gave no answer. */
  readonly isGone: boolean;
  /** The name of its client's session; "" for none, or where it changed nothing. */
  readonly session: string;
  /** Whether its client is known by a session. */
  readonly isKnown: boolean;
  /** Returns the request with these of its headers, secrets hidden. */
  readonly withHeaders: (names: readonly string[]) => RecordedRequest;
}

/**
 * Returns the login of a request. If recordings have one user by Basic, Digest or a signature, a replay's login is taken
 * for that user's, whatever its name is; of several, and where an upstream is asked for what was not recorded, each gets
 * those of its own name, whatever the password is. So is a token, a session or a key that was not recorded: it is taken
 * for one that an answer issued if the recordings of the API have one account alone.
 * @param known The recordings, and whether an upstream is asked for what they lack.
 */
export function sentLogin(
  known: Known,
  { method, principal, isUnnamed, scope, headers, isGone, session: named, isKnown: isTracked, withHeaders }: Asked,
): SentLogin {
  const { without, names: compared } = known.index.rule(scope);
  const isTold = compared.includes("principal");
  const unnamed = isUnnamed ? (requestHeader({ headers }, "authorization") ?? null) : null;
  const read = <Read>(of: () => readonly string[], find: (request: RecordedRequest) => Read): (() => Read) => {
    let found: { readonly read: Read } | null = null;
    return () => {
      found ??= { read: find(without(withHeaders(of()))) };
      return found.read;
    };
  };
  const issued = read(
    () => ["authorization"],
    (request) => {
      const said = request.headers[0]?.[1] ?? null;
      return typedKind(said) === null ? said : null;
    },
  );
  const session = read(() => ["cookie"], sessionIn);
  const credentials = read(
    () => Object.keys(headers),
    (request) => recordedLogin(request).credentials,
  );
  const own = read(() => Object.keys(headers), ownIn);
  const userNames = read(() => Object.keys(headers).filter(isUserHeader).sort(), userHeaders);

  const users = (): ReadonlySet<string> => (isTold ? known.index.users(scope) : none);
  const isAnyUser = (): boolean => unnamed === null || users().size === 0 || (users().size === 1 && !known.hasUpstream);
  const typed = (kind: TypedKind): string | null => {
    const [only] = users();
    if (unnamed === null) return null;
    const recordedAs = typedKind(unnamed);
    if (recordedAs !== null) return recordedAs === kind ? unnamed : null;
    if (kind === "user" && only !== undefined && isAnyUser()) return typedIn(kind, unnamed) === null ? null : only;
    return typedLogin(kind, unnamed);
  };
  const kinship = (mine: string | null, said: string | null): ReturnType<typeof kinshipOf> =>
    isTold && mine !== null && said !== null ? kinshipOf(known.index, mine, said) : "unknown";
  const mineFor = ({ principal: recordedAs }: Login): string | null =>
    recordedAs === anonymous ? session() : issued();
  const isOfAnotherKind = (recorded: Login["credentials"]): boolean =>
    recorded.length > 0 &&
    credentials().length > 0 &&
    !recorded.some(([name]) => credentials().some(([each]) => each === name));

  const isIssuedHere = (placeholder: string): boolean => isIssued(known.index, placeholder);
  const isKnown = ([, said]: Login["credentials"][number]): boolean => kinship(said, said) !== "unknown";
  // Such as a token against forgery, which a client may send with each request, and which does not matter where nothing is changed.
  const isIssuedAt = ([name, said]: Login["credentials"][number]): boolean =>
    !isGone && !mayNotIssue(method) && !byHabit.has(name) && mayBeIssued(said);
  // As a client of a Basic user has it that was refused without: a cookie is sent by habit, and seldom chooses.
  const bringsMore = ({ credentials: recorded }: Login): boolean =>
    isTold &&
    credentials().some(
      (each) =>
        !byHabit.has(each[0]) && !recorded.some(([name]) => name === each[0]) && (isKnown(each) || isIssuedAt(each)),
    );
  // A client without cookies would log in within the session of another one.
  const hasLess = ({ credentials: recorded }: Login): boolean =>
    (!isGone && headers["cookie"] === undefined && recorded.some(([name]) => name === "cookie")) ||
    (isTold && recorded.some((each) => isIssuedAt(each) && headers[each[0]] === undefined));
  // A page sends whatever cookies it has: without upstream they choose nothing.
  const choosing = (side: readonly OwnCredential[]): readonly OwnCredential[] =>
    side.filter(
      ([place, said]) => !place.startsWith(cookiePlace) || !(isGone || findPlaceholders(said).some(isIssuedHere)),
    );
  const isOthersOwn = ({ own: recorded, said }: Login): boolean => {
    if (!isTold || recorded === null) return false;
    const [mine, theirs] = [choosing(own()), choosing(recorded)];
    const at = (side: readonly OwnCredential[], place: string): string | null =>
      side.find(([each]) => each === place)?.[1] ?? null;
    const lacks = (one: readonly OwnCredential[], other: readonly OwnCredential[]): boolean =>
      one.some(([place]) => place !== "authorization" && at(other, place) === null);
    if (lacks(mine, theirs) || lacks(theirs, mine)) return true;
    return (
      !isGone &&
      theirs.some((each) => {
        const [place] = each;
        if (place !== "authorization") return !known.standIns.mayStandFor(each, { headers }, at(mine, place));
        if (unnamed === null || typedIn("user", unnamed) === null) return false;
        // That a login stands nowhere says that no user sent it.
        const { isOneFor, mayStandFor } = known.standIns;
        return said === null ? !isOneFor(each, { headers }) : !mayStandFor(each, { headers }, null);
      })
    );
  };
  const isNamedOtherwise = ({ named: theirs }: Login): boolean =>
    theirs !== null && !isGone && isTold && JSON.stringify(userNames()) !== JSON.stringify(theirs);
  const isStrangeAt = (header: string): boolean => {
    const own = credentials().filter(([name]) => name === header);
    const isSent = own.length > 0 || (header === "authorization" && unnamed !== null);
    return !(isSent ? own : credentials()).some(isKnown);
  };
  const strangeTo = ({ credentials: recorded }: Login): string | null => {
    // An alias is known, whatever else is sent with it.
    if (unnamed === null && principal !== anonymous) return null;
    const issued = recorded.filter(isKnown);
    const strange = issued.filter(([name]) => isStrangeAt(name));
    const isStrange = known.hasUpstream ? strange.length > 0 : strange.length === issued.length;
    return isStrange ? (strange[0]?.[1] ?? null) : null;
  };
  const isLoggedIn = (): boolean =>
    isTold && principal === anonymous && credentials().length > 0 && (named !== "" || credentials().some(isKnown));
  const isSeveral = (): boolean => isTold && hasSeveralAccounts(known.index, scope);
  const isAmongSeveral = (): boolean => (isTracked ? hasSeveralSessions : hasUnlikeSessions)(known.index);
  const isNamed = known.hasUpstream ? named !== "" || hasSessions(known.index) : isAmongSeveral();
  const isSession = (said: string | null): boolean =>
    said !== null && mayBeIssued(said) && isVisitors(known.index, said);
  const isOtherSession = ({ session, said, named: user }: Login): boolean => {
    if (known.hasUpstream) return session !== named && (session !== "" || isSession(said));
    if (isTracked || !user?.length) return !isSessionAfter(named, session);
    // Where the request itself names its user, a client without a session has no other's: the header chooses.
    return hasSessionsBesideHeader(known.index) && !isSessionAfter(named, withoutHeader(session));
  };
  const isOther = (recorded: Login): boolean => {
    const { principal: recordedAs, said } = recorded;
    // Its answer is for whom its body names.
    if (!known.hasUpstream && recorded.isLoggingIn && compared.includes("body") && recordedAs === anonymous)
      return false;
    if (isNamed && isOtherSession(recorded)) return true;
    if (
      known.hasUpstream &&
      (isOfAnotherKind(recorded.credentials) ||
        bringsMore(recorded) ||
        isOthersOwn(recorded) ||
        isNamedOtherwise(recorded) ||
        hasLess(recorded))
    )
      return true;
    if ((known.hasUpstream || isSeveral()) && strangeTo(recorded) !== null) return true;
    if (said === null && recordedAs === anonymous)
      return known.hasUpstream && recorded.credentials.length === 0 && isLoggedIn();
    if (said === null) return !isAnyUser() && users().has(typed("user") ?? "");
    const kind = typedKind(said);
    // A refusal is upstream's for every other password, also before any was taken.
    if (kind === "refused" && known.hasUpstream) return issued() !== null || said !== typed(kind);
    if (kind !== null) return !isAnyUser() && (issued() === null ? said !== typed(kind) : known.hasUpstream);
    const mine = mineFor(recorded);
    // A client that has logged in since is no longer the one to which an answer to a GET issued this.
    if (known.hasUpstream && isSession(said) && kinship(said, said) === "unknown" && kinship(mine, mine) !== "unknown")
      return true;
    return kinship(mine, said) === "other account";
  };
  const relationTo = (recorded: Login): (typeof relations)[number] => {
    if (isOther(recorded)) return "another account's";
    const { principal: recordedAs, said } = recorded;
    const kind = typedKind(said);
    if (kind === "refused") return issued() === null && said === typed(kind) ? "own" : "refused";
    if (kind === "user") return issued() === null && said === typed(kind) ? "same login" : "another user's";
    const mine = mineFor(recorded);
    const isByName =
      (isNamed || isTracked) && recordedAs === anonymous && (said === null || isVisitors(known.index, said));
    if (isByName && (named !== "" || recorded.session !== "")) {
      if (recorded.session === named) return "own";
      if (recorded.session === "") return "alike";
      return isSessionAfter(named, recorded.session) ? "same login" : "unlike";
    }
    if (mine !== null && said === mine && (isTold || recordedAs !== anonymous)) return "own";
    if (kinship(mine, said) === "same login") return "same login";
    if (isSession(mine) && kinship(mine, mine) === "unknown" && kinship(said, said) !== "unknown") return "unlike";
    return recordedAs === anonymous || (mine === null) === (said === null) ? "alike" : "unlike";
  };
  return {
    isOther,
    relationTo,
    strangeTo,
    typed,
    isJudged: known.hasUpstream && !isGone,
    isIssued: (said) => findPlaceholders(said).some(isIssuedHere),
    key: (header) => credentials().find(([name]) => name === header)?.[1] ?? "",
    among: (recorded) =>
      isNamed || isTracked
        ? null
        : ([issued(), isTold ? session() : null].find((each) => each !== null && recorded.has(each)) ?? null),
    insteadOf: (recorded) =>
      isNamed && isOtherSession(recorded) ? otherSession : (mineFor(recorded) ?? typed("user")),
    isAnybodys: () =>
      isAnyUser() &&
      !isNamed &&
      issued() === null &&
      session() === null &&
      !(known.hasUpstream && credentials().length > 0) &&
      !isSeveral(),
  };
}

/** Stands for a client's session that did not do what the recorded one did. */
export const otherSession = "a session that did something else";

const none: ReadonlySet<string> = new Set();
const byHabit: ReadonlySet<string> = new Set(["authorization", "cookie"]);
