/** Whose a token is and what it may see. */
interface Grant {
  readonly account: string;
  readonly scopes: readonly string[];
}

/** Token → grant. */
export type Grants = Readonly<Record<string, Grant>>;

/** Who asks. Never holds the token. */
export interface ReferenceCaller {
  /** The bucket that pays: an account's, whichever of its tokens was used, or an address's. */
  readonly bucket: string;
  /** How a refusal names the caller. */
  readonly name: string;
  readonly credential: "none" | "valid" | "bad";
  readonly account: string | null;
  readonly scopes: readonly string[];
}

/**
 * Takes the token out of an `Authorization` header, in any of its three forms; null when it has none of them.
 * @example
 * tokenIn("token abc"); // "abc"
 * tokenIn(`Basic ${btoa("ada:abc")}`); // "abc"
 */
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
 * Identifies the caller of a request. A credential that is malformed or unknown leaves its sender anonymous, with a mark against it.
 * @example
 * identify("token abc", "127.0.0.1", { abc: { account: "ada", scopes: [] } }).bucket; // "account ada"
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
