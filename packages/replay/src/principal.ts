import { type Api, type Credential, credentialIn } from "@tapedeck/api";
import { anonymous, anyToken, type Principal } from "@tapedeck/tape";
import { type IncomingRequest, requestHeader } from "./http/message.ts";
import { memoize } from "./memoize.ts";

export type { Credential };

/** Who asks. `bad` is a credential that is malformed, or unknown where known ones are configured. */
export type Caller =
  | { readonly kind: "anonymous" }
  | { readonly kind: "known"; readonly principal: Principal; readonly account: string }
  | { readonly kind: "bad" };

const visitor: Caller = { kind: "anonymous" };
const bad: Caller = { kind: "bad" };

/** As many different `Authorization` headers as are remembered. */
const credentialsKept = 4096;

/**
 * Makes the function that tells who sends a request.
 * @param api Where a credential stands; only an API that words an error for bad credentials has any.
 * @param credentials The known ones; with none, every credential is the principal `token`.
 * @example
 * identifier(service, [])(request); // { kind: "known", principal: "token", account: "token" }
 */
export function identifier(api: Api, credentials: readonly Credential[]): (ask: IncomingRequest) => Caller {
  const known = new Map<string, Caller>(
    credentials.map(({ alias, token, account }) => [token, { kind: "known", principal: alias, account }]),
  );
  // As a recorder names what it was not told of, where a named credential has the usual name.
  const unnamed = credentials.some(({ alias }) => alias === anyToken) ? "other" : anyToken;
  const anyone: Caller = { kind: "known", principal: unnamed, account: unnamed };
  const judges = api.errors.badCredentials !== undefined;
  const callerOf = (ask: Pick<IncomingRequest, "target" | "headers">): Caller => {
    const places = { target: ask.target, header: (name: string) => requestHeader(ask, name) };
    const inForm = credentialIn(api, places);
    // An API that words no error for a credential in another form takes it as it is.
    const presented = inForm.kind === "malformed" && !judges ? credentialIn({ credentials: [] }, places) : inForm;
    if (presented.kind === "none") return visitor;
    if (presented.kind === "malformed") return bad;
    return known.get(presented.value) ?? (judges && known.size > 0 ? bad : anyone);
  };
  if (!api.credentials.every((form) => "scheme" in form)) return callerOf;
  const byAuthorization = memoize(credentialsKept, (authorization: string) =>
    callerOf({ target: "/", headers: { authorization } }),
  );
  return (ask) => {
    const authorization = requestHeader(ask, "authorization");
    return authorization === undefined ? visitor : byAuthorization(authorization);
  };
}

/** The account of a caller's credential; undefined where it has no good one. */
export function accountOf(caller: Caller): string | undefined {
  return caller.kind === "known" ? caller.account : undefined;
}

/** The principal under which a caller's exchanges are looked up. */
export function principalOf(caller: Caller): Principal {
  return caller.kind === "known" ? caller.principal : anonymous;
}

/**
 * The bucket that a caller spends from: an account's own; an address's for everybody without a good credential.
 * @example
 * bucketOf({ kind: "anonymous" }, "127.0.0.1"); // "address 127.0.0.1"
 */
export function bucketOf(caller: Caller, address: string): string {
  return caller.kind === "known" ? `account ${caller.account}` : `address ${address}`;
}
