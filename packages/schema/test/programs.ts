import { exampleOf } from "./documents.ts";

// What somebody writes who imports the package, for every runtime, compiler and language that it is tried with.
const user = JSON.stringify(exampleOf("user"));

// An entry is a file of its own, and yet everybody throws the same `SchemaError`.
const useIt = `
if (!isUser(${user}) || isUser({}) || !isZen("One line.")) throw new Error("the checks are wrong");
try { assertOne({ ...${user}, id: "1" }); } catch (error) { console.log(error instanceof TypeError, error instanceof SchemaError, error.message); }
console.log(schema.title, openapi.openapi);
`;

/** What a runtime prints of it. */
export const printed: string = `true true Cannot take a value as "user": 1 problem\n  /id: expected integer, found "1"\nUser 3.1.0\n`;

export const modules: string = `
import { isUser, SchemaError } from "@tapedeck/schema";
import { assertUser as assertOne } from "@tapedeck/schema/user";
import { isZen } from "@tapedeck/schema/zen";
import schema from "@tapedeck/schema/schemas/user.json" with { type: "json" };
import openapi from "@tapedeck/schema/schemas/openapi/service.json" with { type: "json" };
${useIt}`;

// Node loads modules through require() since 22.12, which is less than the package asks for.
export const required: string = `
const { isUser, SchemaError } = require("@tapedeck/schema");
const { assertUser: assertOne } = require("@tapedeck/schema/user");
const { isZen } = require("@tapedeck/schema/zen");
const schema = require("@tapedeck/schema/schemas/user.json");
const openapi = require("@tapedeck/schema/schemas/openapi/service.json");
${useIt}`;

export const inBrowser: string = `
import * as schema from "@tapedeck/schema";
const why = () => { try { schema.parseUser(JSON.stringify({ ...${user}, id: "1" })); } catch (error) { return error.message.split("\\n")[1].trim(); } };
export const seen = [schema.isUser(${user}), schema.isUser({}), why()].join(" ");
`;

export const typed: string = `
import { assertUser, isResponseHeaders, isUser, parseUser, type Repository, type StandardSchema, type User, userSchema } from "@tapedeck/schema";
import { isZen, type Zen } from "@tapedeck/schema/zen";
const value: unknown = {};
if (isUser(value)) value.login satisfies string;
assertUser(value);
value.hireable satisfies boolean | null | undefined;
const schema: StandardSchema<User> = userSchema;
schema["~standard"].version satisfies 1;
parseUser("{}") satisfies User;
isResponseHeaders([["etag", '"1"']]) satisfies boolean;
const line: unknown = "";
if (isZen(line)) line satisfies Zen;
export type License = NonNullable<Repository["license"]>;
`;

export const typedJson: string = `
import json from "@tapedeck/schema/schemas/user.json" with { type: "json" };
json.title satisfies string;
`;

/** With the limits of ajv's `strict` off, as somebody else would use it. It resolves what the OpenAPI documents refer to as well. */
export const stockAjv = (names: readonly string[], ajv: string): string => `
import { createRequire } from "node:module";
import { Ajv2020 } from ${JSON.stringify(ajv)};
const require = createRequire(import.meta.url);
const read = (name) => require("@tapedeck/schema/schemas/" + name + ".json");
const base = "https://tapedeck.dev/schemas/";
const ajv = new Ajv2020({ strict: false, allErrors: true });
for (const name of ${JSON.stringify(["parts", "files/rate-limit-scheme", ...names])}) ajv.addSchema(read(name));
let examples = 0;
const check = (validate, value, where) => {
  if (!validate(value)) throw new Error(where + ": " + ajv.errorsText(validate.errors));
  if (validate(undefined)) throw new Error(where + " lets anything in");
  examples += 1;
};
for (const name of ${JSON.stringify(names)}) for (const example of read(name).examples) check(ajv.getSchema(base + name + ".json"), example, name);
for (const api of ["service", "city-count"]) {
  const document = read("openapi/" + api);
  ajv.addSchema({ ...document, $id: base + "openapi/" + api + ".json" });
  const answers = Object.entries(document.paths).flatMap(([path, { get }]) => Object.entries(get.responses).map(([status, answer]) => [path, status, answer]));
  for (const [path, status, answer] of answers) for (const [type, { examples }] of Object.entries(answer.content ?? {})) {
    const pointer = ["paths", path, "get", "responses", status, "content", type, "schema"].map((key) => "/" + encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"))).join("");
    for (const { value } of Object.values(examples)) check(ajv.getSchema(base + "openapi/" + api + ".json#" + pointer), value, path);
  }
}
process.stdout.write(examples + " examples fit, of ${names.length} schemas and 2 OpenAPI documents");
`;

export const python: string = `
import json, pathlib
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012
base = "https://tapedeck.dev/schemas/"
folder = pathlib.Path("node_modules/@tapedeck/schema/schemas")
read = lambda path: json.loads(path.read_text())
schemas = {path.stem: read(path) for path in folder.glob("*.json")}
apis = {path.stem: read(path) for path in (folder / "openapi").glob("*.json")}
files = [read(path) for path in (folder / "files").glob("*.json")]
resources = [(schema["$id"], Resource.from_contents(schema)) for schema in [*schemas.values(), *files]]
resources += [(f"{base}openapi/{name}.json", DRAFT202012.create_resource(api)) for name, api in apis.items()]
registry = Registry().with_resources(resources)
examples = 0
def check(schema, value, where):
    global examples
    validator = Draft202012Validator(schema, registry=registry)
    validator.validate(value)
    assert not validator.is_valid(None), where
    examples += 1
for name, schema in sorted(schemas.items()):
    Draft202012Validator.check_schema(schema)
    for example in schema.get("examples", []):
        check(schema, example, name)
escape = lambda key: key.replace("~", "~0").replace("/", "~1")
for name, api in apis.items():
    for path, item in api["paths"].items():
        for status, answer in item["get"]["responses"].items():
            for kind, content in answer.get("content", {}).items():
                pointer = "".join("/" + escape(key) for key in ["paths", path, "get", "responses", status, "content", kind, "schema"])
                for example in content["examples"].values():
                    check({"$ref": f"{base}openapi/{name}.json#{pointer}"}, example["value"], path)
print(f"{examples} examples fit, of {len(schemas) - 1} schemas and {len(apis)} OpenAPI documents", end="")
`;
