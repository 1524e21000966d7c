import { expectationOf } from "./expectation.ts";
import { relative } from "./place.ts";
import type { Schema, Schemas } from "./schemas.ts";

/**
 * Replaces ajv's findings by ours: a `Flaw` with its words.
 * @example
 * rewriteFindings(code, constants, schemas, "user"); // '…(vErrors ??= []).push({path:"/id",expected:"integer"});…'
 */
export function rewriteFindings(
  code: string,
  constants: ReadonlyMap<string, Schema>,
  schemas: Schemas,
  name: string,
): string {
  return code.replace(finding, (_, source: string) => writeFlaw(readFinding(source, constants), schemas, name));
}

// A finding as ajv writes it with `allErrors`: a constant, and the lines that add it to the list.
const finding =
  /const (?:err\d+) = (\{.*\});\nif\(vErrors === null\)\{\nvErrors = \[err\d+\];\n\}\nelse \{\nvErrors\.push\(err\d+\);\n\}\nerrors\+\+;\n/g;

interface Finding {
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly schema: Schema;
  /** Code that computes the path of the value. */
  readonly path: string;
  /** The variable with the wrong key, if it is a key. */
  readonly key: string | undefined;
}

function readFinding(source: string, constants: ReadonlyMap<string, Schema>): Finding {
  const parts =
    /^\{instancePath(?::(.*?))?,schemaPath:".*?",keyword:"(\w+)",params:(\{.*\}),schema:.*,parentSchema:(.*?),data(?::\w+)?(?:,propertyName:(\w+))?\}$/.exec(
      source,
    );
  const [, path = "instancePath", keyword = "", params = "", schema = "", propertyName] = parts ?? [];
  const key = propertyName ?? /^\{additionalProperty: (\w+)\}$/.exec(params)?.[1];
  // The code that is read here is what ajv has just written, at build time.
  const evaluate = (expression: string): unknown =>
    new Function(...constants.keys(), `return (${expression})`)(...constants.values());
  return {
    keyword,
    params: /\bkey\d+\b/.test(params) ? {} : (evaluate(params) as Finding["params"]),
    schema: evaluate(schema) as Schema,
    path,
    key,
  };
}

function writeFlaw({ keyword, params, schema, path, key }: Finding, schemas: Schemas, name: string): string {
  // It only summarizes what the flaw of the name says.
  if (keyword === "propertyNames") return "";
  const missing = params["missingProperty"];
  const step =
    key !== undefined
      ? `+"/" + ${key}.replace(/~/g, "~0").replace(/\\//g, "~1")`
      : typeof missing === "string"
        ? `+${JSON.stringify(`/${missing.replaceAll("~", "~0").replaceAll("/", "~1")}`)}`
        : "";
  const place = relative(path + step);
  const expected = JSON.stringify(expectationOf(schemas, name, { keyword, params, schema }));
  const about = key !== undefined ? ',about:"key"' : keyword === "anyOf" ? ',about:"choice"' : "";
  return `(vErrors ??= []).push({path:${place},expected:${expected}${about}});\nerrors++;\n`;
}
