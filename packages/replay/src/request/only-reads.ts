import type { RecordedRequest } from "@tapedeck/tape";
import { finish, graphqlSteps, isObject, parsedJson } from "@tapedeck/tape/internal";
import { callOf } from "../match/call-headers.ts";

/**
 * Returns whether a request only reads: by its method, or as a POST by what it calls: a query of GraphQL, a search, a method
 * of JSON-RPC, gRPC or AWS whose name says so. What is not known may change something.
 * @example
 * onlyReads({ method: "POST", target: "/users/_search", headers: [], body: null }); // true
 */
export function onlyReads(request: Pick<RecordedRequest, "method" | "target" | "headers" | "body">): boolean {
  if (isRead.test(request.method)) return true;
  if (request.method !== "POST") return false;
  const [path = ""] = request.target.split("?", 1);
  if (isSearch.test(path)) return true;
  const called = /(?<=\/[\w.]*\.\w*\/)\w+$/.exec(path)?.[0] ?? callOf(request.headers);
  if (called !== "") return isReadCall(called);
  const calls = callsIn(request);
  return calls.length > 0 && calls.every((each) => (queryOf(each) !== null ? !hasMutation(each) : isReadMethod(each)));
}

/** Returns whether a request has a mutation of GraphQL. */
export function isMutation(request: Pick<RecordedRequest, "method" | "body">): boolean {
  return request.method === "POST" && callsIn(request).some(hasMutation);
}

type Members = Readonly<Record<string, unknown>>;

/** Returns the members of a body in JSON, or of each in a list. */
function callsIn({ body }: Pick<RecordedRequest, "body">): readonly Members[] {
  if (body?.encoding !== "utf8" || body.text.length > longestRead) return [];
  const json = parsedJson(body.text);
  const calls: readonly unknown[] = Array.isArray(json) ? json : [json];
  return calls.every(isObject) ? calls : [];
}

// RFC 9110, 9.2.1; RFC 4918, 9.1; RFC 3253, 3.6; RFC 5323, 2.
const isRead = /^(?:GET|HEAD|OPTIONS|TRACE|QUERY|PROPFIND|REPORT|SEARCH)$/;
const isSearch = /[/:_]m?search$/i;
const longestRead = 262_144;

function queryOf(members: Members): string | null {
  return finish(graphqlSteps(members))?.query ?? null;
}

function hasMutation(members: Members): boolean {
  return /(?:^|\})mutation\b/.test(queryOf(members) ?? "");
}

function isReadMethod({ method, jsonrpc, params }: Members): boolean {
  return typeof method === "string" && (jsonrpc ?? params) !== undefined && isReadCall(method);
}

/** Returns whether the last word of a call reads, and nothing besides: not `getOrCreate`, nor `find_and_modify`. */
function isReadCall(call: string): boolean {
  const name = /\w+$/.exec(call)?.[0].replace(/^[a-z]+_(?=[a-z]+[A-Z])/, "") ?? "";
  return readVerb.test(name) && !/(?:And|Or)[A-Z]|_(?:and|or)_/.test(name);
}

const readVerb = /^(?:[Bb]atch)?(?:[Gg]et|[Ll]ist|[Dd]escribe|[Ss]earch|[Ff]ind|[Ll]ookup|[Qq]uery|[Ss]can)(?![a-z])/;
