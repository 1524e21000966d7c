import { expectationOf, unknownKind } from "./expectation.ts";
import type { Schema, Schemas } from "./schemas.ts";

/**
 * Makes ajv's standalone code small: a finding becomes a `Flaw` with its words, so that no schema has to travel with
 * the code, and no function computes the place of its value before something is wrong there.
 */
export function compactCode(code: string, schemas: Schemas, name: string): string {
  const constants = new Map<string, Schema>(
    [...code.matchAll(/^const (schema\d+) = (.*);$/gm)].map(([, constant = "", json = ""]) => [
      constant,
      JSON.parse(json) as Schema,
    ]),
  );
  const prose = /^("use strict";|export .*;|\/\*# sourceURL.*|const schema\d+ = .*;)\n/gm;
  const small = rewriteFindings(code.replace(prose, ""), constants, schemas, name)
    .replace(/, ?\{instancePath="", parentData, parentDataProperty, rootData=data\}=\{\}/g, "")
    .replace(call, (_, check: string, value: string, path: string | undefined) => writeCall(check, value, path))
    .replace(
      /\(\(typeof (\w+) == "number"\) && \(!\(\1 % 1\) && !isNaN\(\1\)\)\) && \(isFinite\(\1\)\)/g,
      "Number.isInteger($1)",
    )
    .replace(/\(typeof (\w+) == "number"\) && \(isFinite\(\1\)\)/g, "Number.isFinite($1)")
    .replace(/ \|\| isNaN\(\w+\)/g, "")
    // In this order engines learn the type of a value sooner.
    .replace(/\b(\w+) && typeof \1 == "object"/g, 'typeof $1 === "object" && $1 !== null')
    .replace(
      /(validate\d+\.errors = vErrors;\n)return errors === 0;\n/g,
      "if(errors === 0) return true;\n$1return false;\n",
    )
    // A whole number is finite, so its minimum is checked where it is known to be one.
    .replace(
      /^(if\(!\(Number\.isInteger\((\w+)\)\)\)\{\n.*\nerrors\+\+;\n\}\n)if\(Number\.isFinite\(\2\)\)\{/gm,
      "$1else {",
    );
  const bare = small
    .split(/^(?=function )/m)
    .map(askOnce)
    .map(seeNull)
    .join("\n")
    // An optional member is looked up once, too.
    .replace(/if\((data\w*\.\w+) !== undefined\)\{\nlet (data\d+) = \1;\n/g, "let $2 = $1;\nif($2 !== undefined){\n");
  // ajv looks longer lists of keys up in the schema itself.
  const keys = [...new Set(bare.match(/\bschema\d+(?=\.properties\b)/g))].map((constant) => {
    const known = Object.keys(constants.get(constant)?.properties ?? {}).map((key) => `${JSON.stringify(key)}: 1`);
    return `const ${constant} = { properties: { ${known.join(", ")} } };\n`;
  });
  const [left] = /\b(?:err\d+|schemaPath|instancePath|parentData|schema\d+(?!\.properties\b))\b/.exec(bare) ?? [];
  if (left !== undefined) {
    throw new Error(`Cannot make the check of "${name}" small: ajv writes ${left} in a way not known here`);
  }
  return keys.join("") + (bare.includes("within(") ? within : "") + bare;
}

// How ajv calls the check of a part. Ours does not pass the place: it is only needed for what does not fit.
const call =
  /if\(!\((validate\d+)\((\S+), ?\{instancePath(?::((?:[^,]|,(?!parentData))*))?,parentData.*\}\)\)\)\{\nvErrors = .*\n/g;

function writeCall(check: string, value: string, path: string | undefined): string {
  const found = path === undefined ? `${check}.errors` : `within(${relative(path)}, ${check}.errors)`;
  return `if(!${check}(${value})){\nvErrors = (vErrors ?? []).concat(${found});\n`;
}

const within = `function within(path, flaws){
return flaws.map((flaw) => ({...flaw,path:path+flaw.path}));
}
`;

// Null is one of two choices wherever it is allowed, and quick to check; ajv would first note why it is not an object.
function seeNull(code: string): string {
  return code.replace(
    /let (valid\d+) = false;\n((?:(?!let valid)[\s\S])*?)(if\(!\1\)\{\nconst _errs\d+ = errors;\nif\((\w+) !== null\)\{\n)/g,
    "let $1 = $4 === null;\nif(!$1){\n$2}\n$3",
  );
}

// ajv asks whether a required property is there, and again before it checks it; a property of a known type can be
// checked at once, since undefined has no JSON type.
function askOnce(code: string): string {
  const lines = code.split("\n");
  for (const [at, line] of lines.entries()) {
    const [, property] = /^if\((\S+) === undefined\)\{$/.exec(line) ?? [];
    const guard = lines.indexOf(`if(${property} !== undefined){`);
    if (property === undefined || guard === -1 || lines[at + 1]?.includes(`expected:"${unknownKind}"`)) continue;
    lines.splice(guard, endOf(lines, guard) - guard + 1, ...lines.slice(guard + 1, endOf(lines, guard)), "", "");
    lines.fill("", at, endOf(lines, at) + 1);
  }
  return lines.filter((line) => line !== "").join("\n");
}

function endOf(lines: readonly string[], start: number): number {
  let depth = 0;
  return lines.findIndex((line, at) => {
    if (at < start) return false;
    if (line.startsWith("}")) depth -= 1;
    if (line.endsWith("{")) depth += 1;
    return depth === 0;
  });
}

/** Replaces ajv's findings by ours: a `Flaw` with its words. */
function rewriteFindings(code: string, constants: ReadonlyMap<string, Schema>, schemas: Schemas, name: string): string {
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

/** Returns a path as ajv writes it, relative to the whole value. */
function relative(path: string): string {
  return path.replace(/^instancePath\+?/, "") || '""';
}
