import { bodyOf } from "../../body/body.ts";
import type { Body } from "../../exchange.ts";
import type { JsonObject } from "../../json/json-value.ts";
import { bytesOfBase64 } from "../imported.ts";
import { jsonWord } from "../json.ts";
import { Unsupported } from "../part-reader.ts";

/** Returns the one value that a comparison accepts; null if it accepts several. */
export function exactValue(comparison: unknown): string | null {
  const value =
    typeof comparison === "object" && comparison !== null ? (comparison as JsonObject)["equalTo"] : comparison;
  if ((comparison as JsonObject | null)?.["caseInsensitive"] === true) return null;
  return typeof value === "string" || typeof value === "number" ? String(value) : null;
}

/** Returns the scheme, host and port that a mapping requires; null for any. */
export function originAsked(request: JsonObject): string | null {
  const host = exactValue(request["host"]);
  if (host === null) return null;
  const port = request["port"] === undefined ? "" : `:${jsonWord(request["port"])}`;
  const url = `${jsonWord(request["scheme"] ?? "http")}://${host}${port}`;
  return URL.canParse(url) ? new URL(url).origin : null;
}

/**
 * Returns the path and query that a mapping requires.
 * @param change Notes what a recording cannot express.
 * @throws Unsupported if it accepts many.
 * @example
 * targetAsked({ urlPath: "/users", queryParameters: { page: { equalTo: "2" } } }); // "/users?page=2"
 */
export function targetAsked(request: JsonObject, change: (text: string) => void): string {
  const spelled = ["urlPattern", "urlPathPattern"].map((name) => spelledBy(request[name], name, change));
  const named = [request["url"], request["urlPath"], ...spelled].find((each) => typeof each === "string");
  const path = typeof named === "string" ? named : filled(request["urlPathTemplate"], request);
  if (!path.startsWith("/")) throw new Unsupported("its URL is no path");
  const parameters = Object.entries((request["queryParameters"] ?? {}) as JsonObject).flatMap(([name, comparison]) =>
    valuesOf(name, comparison).map((value) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`),
  );
  if (parameters.length === 0) return path;
  return `${path}${path.includes("?") ? "&" : "?"}${parameters.join("&")}`;
}

/** Returns the one URL that a pattern matches, if nothing in it stands for several. */
function spelledBy(pattern: unknown, name: string, change: (text: string) => void): string | undefined {
  if (typeof pattern !== "string") return undefined;
  const [, plain] = /^\^?((?:[\w/~%:@=&,!;-]|\.(?![*+?{])|\\[^\w\s])+)\$?$/.exec(pattern) ?? [];
  if (plain === undefined) throw new Unsupported(`its URL is a pattern (${name}), and a recording is of one URL`);
  change(`its URL is a pattern (${name}): kept as the one URL that it spells`);
  return plain.replace(/\\(.)/g, "$1");
}

function filled(template: unknown, request: JsonObject): string {
  if (typeof template !== "string") throw new Unsupported("it answers any URL, and a recording is of one");
  const parameters = (request["pathParameters"] ?? {}) as JsonObject;
  return template.replace(/\{([^{}]+)\}/g, (_whole, name: string) => {
    const value = exactValue(parameters[name]);
    if (value === null) throw new Unsupported(`its URL is a template, and "${name}" has no one value`);
    return encodeURIComponent(value);
  });
}

function valuesOf(name: string, comparison: unknown): readonly string[] {
  const several = (comparison as JsonObject | null)?.["hasExactly"];
  const values = (Array.isArray(several) ? several : [comparison]).map(exactValue);
  if ((comparison as JsonObject | null)?.["absent"] === true) return [];
  return values.map((value) => {
    if (value === null)
      throw new Unsupported(`its query parameter "${name}" is a pattern, and a recording has one value`);
    return value;
  });
}

/**
 * Returns the body that a mapping requires; null for none.
 * @param change Notes what a recording cannot express.
 * @throws Unsupported if it accepts many.
 */
export function bodyAsked(request: JsonObject, change: (text: string) => void): Body | null {
  if (Array.isArray(request["multipartPatterns"])) throw new Unsupported("it asks for a multipart body by patterns");
  const form = Object.entries((request["formParameters"] ?? {}) as JsonObject);
  const patterns = Array.isArray(request["bodyPatterns"]) ? (request["bodyPatterns"] as readonly JsonObject[]) : [];
  if (form.length > 0) {
    const pairs = form.flatMap(([name, comparison]) => valuesOf(name, comparison).map((value) => [name, value]));
    return { encoding: "utf8", text: new URLSearchParams(pairs).toString() };
  }
  if (patterns.length === 0) return null;
  const [pattern = {}] = patterns;
  const { equalTo, equalToJson, binaryEqualTo } = pattern;
  if (patterns.length === 1) {
    // WireMock's own recorder writes this for every JSON body.
    if (pattern["ignoreExtraElements"] === true)
      change("its body may hold more than is named: kept as the body that is named");
    if (typeof equalTo === "string") return { encoding: "utf8", text: equalTo };
    if (equalToJson !== undefined)
      return { encoding: "utf8", text: typeof equalToJson === "string" ? equalToJson : JSON.stringify(equalToJson) };
    if (typeof binaryEqualTo === "string") return bodyOf(bytesOfBase64(binaryEqualTo, "its binaryEqualTo"));
  }
  throw new Unsupported("its body is a pattern, and a recording has one body");
}
