import { type ResourceName, validate } from "@tapedeck/schema";
import type { HeaderList } from "@tapedeck/tape";
import type { Api, BodyCheck, Operation } from "../api.ts";
import { compileApi } from "../compile.ts";
import type { ApiDescription } from "../description.ts";
import { cityCount as cityCountsDocument, service as serviceDocument } from "../generated/openapi.ts";
import type { ListOrder } from "../list-order.ts";
import cityCountsDescription from "./city-counts.json" with { type: "json" };
import githubDescription from "./github.json" with { type: "json" };
import serviceDescription from "./service.json" with { type: "json" };
import { renameVendor } from "./vendor.ts";

/** The code-hosting API of the contract, with few additions. @see beyond-the-spec */
export const service: Api = compileApi(serviceDescription as ApiDescription, {
  document: serviceDocument,
  behaviour: {
    checkBody,
    checkHeaders,
    isPrivate: (repository) => repository["private"] === true,
    listOrder: orderOfRepositories,
    knownWords,
    sentHeaders: renameVendor("service"),
  },
});

/** The same API as measured on the live service. @see beyond-the-spec */
export const github: Api = compileApi(githubDescription as ApiDescription, {
  base: service,
  behaviour: { aliasesIn: numberAliases, sentHeaders: renameVendor("github") },
});

/** The city cyclist counts. */
export const cityCounts: Api = compileApi(cityCountsDescription as ApiDescription, {
  document: cityCountsDocument,
  behaviour: { checkBody },
});

/** The types of an account that the schema names as examples: it leaves the field open. */
const accountTypes: readonly string[] = ["User", "Organization", "Bot"];

/** Lists the words that a field of an object may have besides recorded ones: an account is known by its login. */
function knownWords(field: string, fields: { has(name: string): boolean }): readonly string[] {
  return field === "type" && fields.has("login") ? accountTypes : [];
}

/** The members of a document that concern its id; any of them may be missing. */
interface Document {
  readonly id?: unknown;
  readonly login?: unknown;
  readonly type?: unknown;
  readonly full_name?: unknown;
  readonly owner?: unknown;
  readonly organization?: unknown;
}

/**
 * Returns paths with a number, and the paths with a name that they stand for, by the ids in a document: the live
 * service links to numbers, while recordings are mostly requested by name.
 * @see beyond-the-spec, "Pagination"
 */
function* numberAliases(document: unknown): Generator<readonly [alias: string, path: string]> {
  if (Array.isArray(document)) {
    for (const each of document) yield* numberAliases(each);
    return;
  }
  if (typeof document !== "object" || document === null) return;
  const { id, login, type, full_name: fullName, owner, organization }: Document = document;
  if (typeof fullName === "string") yield [`/repositories/${id}`, `/repos/${fullName}`];
  if (typeof login === "string") {
    yield [`/user/${id}/repos`, `/users/${login}/repos`];
    if (type === "Organization") yield [`/organizations/${id}/repos`, `/orgs/${login}/repos`];
  }
  for (const account of [owner, organization]) if (!Array.isArray(account)) yield* numberAliases(account);
}

/** The members by which repositories are filtered and sorted; any of them may be missing. */
interface Repository {
  readonly full_name?: unknown;
  readonly created_at?: unknown;
  readonly updated_at?: unknown;
  readonly pushed_at?: unknown;
  readonly fork?: unknown;
  readonly private?: unknown;
  readonly owner?: { readonly login?: unknown } | null;
}

const sortKeys: Readonly<Record<string, keyof Repository>> = {
  created: "created_at",
  updated: "updated_at",
  pushed: "pushed_at",
  full_name: "full_name",
};

const readMembers: ReadonlySet<string> = new Set([...Object.values(sortKeys), "fork", "private"]);

const choices: Readonly<Record<string, (repository: Repository) => boolean>> = {
  all: () => true,
  forks: ({ fork }) => fork === true,
  sources: ({ fork }) => fork === false,
  public: (repository) => repository.private === false,
  private: (repository) => repository.private === true,
};

/**
 * Tells the repositories of a whole list that `type` selects, and how `sort` and `direction` sort them; null for a value
 * that the documents do not tell (`type=member`).
 * @see beyond-the-spec, "What real clients do"
 */
function orderOfRepositories(parameters: URLSearchParams): ListOrder | null {
  const known = new Set(["type", "sort", "direction"]);
  if ([...parameters.keys()].some((name) => !known.has(name))) return null;
  const type = parameters.get("type") ?? "all";
  const sort = parameters.get("sort");
  const direction = parameters.get("direction") ?? (sort === null || sort === "full_name" ? "asc" : "desc");
  const chooses = Object.hasOwn(choices, type) ? choices[type] : undefined;
  const key = Object.hasOwn(sortKeys, sort ?? "full_name") ? sortKeys[sort ?? "full_name"] : undefined;
  if (chooses === undefined || key === undefined || !["asc", "desc"].includes(direction)) return null;
  const isSorted = sort !== null || parameters.has("direction");
  return {
    reads: readMembers,
    shows: (item) => chooses(repositoryOf(item)),
    keyOf: isSorted ? (item) => String(repositoryOf(item)[key] ?? "").toLowerCase() : null,
    isDescending: direction === "desc",
  };
}

function repositoryOf(item: unknown): Repository {
  return typeof item === "object" && item !== null ? item : {};
}

/** The documents whose headers the contract shows, and the line of text that has most of them. */
const documents = /^(?:user|own-user|account|repository|repositories|zen)$/;

// Counters belong to the rate limit, and the media type's name contains the vendor's word.
const others = /^\/(?:x-ratelimit-.*|x-.*-media-type)$/;
// It changes on every call, so it has no fixed content; and it is not JSON.
const notOfText = /^\/(?:etag|content-type)$/;

/**
 * Validates the headers of a successful answer against the contract; returns null for an operation whose headers the
 * contract does not show.
 * @see service-api, sections 4.1 and 9
 */
function checkHeaders(operation: Operation | null, status: number, headers: HeaderList): BodyCheck | null {
  const schema = operation === null || status !== 200 ? null : schemaOf(operation);
  if (schema === null || !documents.test(schema)) return null;
  const found = validate("response-headers", Object.fromEntries(headers)).filter(
    ({ path }) => !others.test(path) && !(schema === "zen" && notOfText.test(path)),
  );
  const versions = headers.flatMap(([name, value]) => {
    const [, vendor] = /^x-([a-z0-9-]+)-media-type$/.exec(name) ?? [];
    const expected = `${vendor}.v3; `;
    return vendor === undefined || value.startsWith(expected)
      ? []
      : [{ path: `/${name}`, expected: `a media type that begins with ${expected.trim()}`, found: value }];
  });
  return { schema: "response-headers", problems: [...found, ...versions] };
}

/**
 * Validates a body against the schema that the OpenAPI document has for it, with precompiled validators. A status of
 * 400 or more has an error body for any request.
 */
function checkBody(operation: Operation | null, status: number, value: unknown): BodyCheck | null {
  const schema = status >= 400 ? "error" : status === 200 && operation?.method === "GET" ? schemaOf(operation) : null;
  return schema === null ? null : { schema, problems: validate(schema, value) };
}

/** Returns the schema of an operation's successful answer; null if it is none of ours. */
function schemaOf({ responses }: Operation): ResourceName | null {
  const [schema] = (responses.get("200")?.values() ?? []) as Iterable<{ readonly $ref?: string }>;
  return (/([\w-]+)\.json$/.exec(schema?.$ref ?? "")?.[1] as ResourceName | undefined) ?? null;
}
