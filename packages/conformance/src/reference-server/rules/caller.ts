/** The account of a token, and its scopes. */
interface Grant {
  readonly account: string;
  readonly scopes: readonly string[];
}

/** Grants by token. */
export type Grants = Readonly<Record<string, Grant>>;

/** The caller of a request, without its token. */
export interface ReferenceCaller {
  /** The bucket to charge: that of the account, or of the address. */
  readonly bucket: string;
  /** The name in a refusal. */
  readonly name: string;
  readonly credential: "none" | "valid" | "bad";
  readonly account: string | null;
  readonly scopes: readonly string[];
}

/** Returns the token in an `Authorization` header, in any of its three forms; null if it has none of them. */
function tokenIn(authorization: string): string | null {
  const [, scheme = "", value = ""] = /^(\S+) +(\S+) *$/.exec(authorization) ?? [];
  switch (scheme.toLowerCase()) {
    case "token":
    case "bearer":
      return value;
    case "basic": {
      const pair = Buffer.from(value, "base64").toString("utf8");
      const colon = pair.indexOf(":");
      // A token alone tells whose it is, so the account's name before it is not compared.
      return colon === -1 || colon === pair.length - 1 ? null : pair.slice(colon + 1);
    }
    default:
      return null;
  }
}

/**
 * Identifies the caller of a request. A credential that is malformed or unknown leaves its sender anonymous, with a
 * mark against it.
 */
export function identify(authorization: string | undefined, address: string, grants: Grants): ReferenceCaller {
  const anonymous = { bucket: `address ${address}`, name: address, account: null, scopes: [] };
  if (authorization === undefined) return { ...anonymous, credential: "none" };
  const token = tokenIn(authorization);
  const grant = token !== null && Object.hasOwn(grants, token) ? grants[token] : undefined;
  if (grant === undefined) return { ...anonymous, credential: "bad" };
  const { account, scopes } = grant;
  return { bucket: `account ${account}`, name: `user ${account}`, credential: "valid", account, scopes };
}
