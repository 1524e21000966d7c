import type { RecordedRequest } from "./exchange.ts";
import { isObject, parsedJson } from "./json/json-value.ts";
import { finish, isDue, type Steps } from "./redact/steps.ts";

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
 * finish(graphqlSteps({ query: "query Me {\n  me { id }\n}" })); // { operationName: "Me", query: "query Me{me{id}}", variables: null }
 */
export function* graphqlSteps(members: Readonly<Record<string, unknown>>): Steps<GraphqlRequest | null> {
  const { query, operationName, variables = null } = members;
  if (typeof query !== "string" || !looksLikeGraphql(query)) return null;
  const text = yield* withoutInsignificant(query);
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
  return typeof value === "object" && value !== null
    ? (finish(graphqlSteps({ ...value }))?.operationName ?? null)
    : null;
}

/** Bodies with more characters are not searched for the name of an operation. */
const longestLookedAt = 262_144;

/** Returns the GraphQL request in a URL's parameters; null if there is none. */
export function graphqlInParameters(parameters: URLSearchParams): GraphqlRequest | null {
  if (!parameters.has("query")) return null;
  const members = { query: parameters.get("query"), operationName: parameters.get("operationName") ?? undefined };
  return finish(graphqlSteps({ ...members, variables: parameters.get("variables") ?? undefined }));
}

function looksLikeGraphql(text: string): boolean {
  return /^\s*(?:#[^\n]*\n\s*)*(?:\{|(?:query|mutation|subscription|fragment)\b)/.test(text) && text.includes("{");
}

const tokens = /"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|#[^\n]*|[\w.$@!:-]+|[^\s,]/g;

/**
 * Returns the query without insignificant white space, commas and comments, and with sorted definitions: clients put
 * fragments anywhere.
 * @see GraphQL, October 2021, sections 2.1 ("Source Text") and 2.2 ("Document")
 */
function* withoutInsignificant(query: string): Steps<string> {
  const definitions: string[] = [];
  let [text, last, depth] = ["", "", 0];
  for (const [token] of query.matchAll(tokens)) {
    if (isDue()) yield;
    if (token.startsWith("#")) continue;
    // The last sign alone: the whole text, looked at for each token, took a minute of a MB.
    const apart = /[\w"]/.test(last) && /^[\w"$@.-]/.test(token);
    text += apart ? ` ${token}` : token;
    last = token.at(-1) ?? "";
    if (token === "{" || token === "(") depth += 1;
    else if (token === "}" || token === ")") depth -= 1;
    if (depth !== 0 || token !== "}") continue;
    definitions.push(text);
    text = last = "";
  }
  return definitions.sort().join("") + text;
}
