import { createRequire } from "node:module";
import { assertPlan, type Plan, type PlanStep, type Problem, SchemaError } from "@tapedeck/schema";
import { checkArgument, didYouMean, jsonBreak, jsonSlip } from "@tapedeck/tape/internal";
import type { Document, LineCounter } from "yaml";
import { isSafe } from "../safe-method.ts";
import { namesInBraces, placeholdersOf } from "./expand.ts";

/**
 * Parses a plan, JSON or YAML.
 * @param file File name for errors; if it ends in `.json`, the text must be JSON.
 * @throws PlanError for the first flaw.
 * @example
 * readPlan("requests:\n  - path: /zen\n    times: 3\n", "plan.yaml").requests[0]?.times; // 3
 */
export function readPlan(text: string, file: string): Plan {
  checkArgument("read a plan", "its file's name", file, "string");
  let read: YamlText | null = null;
  const yaml = (): YamlText => {
    read ??= parseYaml(text);
    return read;
  };
  const value = parsed(text, file, yaml);
  const refuse = (path: readonly string[], detail: string, cause?: unknown): PlanError =>
    new PlanError(file, readable(path), lineOf(yaml(), path), detail, cause === undefined ? {} : { cause });
  try {
    assertPlan(value);
  } catch (cause) {
    const problems = (cause instanceof SchemaError ? cause.problems : []).map((problem) => {
      return { ...problem, path: problem.path.split("/").slice(1), meant: meantBy(problem) };
    });
    // A mistyped key makes the right one missing too; the typo says more.
    const problem = problems.find(({ meant }) => meant !== "") ?? problems[0];
    if (!problem) throw cause;
    const { path } = problem;
    throw refuse(path, `expected ${problem.expected}, found ${problem.found}${problem.meant}`, cause);
  }
  for (const [at, step] of value.requests.entries()) {
    const wrong = unfilled(step);
    if (wrong !== null) throw refuse(["requests", String(at)], wrong);
  }
  return value;
}

/** A text as YAML, and where its lines begin. */
interface YamlText {
  readonly document: Document;
  readonly lines: LineCounter;
}

// Only for YAML and for faulty JSON: a recorder does without the package, and a long plan takes a while.
function parseYaml(text: string): YamlText {
  const { LineCounter, parseDocument }: typeof import("yaml") = createRequire(import.meta.url)("yaml");
  const lines = new LineCounter();
  return { document: parseDocument(text, { lineCounter: lines, prettyErrors: false }), lines };
}

function parsed(text: string, file: string, yaml: () => YamlText): unknown {
  if (text.trim() === "") throw new PlanError(file, "", null, 'it is empty; it needs "requests"');
  if (!isShallow(text)) throw new PlanError(file, "", null, `it has more than ${mostLevels} levels of lists and maps`);
  // YAML's flow style may also begin with a brace.
  if (file.endsWith(".json") || text.trimStart().startsWith("{")) {
    try {
      return JSON.parse(text);
    } catch {
      // Finding where it breaks takes longer than reading a whole plan.
    }
    const broken = jsonBreak(text);
    if (broken !== null && file.endsWith(".json"))
      throw new PlanError(file, "", broken.line, `it is not JSON from column ${broken.column} on${jsonSlip(text)}`);
  }
  const { document, lines } = yaml();
  const [error] = document.errors;
  if (error) {
    const { line, col } = lines.linePos(error.pos[0]);
    throw new PlanError(file, "", line, `it is not YAML from column ${col} on (${withoutExcerpt(error.message)})`);
  }
  try {
    return document.toJS();
  } catch (cause) {
    // The library's protection against texts that expand to gigabytes.
    const isHuge = /^Excessive alias count/.test((cause as Error).message);
    throw new PlanError(
      file,
      "",
      null,
      isHuge
        ? "its aliases (*name) repeat one another too often; write out what they stand for"
        : "an alias (*name) in it has no anchor (&name) before it",
    );
  }
}

// To parse a million levels takes ten seconds.
const mostLevels = 1000;

function isShallow(text: string): boolean {
  let levels = 0;
  for (const { 0: sign } of text.matchAll(/[[\]{}]/g)) {
    levels = sign === "[" || sign === "{" ? levels + 1 : Math.max(0, levels - 1);
    if (levels > mostLevels) return false;
  }
  return true;
}

