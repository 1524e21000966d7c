import { expect } from "vitest";
import { type ResourceName, validate } from "../src/index.ts";
import { type Described, editions, inFixtures, inOpenApi, inWebhooks } from "./publisher.ts";
import { resourceOf } from "./resource-of.ts";

// Accounts, repositories, licenses and errors stand inside many documents that answer other routes. Which object is one
// of them is not for its looks to say, or whatever fails could be called something else: the publisher's own description
// of the place where it stands says it.
/** The published documents, by where they are. */
export const sources: Readonly<Record<string, readonly Described[]>> = {
  "@octokit/openapi": inOpenApi(),
  "@octokit/fixtures, as they came": inFixtures("raw"),
  "@octokit/fixtures, made neutral": inFixtures("normalized"),
  "@octokit/webhooks-examples": inWebhooks("api.github.com"),
  "@octokit/webhooks-examples, on premises": editions
    .filter((edition) => edition !== "api.github.com")
    .flatMap(inWebhooks),
};

/** What the publisher calls the records of the contract. */
export const forms: Readonly<Partial<Record<ResourceName, readonly string[]>>> = {
  "own-user": ["Private User"],
  user: ["Public User"],
  account: [
    "Simple User",
    "User",
    "Organization Simple",
    "Organization Full",
    "Organization Simple for Classroom",
    "Collaborator",
  ],
  repository: ["Full Repository"],
  "repository-item": ["Repository", "Minimal Repository"],
  license: ["License Simple", "License"],
  error: ["Basic Error", "Validation Error"],
};

/** Other forms of a record, by what the publisher says of the place, and what is asked of each of them instead. */
export const otherForms: Readonly<Record<string, OtherForm>> = {
  "the repository that a push event is about: its times are numbers of seconds": {
    is: ({ source, pointer }) => source === "push" && pointer === "/repository",
    keeps: ({ form, description, record }) => {
      expect(form).toBe("Repository");
      expect(JSON.stringify(description.properties?.["created_at"])).toContain('"integer"');
      const inSeconds = Object.entries(record).filter(([name, value]) => /_at$/.test(name) && Number.isInteger(value));
      const times = inSeconds.map(([name, seconds]) => [name, new Date(Number(seconds) * 1000).toISOString()]);
      expect(times.length).toBeGreaterThan(0);
      expect(validate("repository-item", { ...record, ...Object.fromEntries(times) })).toEqual([]);
    },
  },
  "a Minimal Repository where it is no item of the contract's lists: it may be cut down to its links": {
    is: ({ form, source, pointer }) =>
      form === "Minimal Repository" && !(resourceOf(source, 200) === "repositories" && /^\/\d+$/.test(pointer)),
    keeps: ({ record }) => {
      const problems = validate("repository-item", record);
      const links = /^\/(?:id|node_id|name|full_name|private|owner|url|html_url|\w+s_url)$/;
      expect(problems.filter(({ path, found }) => found !== "nothing" || links.test(path))).toEqual([]);
    },
  },
  "the reviewer of a deployment, who may be a team": {
    is: ({ source, pointer }) =>
      source === "deployment-review-requested" && /\/reviewers\/\d+\/reviewer$/.test(pointer),
    keeps: ({ record }) => {
      expect(record).toHaveProperty("slug");
    },
  },
};

interface OtherForm {
  readonly is: (one: Described) => boolean;
  /** What its records keep to. */
  readonly keeps: (one: Described) => void;
}

/** A published record of the contract, and what its schema has against it. */
export type Found = Described & { readonly resource: ResourceName; readonly paths: readonly string[] };

function recordsIn(described: readonly Described[]): readonly Found[] {
  return described.flatMap((one) => {
    const [resource] = Object.entries(forms).find(([, names]) => names.includes(one.form)) ?? [];
    if (resource === undefined || Object.values(otherForms).some(({ is }) => is(one))) return [];
    const problems = validate(resource as ResourceName, one.record);
    const paths = problems.map(({ path, found }) => `${found === "nothing" ? "without " : ""}${path.slice(1)}`);
    return [{ ...one, resource: resource as ResourceName, paths }];
  });
}

/** The records of the contract in each source. */
export const found: ReadonlyArray<readonly [source: string, records: readonly Found[]]> = Object.entries(sources).map(
  ([source, described]) => [source, recordsIn(described)] as const,
);
