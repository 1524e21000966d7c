import { anonymous, anyToken, type Principal } from "@tapedeck/tape";

/** A credential that the replay knows: its alias in the tapes, and whose limit it spends. */
export interface Credential {
  readonly alias: Principal;
  readonly token: string;
  /** Credentials of one account share one limit. Default: the alias, an account of its own. */
  readonly account?: string;
}

/** Who asks. `bad` is a credential that is malformed, or unknown where known ones are configured. */
export type Caller =
  | { readonly kind: "anonymous" }
  | { readonly kind: "known"; readonly principal: Principal; readonly account: string }
  | { readonly kind: "bad" };

const nobody: Caller = { kind: "anonymous" };
const bad: Caller = { kind: "bad" };

/**
 * Makes the function that tells from an `Authorization` header who asks.
 * @param credentials The known ones; with none, every well-formed credential is the principal `token`.
 * @see service-api, section 5; beyond-the-spec, "Principals and credentials"; RFC 7617 (Basic)
 * @example
 * identifier([])("Bearer abc"); // { kind: "known", principal: "token", account: "token" }
 */
export function identifier(credentials: readonly Credential[]): (authorization: string | undefined) => Caller {
  const known = new Map<string, Caller>(
    credentials.map(({ alias, token, account = alias }) => [token, { kind: "known", principal: alias, account }]),
  );
  const anyone: Caller = { kind: "known", principal: anyToken, account: anyToken };
  return (authorization) => {
    if (authorization === undefined) return nobody;
    const token = tokenOf(authorization);
    if (token === null) return bad;
    return known.size === 0 ? anyone : (known.get(token) ?? bad);
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

/** The token in an `Authorization` header; null where it is malformed. */
export function tokenOf(authorization: string): string | null {
  const [, scheme = "", value = ""] = /^(\w+) +([\x21-\x7e]+)$/.exec(authorization.trim()) ?? [];
  switch (scheme.toLowerCase()) {
    case "token":
    case "bearer":
      return value;
    case "basic":
      return passwordOf(value);
    default:
      return null;
  }
}

function passwordOf(basic: string): string | null {
  try {
    return /^[^:]*:(.+)$/s.exec(atob(basic))?.[1] ?? null;
  } catch {
    return null;
  }
}
