/** What a generated validator says of one thing that does not fit: an ajv error, as far as we read it. */
export interface Flaw {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly parentSchema: Readonly<Record<string, unknown>>;
  /** Set where it is the name of a property that does not fit, and not its value. */
  readonly propertyName?: string;
}

/**
 * Says what a flawed value should have been.
 * @example
 * expectationOf(flaw); // 'UTC timestamp, like "2011-01-26T19:01:12Z"'
 */
export function expectationOf({ keyword, params, parentSchema }: Flaw): string {
  switch (keyword) {
    case "type":
      return either([params["type"]].flat().map(String));
    case "required": {
      const properties = parentSchema["properties"] as
        | Readonly<Record<string, { type?: string | string[] }>>
        | undefined;
      return either([properties?.[String(params["missingProperty"])]?.type ?? "a value"].flat());
    }
    case "additionalProperties":
      return `one of the keys ${Object.keys(parentSchema["properties"] ?? {}).join(", ")}`;
    case "enum":
      return either((params["allowedValues"] as readonly unknown[]).map((value) => JSON.stringify(value)));
    case "const":
      return JSON.stringify(params["allowedValue"]);
    case "minimum":
      return `at least ${params["limit"]}`;
    case "maximum":
      return `at most ${params["limit"]}`;
    case "minItems":
      return `at least ${params["limit"]} of them`;
    case "pattern": {
      const [example] = (parentSchema["examples"] as readonly unknown[] | undefined) ?? [];
      const name = parentSchema["title"] ?? `text that fits ${params["pattern"]}`;
      return example === undefined ? String(name) : `${name}, like ${JSON.stringify(example)}`;
    }
    default:
      return `what "${keyword}" asks for`;
  }
}

/**
 * Joins alternatives as a sentence has them.
 * @example
 * either(["string", "null"]); // "string or null"
 */
export function either(choices: readonly string[]): string {
  return choices.join(" or ");
}
