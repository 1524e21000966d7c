import type { Flaw } from "@tapedeck/schema";
import { isObject, pointerTo } from "@tapedeck/tape/internal";
import type { ErrorObject } from "ajv/dist/2020.js";

/** Words ajv's findings as a list of `Problem`, one for each place. */
export function flawsOf(errors: readonly ErrorObject[]): readonly Flaw[] {
  return errors.flatMap(flawOf);
}

const bounds: Readonly<Record<string, (limit: unknown) => string>> = {
  minimum: (limit) => `at least ${limit}`,
  maximum: (limit) => `at most ${limit}`,
  exclusiveMinimum: (limit) => `more than ${limit}`,
  exclusiveMaximum: (limit) => `less than ${limit}`,
  minItems: (limit) => `at least ${limit} of them`,
  maxItems: (limit) => `at most ${limit} of them`,
  minProperties: (limit) => `at least ${limit} keys`,
  maxProperties: (limit) => `at most ${limit} keys`,
  minLength: (limit) => `at least ${limit} characters`,
  maxLength: (limit) => `at most ${limit} characters`,
};

function flawOf({ keyword, params, instancePath, propertyName, parentSchema, message }: ErrorObject): readonly Flaw[] {
  const at = (expected: string): readonly Flaw[] =>
    propertyName === undefined
      ? [{ path: instancePath, expected }]
      : [{ path: pointerTo(instancePath, propertyName), expected, about: "key" }];
  const bound = bounds[keyword];
  if (bound !== undefined) return at(bound(params["limit"]));
  switch (keyword) {
    case "type":
      return at([params["type"]].flat().join(" or "));
    case "required":
    case "dependentRequired": {
      const missing = String(params["missingProperty"]);
      return [{ path: pointerTo(instancePath, missing), expected: kindOf(parentSchema?.["properties"]?.[missing]) }];
    }
    case "additionalProperties":
    case "unevaluatedProperties": {
      const key = String(params["additionalProperty"] ?? params["unevaluatedProperty"]);
      const known = Object.keys(parentSchema?.["properties"] ?? {}).join(", ");
      const expected = known === "" ? "no such key" : `one of the keys ${known}`;
      return [{ path: pointerTo(instancePath, key), expected, about: "key" }];
    }
    case "enum":
      return at((params["allowedValues"] as readonly unknown[]).map((each) => JSON.stringify(each)).join(" or "));
    case "const":
      return at(JSON.stringify(params["allowedValue"]));
    case "pattern":
      return at(`text that fits ${params["pattern"]}`);
    case "anyOf":
      return [{ path: instancePath, expected: "", about: "choice" }];
    case "oneOf":
      return Array.isArray(params["passingSchemas"])
        ? at("one shape of several, not two at once")
        : [{ path: instancePath, expected: "", about: "choice" }];
    // These only summarize what the findings within them say.
    case "if":
    case "propertyNames":
      return [];
    default:
      return at(message ?? keyword);
  }
}

function kindOf(property: unknown): string {
  const type = isObject(property) ? property["type"] : undefined;
  return type === undefined ? "a value" : [type].flat().join(" or ");
}
