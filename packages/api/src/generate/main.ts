// Writes what the engine needs of the OpenAPI documents in schemas/openapi/: operations, parameters, security and
// references to schemas, without prose and examples. With --check it only compares.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const documents = new URL("../../../../schemas/openapi/", import.meta.url);
const file = new URL("../generated/openapi.ts", import.meta.url);
const prose: ReadonlySet<string> = new Set([
  "description",
  "summary",
  "tags",
  "example",
  "examples",
  "license",
  "headers",
  "pattern",
]);

/** Returns the text of the generated file. */
function writeDocuments(): string {
  const lines = readdirSync(documents)
    .sort()
    .map((name) => {
      const document: unknown = JSON.parse(
        readFileSync(new URL(name, documents), "utf8"),
        function (this: unknown, key, value) {
          return prose.has(key) && !Array.isArray(this) ? undefined : value;
        },
      );
      const constant = name.replace(".json", "").replace(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());
      return `export const ${constant}: unknown = JSON.parse(${JSON.stringify(JSON.stringify(document))});\n`;
    });
  return `// Generated from schemas/openapi/ by \`npm run generate -w @tapedeck/api\`; change the documents, not this file.\n${lines.join("")}`;
}

if (import.meta.main) {
  const text = writeDocuments();
  if (!process.argv.includes("--check")) writeFileSync(file, text);
  else if (readFileSync(file, "utf8") !== text) {
    console.error(
      "packages/api/src/generated/openapi.ts is not what schemas/openapi/ gives: npm run generate -w @tapedeck/api",
    );
    process.exitCode = 1;
  }
}
