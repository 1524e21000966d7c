import type { StandardSchemaV1 } from "@standard-schema/spec";
import { expect, expectTypeOf, test } from "vitest";
import * as schema from "../src/index.ts";
import { type CityCount, type User, userSchema } from "../src/index.ts";
import { exampleOf, names, put } from "./documents.ts";

const schemas = Object.entries(schema as unknown as Record<string, schema.StandardSchema<unknown>>).filter(([name]) =>
  name.endsWith("Schema"),
);

test("every schema has a Standard Schema, and it agrees with the check", () => {
  expect(schemas).toHaveLength(names.length);
  for (const [name, { "~standard": standard }] of schemas) {
    expect(standard, name).toMatchObject({ version: 1, vendor: "tapedeck" });
    expect(standard.validate(Symbol("nothing of the kind")), name).toHaveProperty("issues");
  }
});

test("a Standard Schema gives the value back as it is, further fields and all", () => {
  const user = put(exampleOf("user"), "/plan", { name: "pro" });
  const result = userSchema["~standard"].validate(user);
  expect(result).toEqual({ value: user });
  expect(result.issues === undefined && result.value).toBe(user);
});

test("a Standard Schema gives each issue its message and its path, places of a list by number", () => {
  const list = [exampleOf("repository-item"), put(exampleOf("repository-item"), "/owner/id", "1815")];
  expect(schema.repositoriesSchema["~standard"].validate(list)).toEqual({
    issues: [{ message: 'expected integer, found "1815"', path: [1, "owner", "id"] }],
  });
});

test("others take a Standard Schema as one of their own", () => {
  expectTypeOf(userSchema).toExtend<StandardSchemaV1<User, User>>();
  expectTypeOf<StandardSchemaV1.InferOutput<typeof schema.cityCountSchema>>().toEqualTypeOf<CityCount>();
  expectTypeOf<
    StandardSchemaV1.InferInput<typeof schema.rateLimitHeadersSchema>
  >().toEqualTypeOf<schema.HeaderSource>();
  expect({ body: exampleOf("user") }).toEqual({ body: expect.schemaMatching(userSchema) });
  expect({ body: exampleOf("license") }).not.toEqual({ body: expect.schemaMatching(userSchema) });
});
