import type { ResourceName } from "@tapedeck/schema";
import { type DocumentFields, synonyms } from "../documents/domain.ts";
import { accountLinks, repositoryLinks, site } from "../documents/links.ts";
import type { Fault } from "./faults.ts";

/** The rules that no schema can express, in the words of a near miss. */
export const domainRules = {
  name: "full_name = owner.login/name",
  synonyms: "counts under several names are equal",
  links: "links are the record's own",
  moments: "created_at ≤ updated_at",
  organization: "organization = owner, where that is one",
  counters: "remaining + used = limit",
  overview: "rate = resources.core",
} as const;

/** The name of a rule of the domain. */
export type DomainRule = (typeof domainRules)[keyof typeof domainRules];

type Find = (document: DocumentFields) => readonly Fault[];

const finders: Readonly<Partial<Record<ResourceName, Find>>> = {
  account: inAccount,
  user: inUser,
  "own-user": inUser,
  "repository-item": inRepository,
  repository: inRepository,
  "rate-limit": inOverview,
  "rate-limit-headers": inCounters,
  "response-headers": inCounters,
};

/** Returns whether documents of a kind have rules beyond their schema. */
export function hasDomain(name: ResourceName): boolean {
  return name === "repositories" || finders[name] !== undefined;
}

/**
 * Finds every way to break exactly one rule of the domain, and not the schema, in a valid document.
 * @example
 * domainFaultsIn("rate-limit-headers", headers); // [{ keys: ["x-ratelimit-used"], rule: "remaining + used = limit", … }]
 */
export function domainFaultsIn(name: ResourceName, document: unknown): readonly Fault[] {
  if (name === "repositories")
    return (document as readonly unknown[]).flatMap((item, at) =>
      domainFaultsIn("repository-item", item).map((fault) => ({ ...fault, keys: [String(at), ...fault.keys] })),
    );
  return finders[name]?.(document as DocumentFields) ?? [];
}

function inAccount(account: DocumentFields, within: readonly string[] = []): readonly Fault[] {
  const elsewhere = accountLinks(site, `${account["login"]}-else`);
  return Object.entries(elsewhere).flatMap(([link, put]) =>
    Object.hasOwn(account, link) ? { keys: [...within, link], rule: domainRules.links, put } : [],
  );
}

function inUser(user: DocumentFields): readonly Fault[] {
  return [...inAccount(user), ...inMoments(user)];
}

function inRepository(repository: DocumentFields): readonly Fault[] {
  const { name, full_name, owner, organization } = repository;
  const { type } = owner as DocumentFields;
  const equals = synonyms.map((names) => names.filter((each) => Object.hasOwn(repository, each)));
  const links = Object.entries(repositoryLinks(site, `${full_name}-else`));
  const faults: Fault[] = [
    { keys: ["name"], rule: domainRules.name, put: `${name}-else` },
    ...equals
      .filter(({ length }) => length > 1)
      .flatMap((names) =>
        names.map((each) => ({ keys: [each], rule: domainRules.synonyms, put: another(repository[each]) })),
      ),
    ...links.map(([link, put]) => ({ keys: [link], rule: domainRules.links, put })),
    // Then an organization would also no longer be the owner.
    ...(organization ? [] : inAccount(owner as DocumentFields, ["owner"])),
    ...inMoments(repository),
  ];
  if (Object.hasOwn(repository, "organization")) {
    const put =
      type === "Organization" ? { ...(owner as DocumentFields), id: another((owner as DocumentFields)["id"]) } : owner;
    faults.push({ keys: ["organization"], rule: domainRules.organization, put });
  }
  return faults;
}

function inMoments(record: DocumentFields): readonly Fault[] {
  const [put, rule] = ["9999-12-31T23:59:59Z", domainRules.moments];
  const { created_at, updated_at } = record;
  const isEarlier = typeof updated_at === "string" && updated_at.slice(0, 19) < put.slice(0, 19);
  return isEarlier && typeof created_at === "string" ? [{ keys: ["created_at"], rule, put }] : [];
}

function inOverview(overview: DocumentFields): readonly Fault[] {
  const rate = overview["rate"] as DocumentFields;
  const others = Object.entries(overview["resources"] as Readonly<Record<string, DocumentFields>>);
  return [
    { keys: ["rate", "reset"], rule: domainRules.overview, put: another(rate["reset"]) },
    // A core bucket that does not add up would also differ from `rate`.
    ...others
      .filter(([name]) => name !== "core")
      .map(([name, { used }]) => ({
        keys: ["resources", name, "used"],
        rule: domainRules.counters,
        put: another(used),
      })),
  ];
}

function inCounters(headers: DocumentFields): readonly Fault[] {
  return ["limit", "remaining", "used"].map((word) => {
    const name = `x-ratelimit-${word}`;
    return { keys: [name], rule: domainRules.counters, put: String(another(Number(headers[name]))) };
  });
}

function another(count: unknown): number {
  return count === 0 ? 1 : Number(count) - 1;
}
