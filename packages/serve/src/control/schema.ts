// Shapes of the control API in JSON Schema (2020-12, as OpenAPI 3.1 takes it), each written once and named.

/** A JSON Schema. */
export type Schema = Readonly<Record<string, unknown>>;

export const text = (description?: string): Schema => ({ type: "string", ...(description && { description }) });
export const integer = (description?: string): Schema => ({ type: "integer", ...(description && { description }) });
export const count = (description?: string): Schema => ({ ...integer(description), minimum: 0 });
/** Counted from 1. */
const place: Schema = { ...integer("Counted from 1."), minimum: 1 };
export const named = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
export const list = (items: Schema): Schema => ({ type: "array", items });
export const either = (...oneOf: readonly Schema[]): Schema => ({ oneOf });
const constant = (value: string, description?: string): Schema => ({
  const: value,
  ...(description && { description }),
});
const nothing: Schema = { type: "null" };

/** An object: its members are required, but those whose names end in a question mark. */
export function object(members: Readonly<Record<string, Schema>>, further: Schema = {}): Schema {
  const entries = Object.entries(members);
  return {
    type: "object",
    required: entries.flatMap(([name]) => (name.endsWith("?") ? [] : [name])),
    properties: Object.fromEntries(entries.map(([name, schema]) => [name.replace(/\?$/, ""), schema])),
    ...further,
  };
}

/** The shapes that have a name. */
export const schemas: Readonly<Record<string, Schema>> = {
  Moment: object({ now: integer("Epoch seconds."), time: { type: "string", format: "date-time" } }),
  Quotas: {
    type: "object",
    description: "By bucket: `account token`, `address 127.0.0.1`.",
    additionalProperties: named("Quota"),
  },
  Quota: object({ limit: count(), used: count(), remaining: count(), reset: integer("Epoch seconds.") }),
  JournalEntry: object({
    at: integer("Epoch seconds."),
    method: text(),
    target: text("As asked, secrets hidden."),
    "operation?": text("By its OpenAPI document or its GraphQL name, where it has one."),
    principal: text(),
    status: integer(),
    cost: count(),
    bucket: text("The bucket that was paid from, or would have been."),
    source: named("Source"),
    "ended?": { description: "How sending what flowed ended, where not well.", enum: ["aborted", "broken"] },
  }),
  Source: {
    description: "How the answer came about.",
    ...either(
      object({
        kind: constant("played"),
        tape: text(),
        place,
        by: {
          enum: ["request", "condition", "page", "generated"],
          description:
            "What of the request was recorded: itself, itself under the same condition, or the list that the page was cut from.",
        },
        turn: count("How often it had been asked for before."),
      }),
      object({ kind: constant("decided"), rule: text("What the profile decided.") }),
      object({
        kind: constant("refused"),
        limit: { enum: ["window", "secondary"] },
        as: { enum: ["recorded", "dialect"], description: "As the API was seen to refuse, or as its dialect does." },
      }),
      object({ kind: constant("passed", "Somebody else answered, as it came.") }),
      object({ kind: constant("missed"), miss: named("Miss") }),
    ),
  },
  Miss: object({
    method: text(),
    target: text(),
    "operation?": text("The name of its GraphQL operation, where it has one."),
    principal: text(),
    closest: either(nothing, named("Closest")),
    advice: list(text()),
    "upstream?": text("Why upstream had no answer either, where it was asked."),
  }),
  Closest: object({
    tape: text(),
    place,
    method: text(),
    target: text(),
    principal: text(),
    differences: list(
      object({
        part: text(),
        at: {
          description: "Where in it: a segment's number, a parameter's or a header's name, a JSON pointer.",
          ...either(nothing, text()),
        },
        asked: text(),
        recorded: text(),
      }),
    ),
  }),
  Unplayed: object({ tape: text(), place, method: text(), target: text(), principal: text() }),
  Refusal: object({ message: text() }),
  Tape: object({
    name: text(),
    origin: text("Where it was recorded."),
    recordedAt: integer("Epoch seconds."),
    patch: { description: "The patch that it is of.", ...either(nothing, text()) },
    exchanges: count(),
    visible: count("How many of them can be given: the others have an answer above them."),
  }),
  PatchAnswer: object(
    {
      target: text("Path and query."),
      "method?": { type: "string", default: "GET" },
      "as?": { ...text("The alias for whom it is."), default: "anonymous" },
      "status?": { type: "integer", minimum: 200, maximum: 599, default: 200 },
      "headers?": { type: "object", additionalProperties: text() },
      "json?": { description: "The body, sent as JSON." },
      "text?": text("The body, as text."),
      "chunks?": {
        description: "The body, as texts that are sent one by one.",
        ...list(object({ text: text(), "afterMs?": { type: "number", minimum: 0 } }, { additionalProperties: false })),
      },
      "fault?": {
        description: "How the connection fails after that; without a status and a body, before there is any answer.",
        enum: ["reset", "stall", "truncation"],
      },
    },
    { additionalProperties: false },
  ),
};
