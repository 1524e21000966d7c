import { type Api, type Credential, credentialIn, principalIn } from "@tapedeck/api";
import { anonymous, type Principal } from "@tapedeck/tape";
import { isPlaceholder, unnamedAmong } from "@tapedeck/tape/internal";
import { type IncomingRequest, requestHeader } from "../http/message.ts";
import { memoize } from "../memoize.ts";

export type { Credential };

/** Who sent a request. `bad` is a credential that is malformed, or unknown although known ones are configured. */
export type Caller =
  | { readonly kind: "anonymous" }
  | { readonly kind: "known"; readonly alias: string; readonly account: string }
  | { readonly kind: "bad" };

const visitor: Identified = { caller: { kind: "anonymous" }, principal: anonymous };
const bad: Caller = { kind: "bad" };

/** Number of different `Authorization` headers that are cached. */
const credentialsKept = 4096;

/** Who sent a request: the caller whose limit it spends, and the principal whose recordings it gets. */
export interface Identified {
  readonly caller: Caller;
  /** As a recorder names it, by `Authorization`: no description changes which recordings a request finds. */
  readonly principal: Principal;
}

/**
 * Makes the function that identifies the sender of a request.
 * @param api Says where a credential stands; only an API with an error for bad credentials has bad ones.
 * @param credentials The known credentials; without any, every credential is the principal `token`.
 * @example
 * identifier(service, [])(request); // { caller: { kind: "known", alias: "token", account: "token" }, principal: "token" }
 */
export function identifier(api: Api, credentials: readonly Credential[]): (ask: IncomingRequest) => Identified {
  const known = new Map<string, Caller>(
    credentials.map(({ alias, token, account }) => [token, { kind: "known", alias, account }]),
  );
  // A recorder names an unknown credential in the same way if a known one has the default alias.
  const unnamed = unnamedAmong(credentials);
  const unnamedCaller: Caller = { kind: "known", alias: unnamed, account: unnamed };
  const judges = api.errors.badCredentials !== undefined;
  const callerOf = (ask: Pick<IncomingRequest, "target" | "headers">): Caller => {
    const places = { target: ask.target, header: (name: string) => requestHeader(ask, name) };
    const inForm = credentialIn(api, places);
    // An API without an error for other forms of credentials accepts them as they are.
    const presented = inForm.kind === "malformed" && !judges ? credentialIn({ credentials: [] }, places) : inForm;
    if (presented.kind === "none") return visitor.caller;
    if (presented.kind === "malformed") return bad;
    // Only an answer of a replay has a placeholder: the API issued what it stands for.
    const mayBeBad = judges && known.size > 0 && !isPlaceholder(presented.value);
    return known.get(presented.value) ?? (mayBeBad ? bad : unnamedCaller);
  };
  const identified = (ask: Pick<IncomingRequest, "target" | "headers">): Identified => {
    const caller = callerOf(ask);
    const authorization = requestHeader(ask, "authorization");
    return { caller, principal: caller.kind === "bad" ? anonymous : principalIn(authorization, credentials) };
  };
  if (!api.credentials.every((form) => "scheme" in form)) return identified;
  const byAuthorization = memoize(credentialsKept, (authorization: string) =>
    identified({ target: "/", headers: { authorization } }),
  );
  return (ask) => {
    const authorization = requestHeader(ask, "authorization");
    return authorization === undefined ? visitor : byAuthorization(authorization);
  };
}

/** Returns the account of a caller's credential; undefined if it has no valid one. */
export function accountOf(caller: Caller): string | undefined {
  return caller.kind === "known" ? caller.account : undefined;
}

/**
 * Returns the bucket that a caller spends from: its account's, or its address's without a valid credential.
 * @example
 * bucketOf({ kind: "anonymous" }, "127.0.0.1"); // "address 127.0.0.1"
 */
export function bucketOf(caller: Caller, address: string): string {
  return caller.kind === "known" ? `account ${caller.account}` : `address ${address}`;
}
