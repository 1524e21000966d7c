// Writes the types of a scheme, and the schema that `checkScheme()` checks by, out of the JSON Schema that editors use.
import { readFileSync, writeFileSync } from "node:fs";
import type { JsonShape } from "../scheme/check-shape.ts";

const source = new URL("../../../../schemas/files/rate-limit-scheme.json", import.meta.url);

/** The generated file. */
export const generatedScheme: URL = new URL("../generated/scheme.ts", import.meta.url);

type Described = JsonShape & { readonly description?: string };

/** Definitions that are no types of their own. */
const plain: Readonly<Record<string, string>> = {
  text: "string",
  headerValue: "string",
  path: "string",
  pointer: "string",
  count: "number",
  amount: "number",
};

const any = (type: string): string => `$\{${type}}`;
/** Types that JSON Schema cannot say. */
const precise: Readonly<Record<string, string>> = {
  partitionKey: `"address" | "account" | "credential" | "app" | "operation" | "method" | \`param:${any("string")}\` | \`header:${any("string")}\` | \`body:${any("string")}\``,
  when: `"always" | "success" | "refused" | \`below:${any("number")}\``,
};

/** Returns the text of the generated file. */
export function writeScheme(): string {
  const file = JSON.parse(readFileSync(source, "utf8"));
  const { preset: _preset, tell, ...properties } = file.properties;
  // A file may leave out what the preset that it names has.
  const scheme: Described = {
    type: "object",
    description: "A rate limit: what is allowed, how it is advertised, and how it refuses.",
    additionalProperties: false,
    required: ["name", "policies", "tell", "refusal"],
    properties: { ...properties, tell: tell.anyOf[1] },
    $defs: { ...file.$defs, policy: { ...file.$defs.policy, required: ["name", "algorithm"] } },
  };
  const types = Object.entries<Described>({ ...scheme.$defs, rateLimitScheme: scheme })
    .filter(([name]) => plain[name] === undefined)
    .map(([name, each]) => docOf(each) + declaration(typeName(name), precise[name] ?? typeOf(each)));
  const shape = JSON.stringify(scheme, (key, value) =>
    key === "examples" || (key === "description" && typeof value === "string") ? undefined : value,
  );
  return `// Generated from schemas/files/rate-limit-scheme.json by \`npm run generate -w @tapedeck/rate-limit\`; change the schema, not this file.
import type { JsonShape } from "../scheme/check-shape.ts";

${types.join("\n\n")}

/** A whole scheme, as JSON Schema. */
export const schemeShape: JsonShape = JSON.parse(${JSON.stringify(shape)});
`;
}

function declaration(name: string, type: string): string {
  const isInterface = type.startsWith("{") && !type.includes("\n} | ");
  return isInterface ? `export interface ${name} ${type}` : `export type ${name} = ${type};`;
}

function typeName(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function docOf({ description }: Described): string {
  return description === undefined ? "" : `/** ${description} */\n`;
}

function typeOf({ $ref, type, anyOf, items = {}, required = [], ...shape }: Described): string {
  const { enum: choices, const: only, properties, additionalProperties } = shape;
  const name = $ref?.slice("#/$defs/".length);
  if (name !== undefined) return plain[name] ?? typeName(name);
  if (anyOf !== undefined) return anyOf.map(typeOf).join(" | ");
  if (choices !== undefined || only !== undefined)
    return (choices ?? [only]).map((each) => JSON.stringify(each)).join(" | ");
  if (type === "array") return `readonly ${typeOf(items)}[]`;
  if (type !== "object") return type === "integer" ? "number" : `${type}`;
  if (properties === undefined) return `Readonly<Record<string, ${typeOf(additionalProperties || {})}>>`;
  const fields = Object.entries<Described | false>(properties).map(([field, each]) =>
    each === false ? "" : `${docOf(each)}readonly ${field}${required.includes(field) ? "" : "?"}: ${typeOf(each)};`,
  );
  return `{\n  ${fields.join("\n").replaceAll("\n", "\n  ")}\n}`;
}

if (import.meta.main) writeFileSync(generatedScheme, writeScheme());
