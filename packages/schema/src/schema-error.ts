import type { ResourceName } from "./generated/shapes.ts";
import type { Problem } from "./problem.ts";

const shown = 10;

/**
 * A value does not have the expected shape.
 * @example
 * try { assertUser(body); } catch (error) {
 *   if (error instanceof SchemaError) console.log(error.problems[0]?.path); // "/login"
 * }
 */
export class SchemaError extends TypeError {
  override readonly name = "SchemaError";
  /** The resource that was expected. */
  readonly resource: ResourceName;
  /** Every place that does not fit; the message shows the first ten. */
  readonly problems: readonly Problem[];
  constructor(resource: ResourceName, problems: readonly Problem[], options?: ErrorOptions) {
    super(describe(resource, problems), options);
    this.resource = resource;
    this.problems = problems;
  }
}

function describe(resource: ResourceName, problems: readonly Problem[]): string {
  const count = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
  const lines = problems
    .slice(0, shown)
    .map(({ path, expected, found }) => `  ${path === "" ? "the value" : path}: expected ${expected}, found ${found}`);
  const more = problems.length > shown ? [`  … and ${problems.length - shown} more`] : [];
  return [`Cannot take a value as "${resource}": ${count}`, ...lines, ...more].join("\n");
}
