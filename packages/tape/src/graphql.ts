import type { RecordedRequest } from "./exchange.ts";
import { isObject, parsedJson } from "./json/json-value.ts";

/** The meaning of a GraphQL request: two requests with the same meaning are equal, however they are laid out. */
interface GraphqlRequest {
  readonly operationName: string | null;
  readonly query: string;
  /** Null for none, which can be written in three ways. */
  readonly variables: unknown;
}

/**
 * Reads a GraphQL request from the members of a JSON body, or from the parameters of a URL; returns null for anything
 * else.
 * @see GraphQL over HTTP, section 5 ("Request")
 * @example
 * graphqlIn({ query: "query Me {\n  me { id }\n}" }); // { operationName: "Me", query: "query Me{me{id}}", variables: null }
 */
export function graphqlIn(members: Readonly<Record<string, unknown>>): GraphqlRequest | null {
  const { query, operationName, variables = null } = members;
  if (typeof query !== "string" || !looksLikeGraphql(query)) return null;
  const text = withoutInsignificant(query);
  const named = /(?:^|\})(?:query|mutation|subscription) (\w+)/.exec(text)?.[1] ?? null;
  return {
    operationName: typeof operationName === "string" ? operationName : named,
    query: text,
    variables: isObject(variables) && Object.keys(variables).length === 0 ? null : variables,
  };
}

/**
 * Returns the name of the GraphQL operation in a request's body or URL; null if it has none.
 * @example
 * graphqlOperation(request); // "Me"
 */
export function graphqlOperation({ target, body }: RecordedRequest): string | null {
  const query = target.indexOf("?");
  if (query !== -1 && target.includes("query=")) {
    const found = graphqlInParameters(new URLSearchParams(target.slice(query)));
    if (found !== null) return found.operationName;
  }
  if (body?.encoding !== "utf8" || body.text.length > longestLookedAt || !body.text.includes('"query"')) return null;
  const value = parsedJson(body.text);
  return typeof value === "object" && value !== null ? (graphqlIn({ ...value })?.operationName ?? null) : null;
}

/** Bodies with more characters are not searched for the name of an operation. */
const longestLookedAt = 262_144;

/** Returns the GraphQL request in a URL's parameters; null if there is none. */
export function graphqlInParameters(parameters: URLSearchParams): GraphqlRequest | null {
  if (!parameters.has("query")) return null;
  const members = { query: parameters.get("query"), operationName: parameters.get("operationName") ?? undefined };
  return graphqlIn({ ...members, variables: parameters.get("variables") ?? undefined });
}

function looksLikeGraphql(text: string): boolean {
  return /^\s*(?:#[^\n]*\n\s*)*(?:\{|(?:query|mutation|subscription|fragment)\b)/.test(text) && text.includes("{");
}

/**
 * Returns the query without insignificant white space, commas and comments, and with sorted definitions: clients put
 * fragments anywhere.
 * @see GraphQL, October 2021, sections 2.1 ("Source Text") and 2.2 ("Document")
 */
function withoutInsignificant(query: string): string {
  const tokens = query.match(/"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|#[^\n]*|[\w.$@!:-]+|[^\s,]/g) ?? [];
  const definitions: string[] = [];
  let text = "";
  let depth = 0;
  for (const token of tokens) {
    if (token.startsWith("#")) continue;
    const apart = /[\w"]$/.test(text) && /^[\w"$@.-]/.test(token);
    text += apart ? ` ${token}` : token;
    if (/^[{(]$/.test(token)) depth += 1;
    else if (/^[)}]$/.test(token)) depth -= 1;
    if (depth !== 0 || token !== "}") continue;
    definitions.push(text);
    text = "";
  }
  return definitions.sort().join("") + text;
}
