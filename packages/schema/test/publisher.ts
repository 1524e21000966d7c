import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { resourceOf } from "./resource-of.ts";

/** A schema of the publisher's own OpenAPI 3.0 description, as far as it is looked into. */
export interface Description {
  readonly $ref?: string;
  readonly title?: string;
  readonly type?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Description>>;
  readonly items?: Description;
  readonly oneOf?: readonly Description[];
  readonly anyOf?: readonly Description[];
  readonly allOf?: readonly Description[];
  readonly [keyword: string]: unknown;
}

export type Fields = Readonly<Record<string, unknown>>;

/** An object inside a published document, and how the publisher describes the place where it stands. */
export interface Described {
  /** What the publisher calls it: the title of the description of its place, "Simple User". */
  readonly form: string;
  readonly description: Description;
  readonly record: Fields;
  /** The path that was asked, or the event that was told. */
  readonly source: string;
  /** Where in the answer: a JSON Pointer. */
  readonly pointer: string;
}

const folderOf = (name: string): string => dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
// biome-ignore lint/suspicious/noExplicitAny: what others publish has no types here
const read = (...path: readonly string[]): any => JSON.parse(readFileSync(join(...path), "utf8"));

const openapi = read(folderOf("@octokit/openapi"), "generated/api.github.com.json");
const scenarios = join(folderOf("@octokit/fixtures"), "scenarios/api.github.com");
const webhooks = folderOf("@octokit/webhooks-examples");

/** Every object of the examples in `@octokit/openapi`, each example once: under a route of the contract, where it has one. */
export function inOpenApi(): readonly Described[] {
  const seen = new Set<unknown>();
  const found: Described[] = [];
  const isForeign = (path: string): number => Number(resourceOf(path, 200) === null);
  const paths = Object.entries<Fields>(openapi.paths).sort(([one], [other]) => isForeign(one) - isForeign(other));
  for (const [path, operations] of paths)
    for (const operation of Object.values(operations))
      for (const answer of Object.values((operation as Operation).responses ?? {}))
        for (const { schema, examples = {} } of contents(answer))
          for (const example of Object.values(examples)) {
            const { value } = settle(example);
            if (typeof value !== "object" || seen.has(value)) continue;
            seen.add(value);
            found.push(...describe(value, schema, path));
          }
  return found;
}

/** Every object of the answers in `@octokit/fixtures`: as they came (`raw`), or made neutral by the publisher. */
export function inFixtures(edition: "raw" | "normalized"): readonly Described[] {
  return readdirSync(scenarios).flatMap((scenario) =>
    (read(scenarios, scenario, `${edition}-fixture.json`) as readonly Fields[]).flatMap((exchange) => {
      const { method, path, status, response } = exchange;
      const answer = operationOf(`${method}`, `${path}`)?.responses?.[`${status}`];
      const [{ schema = undescribed } = {}] = answer === undefined ? [] : contents(answer);
      return describe(response, schema, `${path}`);
    }),
  );
}

/** The editions of `@octokit/webhooks-examples`: of the service, and of what is run on premises. */
export const editions: readonly string[] = readdirSync(webhooks).filter((name) => /^(api|ghes)[.-][^.]*/.test(name));

/** Every object of the payloads in one edition of `@octokit/webhooks-examples`. */
export function inWebhooks(edition: string): readonly Described[] {
  const events = read(webhooks, edition, "index.json") as ReadonlyArray<{ name: string; examples: readonly Fields[] }>;
  return events.flatMap(({ name, examples }) =>
    examples.flatMap((payload) => {
      const event = openapi["x-webhooks"][dashed(name, payload["action"])] ?? openapi["x-webhooks"][dashed(name)];
      const schema = event?.post.requestBody.content["application/json"].schema ?? undescribed;
      return describe(payload, schema, dashed(name, payload["action"]));
    }),
  );
}

/** What the publisher says of a place, with its references followed. */
export function settle(description: Description): Description {
  const { $ref } = description;
  if ($ref === undefined) return description;
  const keys = $ref.split("/").slice(1);
  return settle(keys.reduce((within, key) => within[key.replaceAll("~1", "/").replaceAll("~0", "~")], openapi));
}

// Retired routes and events are published as examples and no longer described: their accounts and repositories are
// known by the keys that every event has them under.
const usual = (name: string): Description => ({ $ref: `#/components/schemas/${name}` });
const undescribed: Description = {
  properties: {
    creator: usual("simple-user"),
    sender: usual("simple-user"),
    organization: usual("organization-simple-webhooks"),
    repository: usual("repository-webhooks"),
  },
};

const dashed = (...words: readonly unknown[]): string =>
  words
    .filter((word) => typeof word === "string")
    .join("-")
    .replaceAll("_", "-");

interface Content {
  readonly schema: Description;
  readonly examples?: Readonly<Record<string, Description>>;
}

function contents(answer: Description): readonly Content[] {
  return Object.values((settle(answer)["content"] ?? {}) as Readonly<Record<string, Content>>);
}

interface Operation {
  readonly responses?: Readonly<Record<string, Description>>;
}

function operationOf(method: string, path: string): Operation | undefined {
  // A repository that was renamed answers by its number.
  const bare = path.replace(/\?.*|\/$/g, "").replace(/^\/repositories\/\d+/, "/repos/{owner}/{repo}");
  const fits = (route: string): boolean =>
    new RegExp(`^${route.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`).test(bare);
  const [route] = Object.keys(openapi.paths)
    .filter(fits)
    .sort((one, other) => one.split("{").length - other.split("{").length);
  return openapi.paths[route ?? ""]?.[method];
}

function describe(value: unknown, place: Description | undefined, source: string, pointer = ""): readonly Described[] {
  if (typeof value !== "object" || value === null || place === undefined) return [];
  const description = settle(place);
  const { title = "", items, properties = {}, allOf = [] } = description;
  const within = [...allOf, ...likeliest(value, description)].flatMap((part) => describe(value, part, source, pointer));
  if (Array.isArray(value))
    return [...within, ...value.flatMap((item, index) => describe(item, items, source, `${pointer}/${index}`))];
  const record = value as Fields;
  const inside = Object.entries(record).flatMap(([key, field]) =>
    describe(field, properties[key], source, `${pointer}/${key}`),
  );
  return [...(title === "" ? [] : [{ form: title, description, record, source, pointer }]), ...within, ...inside];
}

// Of several descriptions of a place, the one that knows most fields of what stands there, and misses fewest.
function likeliest(value: object, { oneOf = [], anyOf = [] }: Description): readonly Description[] {
  const choices = [...oneOf, ...anyOf].map((choice) => {
    const missed = (settle(choice).required ?? []).filter((name) => !Object.hasOwn(value, name)).length;
    return { choice, known: knownFields(value, choice), missed };
  });
  return choices
    .sort((one, other) => other.known - one.known || one.missed - other.missed)
    .slice(0, 1)
    .map(({ choice }) => choice);
}

function knownFields(value: object, place: Description): number {
  const { type, items = {}, properties = {}, allOf = [] } = settle(place);
  if (Array.isArray(value)) return type === "array" ? knownFields(value[0] ?? {}, items) : -1;
  if (type === "array") return -1;
  const own = Object.keys(value).filter((key) => Object.hasOwn(properties, key)).length;
  return own + allOf.reduce((sum, part) => sum + knownFields(value, part), 0);
}
