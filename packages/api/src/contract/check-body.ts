import { type ResourceName, validate } from "@tapedeck/schema";
import type { BodyCheck, Operation } from "../api.ts";

/**
 * Validates a body against the schema that the OpenAPI document has for it, with precompiled validators. A status of
 * 400 or more has an error body for any request.
 * @example
 * const { operation } = matchRoute(service, "GET", "/users/ada");
 * checkBody(operation, 200, { login: "ada" })?.problems[0]?.path; // "/id"
 */
export function checkBody(operation: Operation | null, status: number, value: unknown): BodyCheck | null {
  const schema = status >= 400 ? "error" : status === 200 && operation?.method === "GET" ? schemaOf(operation) : null;
  return schema === null ? null : { schema, problems: validate(schema, value) };
}

/** Returns the schema of an operation's successful answer; null if it is none of ours. */
export function schemaOf({ responses }: Operation): ResourceName | null {
  const [schema] = (responses.get("200")?.values() ?? []) as Iterable<{ readonly $ref?: string }>;
  return (/([\w-]+)\.json$/.exec(schema?.$ref ?? "")?.[1] as ResourceName | undefined) ?? null;
}
