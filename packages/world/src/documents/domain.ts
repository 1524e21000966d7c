import type { ResourceName } from "@tapedeck/schema";
import { accountLinks, repositoryLinks, site } from "./links.ts";

/** A document before its fields agree. */
export type DocumentFields = Readonly<Record<string, unknown>>;

/**
 * Makes a document keep the rules of its domain.
 * @param given Names of given fields: the others follow them.
 */
type Settle = (document: DocumentFields, given: ReadonlySet<string>) => DocumentFields;

/** Fields that say the same under several names. */
export const synonyms: ReadonlyArray<readonly [string, ...string[]]> = [
  ["stargazers_count", "watchers_count", "watchers"],
  ["forks_count", "forks"],
  ["open_issues_count", "open_issues"],
];

/** The rules of the domain that a schema cannot express, by kind of document. */
const rules: Readonly<Partial<Record<ResourceName, Settle>>> = {
  account: settleAccount,
  user: settleUser,
  "own-user": settleUser,
  "repository-item": settleRepository,
  repository: settleRepository,
  "rate-limit": settleOverview,
  "rate-limit-headers": settleCounters,
  "response-headers": settleCounters,
};

/** The fields that follow from others, by the schema that names them. */
export const derivedFields: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...["account.json", "user.json", "own-user.json"].map(
    (file) => [file, new Set(Object.keys(accountLinks(site, "")))] as const,
  ),
  ...["repository-item.json", "repository.json"].map(
    (file) => [file, new Set(["name", ...Object.keys(repositoryLinks(site, ""))])] as const,
  ),
]);

/**
 * Gives a document the wanted fields, and makes the others agree: links with names, counts with each other, times with
 * the time of creation.
 * @example
 * settle("repository", document, { name: "engine" }).full_name; // "ada/engine"
 */
export function settle(name: ResourceName, document: unknown, wanted: object = {}): unknown {
  if (name === "repositories") return (document as readonly unknown[]).map((item) => settle("repository-item", item));
  if (typeof document !== "object" || document === null) return document;
  const rule = rules[name] ?? ((fields: DocumentFields) => fields);
  const given = new Set(Object.keys(wanted));
  return given.size === 0
    ? rule(document as DocumentFields, given)
    : { ...rule({ ...document, ...wanted }, given), ...wanted };
}

function settleAccount(document: DocumentFields, given: ReadonlySet<string>): DocumentFields {
  const { login: raw } = document;
  const login = given.has("login") ? String(raw) : String(raw).replace(/[\s/]+/g, "") || "a";
  return { ...document, login, ...existing(document, accountLinks(site, login)) };
}

function settleUser(document: DocumentFields, given: ReadonlySet<string>): DocumentFields {
  return ordered(settleAccount(document, given), given);
}

function settleRepository(document: DocumentFields, given: ReadonlySet<string>): DocumentFields {
  const [ownerInName, nameInName] = String(document["full_name"]).split("/");
  const follows = (field: string): boolean => given.has("full_name") || !given.has(field);
  const described = document["owner"] as DocumentFields;
  const owner = follows("owner") ? settleAccount({ ...described, login: ownerInName }, new Set(["login"])) : described;
  const name = follows("name") ? nameInName : document["name"];
  const fullName = `${owner["login"]}/${name}`;
  const organization = owner["type"] === "Organization" ? owner : null;
  const links = repositoryLinks(site, fullName);
  const settled: Record<string, unknown> = { ...document, owner, name, full_name: fullName, ...links };
  if (Object.hasOwn(document, "organization")) settled["organization"] = organization;
  for (const names of synonyms) {
    const leader = names.find((field) => given.has(field)) ?? names[0];
    for (const field of names) if (Object.hasOwn(document, field)) settled[field] = document[leader];
  }
  return ordered(settled, given);
}

/** Puts the time of creation before the others, and makes valid times of what only looks like one. */
function ordered(document: DocumentFields, given: ReadonlySet<string>): DocumentFields {
  const moments = new Map<string, string>();
  for (const name of ["created_at", "updated_at", "pushed_at"]) {
    const { [name]: moment } = document;
    if (typeof moment === "string") moments.set(name, given.has(name) ? moment : calendarMoment(moment));
  }
  const [earliest = ""] = [...moments.values()].sort((one, other) => (isBefore(one, other) ? -1 : 1));
  const { created_at: own } = document;
  const created = given.has("created_at") ? String(own) : earliest;
  for (const [name, moment] of moments)
    if (!given.has(name) && (name === "created_at" || isBefore(moment, created))) moments.set(name, created);
  return { ...document, ...Object.fromEntries(moments) };
}

// Without the Z, a time with a fraction sorts after the one without.
function isBefore(one: string, other: string): boolean {
  return one.replace("Z", "") < other.replace("Z", "");
}

// The pattern allows the 31st of February, and a second that most minutes do not have.
function calendarMoment(text: string): string {
  return text.replace(/-(?:29|30|31)T/, "-28T").replace(":60", ":59");
}

function settleOverview(document: DocumentFields, given: ReadonlySet<string>): DocumentFields {
  const buckets = Object.entries(document["resources"] as Readonly<Record<string, DocumentFields>>);
  const resources = Object.fromEntries(
    buckets.map(([name, bucket]) => {
      const limit = Number(bucket["limit"]);
      const used = Math.min(limit, Number(bucket["used"]));
      return [name, { ...bucket, used, remaining: limit - used }];
    }),
  );
  return {
    ...document,
    resources: given.has("resources") ? document["resources"] : resources,
    rate: resources["core"],
  };
}

function settleCounters(document: DocumentFields, given: ReadonlySet<string>): DocumentFields {
  const [limitName, usedName, remainingName] = ["limit", "used", "remaining"].map((word) => `x-ratelimit-${word}`) as [
    string,
    string,
    string,
  ];
  // Nine digits: more than any limit, and few enough for arithmetic.
  const read = (name: string): number => Number(String(document[name]).slice(0, 9));
  const wanted = [usedName, remainingName].filter((name) => given.has(name)).map(read);
  const limit = given.has(limitName) ? read(limitName) : Math.max(read(limitName), ...wanted);
  const used = given.has(remainingName) ? limit - read(remainingName) : Math.min(limit, read(usedName));
  return { ...document, [limitName]: String(limit), [usedName]: String(used), [remainingName]: String(limit - used) };
}

/** Returns those of some fields that a document has: missing ones are not added. */
function existing(document: DocumentFields, fields: object): DocumentFields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => Object.hasOwn(document, name)));
}
