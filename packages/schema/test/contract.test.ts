import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { contract, elsewhere } from "./contract.ts";

const folder = new URL("../../../schemas/", import.meta.url);

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema | true>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
}

const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, folder), "utf8"));

function at(file: string, pointer: string): unknown {
  const keys = pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  return keys.reduce<unknown>((within, key) => (within as Record<string, unknown> | undefined)?.[key], read(file));
}

/** Where the schemas describe a field: in the named one, or in one that it extends. */
function placeOf(file: string, field: string): { readonly place: string; readonly schema: Schema } | null {
  const { properties, patternProperties, allOf } = read(file) as Schema;
  const own = properties?.[field];
  if (own !== undefined && own !== true) return { place: `${file}#/properties/${field}`, schema: own };
  for (const [pattern, schema] of Object.entries(patternProperties ?? {})) {
    if (new RegExp(pattern, "u").test(field)) return { place: `${file}#/patternProperties/${pattern}`, schema };
  }
  for (const { $ref = "" } of allOf ?? []) {
    const inherited = placeOf($ref, field);
    if (inherited !== null) return inherited;
  }
  return null;
}

function typesOf({ $ref, anyOf, type }: Schema): readonly string[] {
  if ($ref !== undefined) {
    const [file = "", pointer = ""] = $ref.split("#");
    return typesOf(at(file, pointer) as Schema);
  }
  return anyOf === undefined ? [type ?? []].flat() : anyOf.flatMap(typesOf);
}

const rows = contract.flatMap(({ paragraph, schema, types, fields }) =>
  fields.split(" ").map((field) => ({ paragraph, field, types, found: placeOf(`${schema}.json`, field) })),
);

test.each(rows)("contract $paragraph has $field, and the schemas have it as $types", ({ types, found }) => {
  expect(typesOf(found?.schema ?? {}).toSorted()).toEqual(types.split(" ").toSorted());
});

test.each(elsewhere)("contract %s has %s, and it is stated in %s", (_paragraph, _what, file, pointer) => {
  expect(at(file, pointer)).toBeDefined();
});

// `vitest -u` writes the table anew.
test("docs/contract.md shows where everything of the contract is stated", async () => {
  const lines = [
    ...rows.map(({ paragraph, field, types, found }) => [
      paragraph,
      field,
      types.replace(" ", " or "),
      found?.place ?? "",
    ]),
    ...elsewhere.map(([paragraph, what, file, pointer]) => [paragraph, what, "", `${file}${pointer && "#"}${pointer}`]),
  ];
  const table = lines.map(
    ([paragraph, what, types, place]) => `| ${paragraph} | \`${what}\` | ${types} | \`${place}\` |`,
  );
  await expect(
    `# From the contract to the schemas

Written by \`test/contract.test.ts\`, which fails where a field has no place in \`schemas/\`, or another type.

| contract | names | type | in \`schemas/\` |
| --- | --- | --- | --- |
${table.join("\n")}
`,
  ).toMatchFileSnapshot("../docs/contract.md");
});
