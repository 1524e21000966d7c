// Shapes of the control API in JSON Schema (2020-12, as OpenAPI 3.1 takes it), each written once and named.

/** A JSON Schema. */
export type ControlSchema = Readonly<Record<string, unknown>>;

// JSON leaves out a description that is undefined.
export const textSchema = (description?: string): ControlSchema => ({ type: "string", description });
export const integer = (description?: string): ControlSchema => ({ type: "integer", description });
export const count = (description?: string): ControlSchema => ({ ...integer(description), minimum: 0 });
const place: ControlSchema = { ...integer("Counted from 1."), minimum: 1 };
export const named = (name: string): ControlSchema => ({ $ref: `#/components/schemas/${name}` });
export const list = (items: ControlSchema): ControlSchema => ({ type: "array", items });
export const either = (...oneOf: readonly ControlSchema[]): ControlSchema => ({ oneOf });
const constant = (value: string | true, description?: string): ControlSchema => ({ const: value, description });
const nothing: ControlSchema = { type: "null" };

/** An object: its members are required, except those whose names end in a question mark. */
export function object(members: Readonly<Record<string, ControlSchema>>, further: ControlSchema = {}): ControlSchema {
  const entries = Object.entries(members);
  return {
    type: "object",
    required: entries.flatMap(([name]) => (name.endsWith("?") ? [] : [name])),
    properties: Object.fromEntries(entries.map(([name, schema]) => [name.replace(/\?$/, ""), schema])),
    ...further,
  };
}

/** Returns the named shapes. */
export const schemas = (): Readonly<Record<string, ControlSchema>> => ({
  Moment: object({ now: integer("Epoch seconds."), time: { type: "string", format: "date-time" } }),
  Quotas: {
    type: "object",
    description: "By bucket: `account token`, `address 127.0.0.1`.",
    additionalProperties: named("Quota"),
  },
  Quota: object({ limit: count(), used: count(), remaining: count(), reset: integer("Epoch seconds.") }),
  JournalEntry: object({
    at: integer("Epoch seconds."),
    method: textSchema(),
    target: textSchema("As asked, secrets hidden."),
    "operation?": textSchema("By its OpenAPI document or its GraphQL name, where it has one."),
    principal: textSchema(),
    status: integer(),
    "redirectsTo?": textSchema("The origin that the answer redirects to, where it is another."),
    cost: count(),
    bucket: textSchema("The bucket that was paid from, or would have been."),
    source: named("Source"),
    "ended?": { description: "How sending what flowed ended, where not well.", enum: ["aborted", "broken"] },
  }),
  Source: {
    description: "How the answer came about.",
    ...either(
      object({
        kind: constant("played"),
        tape: textSchema(),
        place,
        by: {
          enum: ["request", "condition", "page", "generated"],
          description:
            "What of the request was recorded: itself, itself under the same condition, or the list that the page was cut from.",
        },
        turn: count("How often it had been asked for before."),
        "again?": constant(
          true,
          "Given again: all recorded answers to the request were given, and the last one stays.",
        ),
        "also?": list(textSchema("Another origin that has an answer to it, where the request named none.")),
      }),
      object({ kind: constant("decided"), rule: textSchema("What the description of the API decided.") }),
      object({
        kind: constant("refused"),
        limit: { enum: ["window", "secondary"] },
        as: { enum: ["recorded", "dialect"], description: "As the API was seen to refuse, or as its dialect does." },
      }),
      object({ kind: constant("passed", "Another server answered, as it came.") }),
      object({ kind: constant("missed"), miss: named("Miss") }),
    ),
  },
  Miss: object({
    method: textSchema(),
    target: textSchema(),
    "operation?": textSchema("The name of its GraphQL operation, where it has one."),
    principal: textSchema(),
    closest: either(nothing, named("Closest")),
    advice: list(textSchema()),
    "upstream?": textSchema("Why upstream had no answer either, where it was asked."),
  }),
  Closest: object({
    tape: textSchema(),
    place,
    method: textSchema(),
    target: textSchema(),
    principal: textSchema(),
    differences: list(
      object({
        part: textSchema(),
        at: {
          description: "Where in it: a segment's number, a parameter's or a header's name, a JSON pointer.",
          ...either(nothing, textSchema()),
        },
        asked: textSchema(),
        recorded: textSchema(),
      }),
    ),
  }),
  Unplayed: object({ tape: textSchema(), place, method: textSchema(), target: textSchema(), principal: textSchema() }),
  Refusal: object({ message: textSchema() }),
  Tape: object({
    name: textSchema(),
    origin: textSchema("Where it was recorded."),
    recordedAt: integer("Epoch seconds."),
    override: { description: "The override that it is of.", ...either(nothing, textSchema()) },
    exchanges: count(),
    visible: count("How many of them can be given: the others have an answer above them."),
  }),
  OverrideAnswer: object(
    {
      target: textSchema("Path and query."),
      "method?": { type: "string", default: "GET" },
      "as?": { ...textSchema("The alias of its principal."), default: "anonymous" },
      "status?": { type: "integer", minimum: 200, maximum: 999, default: 200 },
      "headers?": { type: "object", additionalProperties: textSchema() },
      "json?": { description: "The body, sent as JSON." },
      "text?": textSchema("The body, as text."),
      "chunks?": {
        description: "The body, as texts that are sent one by one.",
        ...list(
          object({ text: textSchema(), "afterMs?": { type: "number", minimum: 0 } }, { additionalProperties: false }),
        ),
      },
      "fault?": {
        description: "How the connection fails after that; without a status and a body, before there is any answer.",
        enum: ["reset", "stall", "truncation"],
      },
    },
    { additionalProperties: false },
  ),
});