// A value in a plan may be a secret, which errors must not show.
function withoutExcerpt(message: string): string {
  return message.replace(/:? *".*$/s, "").replace(/\\.*$/s, "");
}

function unfilled(step: PlanStep): string | null {
  const given = Object.keys(step.for ?? {});
  const inList = namesInBraces(step.each ?? "");
  const inItem = placeholdersOf(step);
  const inBody = namesInBraces(JSON.stringify(step.body ?? null));
  const named = [...inItem, ...inList, ...inBody];
  const free = (names: readonly string[]): string | undefined => names.find((name) => !given.includes(name));
  const missing = free(step.each === undefined ? inItem : inList);
  if (missing !== undefined) {
    return `{${missing}} has no values in "for"${didYouMean(missing, given)}`;
  }
  if (step.each !== undefined && free(inItem) === undefined) {
    return '"each" gives its items\' members to placeholders, and neither path nor query has one for them, such as {name}';
  }
  const idle = given.find((name) => !named.includes(name));
  if (idle !== undefined) {
    const others = (["body", "each"] as const).filter((key) => step[key] !== undefined);
    const nowhere =
      others.length === 0 ? "neither path nor query has" : `none of path, query, ${others.join(", ")} has`;
    return `"for" gives values to "${idle}", and ${nowhere} {${idle}}${didYouMean(idle, named)}`;
  }
  const { method = "GET" } = step;
  if (step.body !== undefined && isSafe(method)) {
    return `"body" is for POST, PUT, PATCH and DELETE: leave it out of a ${method}`;
  }
  if (!isSafe(method) && (step.pages !== undefined || step.revalidate || step.exhaust)) {
    return `"pages", "revalidate" and "exhaust" are for what only reads: leave them out of a ${method}`;
  }
  if (step.exhaust && (step.pages !== undefined || step.times !== undefined || step.revalidate)) {
    return '"exhaust" keeps the refusal alone: leave "times", "pages" and "revalidate" out';
  }
  if (step.exhaust && step.each !== undefined) return '"exhaust" asks for one thing: leave "each" out';
  return null;
}

// The schema lists the keys of an object, and quotes each of a few words: `"GET" or "HEAD"`.
function meantBy({ path, expected, found }: Problem): string {
  const [, keys] = /^one of the keys (.*)$/s.exec(expected) ?? [];
  if (keys !== undefined) return didYouMean(path.slice(path.lastIndexOf("/") + 1), keys.split(", "));
  const word = /^"(.*)"$/.exec(found)?.[1];
  const words = Array.from(expected.matchAll(/"([^"]*)"/g), ([, each = ""]) => each);
  return word === undefined ? "" : didYouMean(word, words);
}

function readable(path: readonly string[]): string {
  return path.map((key, at) => (/^\d+$/.test(key) ? `[${key}]` : at === 0 ? key : `.${key}`)).join("");
}

function lineOf({ document, lines }: YamlText, path: readonly string[]): number | null {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const keys = path.slice(0, depth).map((key) => (/^\d+$/.test(key) ? Number(key) : key));
    const node = document.getIn(keys, true) as
      | { readonly range?: readonly [number, number, number] | null }
      | undefined;
    if (node?.range) return lines.linePos(node.range[0]).line;
  }
  return null;
}

/** A plan that cannot be read. The message names the file, the place in it, the flaw, and a remedy. */
export class PlanError extends SyntaxError {
  override readonly name = "PlanError";
  readonly file: string;
  /** Place in the plan: `requests[2].path`; empty for the whole. */
  readonly at: string;
  /** Counted from 1; null if unknown. */
  readonly line: number | null;
  readonly detail: string;
  constructor(file: string, at: string, line: number | null, detail: string, options?: ErrorOptions) {
    const place = [line === null ? "" : `line ${line}`, at].filter((part) => part !== "").join(", ");
    super(`Cannot read plan "${file}"${place === "" ? "" : ` at ${place}`}: ${detail}`, options);
    this.file = file;
    this.at = at;
    this.line = line;
    this.detail = detail;
  }
}
