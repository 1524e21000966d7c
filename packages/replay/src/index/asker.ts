// Who asks, where no answer issued the login: users by Basic, Digest or a signature without an alias, by the tag of their
// name. `alike.ts` and `paginate.ts` choose by it.
import { anonymous, headerOf, type Principal, type RecordedRequest } from "@tapedeck/tape";
import { mayBeUnnamed, type TypedKind, typedIn, typedKind, typedLogin } from "@tapedeck/tape/internal";
import { requestHeader } from "../http/message.ts";
import type { RequestContext, Settings } from "../request-context.ts";

/** The sender of a request, as far as recordings keep logins apart that no answer issued. */
export interface Asker {
  /** Returns what stands in recordings for the sender's login, where it is kept apart for this reason; null for none. */
  readonly login: (kind: TypedKind) => string | null;
  /** Whether the recordings of any user may answer. */
  readonly isAny: boolean;
  /** Returns whether a recorded login is another user's. */
  readonly isOther: (recorded: string | null, principal: Principal) => boolean;
  /** Names of the headers that may hold a credential, where an upstream is asked for what was not recorded; else none. */
  readonly shown: readonly string[];
}

/** What is known of a request, and of the recordings that may answer it. */
interface Asked {
  /** Its `Authorization`. */
  readonly authorization: string | null;
  readonly principal: Principal;
  /** The recorded users. */
  readonly users: ReadonlySet<string>;
  /** Whether the login is a real one: an upstream is asked for what was not recorded. */
  readonly isReal: boolean;
  /** Of its headers. Default: none. */
  readonly names?: readonly string[];
}

/**
 * Returns who sent a request. If the recordings have one user, a replay's login is taken for that user's, whatever its
 * name is; of several, each gets those of its own name, whatever the password is.
 * @example
 * const asker = askerOf({ authorization: "Basic YWRhOng=", principal: "token", users: new Set(), isReal: false });
 * asker.isOther(null, "token"); // false
 */
export function askerOf({ authorization, principal, users, isReal, names = [] }: Asked): Asker {
  const sent = authorization !== null && mayBeUnnamed(principal) ? authorization : null;
  const [only = null] = users;
  const isAny = sent === null || users.size === 0 || (users.size === 1 && !isReal);
  const login = (kind: TypedKind): string | null => {
    if (sent === null) return null;
    if (kind === "user" && only !== null && isAny) return typedIn(kind, sent) === null ? null : only;
    return typedLogin(kind, sent);
  };
  return {
    login,
    isAny,
    shown: isReal ? names : [],
    isOther(recorded, recordedAs) {
      if (isAny || recordedAs === anonymous) return false;
      const kind = typedKind(recorded);
      if (kind !== null) return recorded !== login(kind);
      return recorded === null && users.has(login("user") ?? "");
    },
  };
}

/** Returns who sent a request, where the rule tells callers apart. */
export function askerIn(
  { index, hasUpstream }: Pick<Settings, "index" | "hasUpstream">,
  { ask, request, scope }: RequestContext,
): Asker {
  const users = index.rule(scope).names.includes("principal") ? index.users(scope) : new Set<string>();
  const authorization = requestHeader(ask, "authorization") ?? null;
  const names = hasUpstream ? Object.keys(ask.headers) : [];
  return askerOf({ authorization, principal: request.principal, users, isReal: hasUpstream, names });
}

/** Returns what stands in a recorded request for a user who is kept apart; null for none. */
export function userIn({ headers }: Pick<RecordedRequest, "headers">): string | null {
  const login = headerOf(headers, "authorization");
  return typedKind(login) === "user" ? login : null;
}

/** Returns the login of a request that an answer issued; null for none, and for one that is kept apart. */
export function issuedLogin({ headers }: Pick<RecordedRequest, "headers">): string | null {
  const login = headerOf(headers, "authorization");
  return typedKind(login) === null ? login : null;
}
