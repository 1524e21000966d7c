import { anonymous, type Exchange, headerList, type Principal } from "@tapedeck/tape";
import fc from "fast-check";
import { settle } from "../documents/domain.ts";
import { fromSchema } from "./from-schema.ts";
import { oneOf, schemaPlace } from "./schema.ts";

/** The resources that a route of the contract answers with. */
export type ExchangeName =
  | "user"
  | "own-user"
  | "repository"
  | "repositories"
  | "rate-limit"
  | "error"
  | "zen"
  | "city-count";

interface Kind {
  readonly target: (document: unknown) => string;
  /** The schema of the header fields; null if there is none. */
  readonly headers: "response-headers" | "rate-limit-headers" | null;
  readonly status?: number;
  /** The content type, if the body is not JSON. */
  readonly type?: string;
  readonly principal?: Principal;
}

const kinds: Readonly<Record<ExchangeName, Kind>> = {
  user: { target: named((user) => `/users/${encodeURIComponent(user["login"] ?? "")}`), headers: "response-headers" },
  "own-user": { target: () => "/user", headers: "response-headers", principal: "token" },
  repository: {
    target: named((one) => `/repos/${(one["full_name"] ?? "").split("/").map(encodeURIComponent).join("/")}`),
    headers: "response-headers",
  },
  repositories: { target: () => "/user/repos", headers: "response-headers", principal: "token" },
  "rate-limit": { target: () => "/rate_limit", headers: "response-headers" },
  error: { target: () => "/users/nobody", headers: "rate-limit-headers", status: 404 },
  zen: { target: () => "/zen", headers: "rate-limit-headers", type: "text/plain; charset=utf-8" },
  // Interface B has no limit, and so no header field with a schema.
  "city-count": { target: () => "/bicyclists/malaga", headers: null },
};

/** The parts of an exchange: its request, and the two parts of the answer that have schemas. */
interface Parts {
  readonly target: string;
  readonly principal: Principal;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
}

function kindOf(name: ExchangeName): Kind {
  if (Object.hasOwn(kinds, name)) return kinds[name];
  throw new RangeError(`Cannot make an exchange of "${name}"${oneOf(name, Object.keys(kinds))}`);
}

/** Returns the schema of the header fields of an answer; null if there is none. */
export function headerSchema(name: ExchangeName): Kind["headers"] {
  return kindOf(name).headers;
}

/** Returns whether the body of an answer is a line of text rather than JSON. */
export function isText(name: ExchangeName): boolean {
  return kinds[name].type !== undefined;
}

/**
 * The parts of exchanges: the body and header fields are anything that their schemas allow.
 * @param wanted Given fields of the body.
 */
export function exchangeParts(name: ExchangeName, wanted: object = {}): fc.Arbitrary<Parts> {
  const { target, headers, principal, type } = kindOf(name);
  const fields =
    headers === null ? fc.constant({}) : fromSchema(schemaPlace(headers)).map((some) => settle(headers, some));
  const whoAsks = principal === undefined ? fc.constantFrom(anonymous, "token") : fc.constant(principal);
  return fc.tuple(fromSchema(schemaPlace(name)), fields, whoAsks).map(([document, some, principal]) => {
    const body = settle(name, document, wanted);
    const said = { "content-type": type ?? "application/json; charset=utf-8" };
    const given = headers === "response-headers" ? {} : said;
    return { target: target(body), principal, body, headers: { ...fieldsOf(some as object), ...given } };
  });
}

/**
 * Makes an exchange from its parts, as in a recording.
 * @example
 * exchangeOf("zen", { target: "/zen", principal: "anonymous", body: "Less is more.", headers: {} }).response.status; // 200
 */
export function exchangeOf(name: ExchangeName, { target, principal, body, headers }: Parts): Exchange {
  const { status = 200, type } = kinds[name];
  return {
    request: { method: "GET", target, principal, headers: [], body: null },
    response: {
      status,
      headers: headerList(Object.entries(fieldsOf(headers))),
      body: { encoding: "utf8", text: type === undefined ? JSON.stringify(body) : String(body) },
    },
  };
}

// A schema allows any further fields; on the wire they are text under a name.
function fieldsOf(fields: object): Readonly<Record<string, string>> {
  const entries = Object.entries(fields).filter(
    (field): field is [string, string] => typeof field[1] === "string" && /^[a-z][a-z0-9-]*$/.test(field[0]),
  );
  return Object.fromEntries(entries);
}

function named(targetOf: (record: Readonly<Record<string, string>>) => string): (document: unknown) => string {
  return (document) => targetOf(document as Readonly<Record<string, string>>);
}
