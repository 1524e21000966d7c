import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ResourceName } from "../src/index.ts";

const root = new URL("../../../", import.meta.url);

interface Answer {
  readonly content?: Readonly<Record<string, { readonly schema?: { readonly $ref?: string } }>>;
}

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, Answer>>;
}

interface Document {
  readonly paths: Readonly<Record<string, { readonly get?: Operation }>>;
}

const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, root), "utf8"));

const described = globSync("schemas/openapi/*.json", { cwd: fileURLToPath(root) })
  .flatMap((file) => Object.entries((read(file) as Document).paths))
  .flatMap(([path, { get }]) =>
    get === undefined ? [] : [{ path, id: get.operationId, answer: get.responses["200"] }],
  );

/** The paths with a number, which stand for others. */
const { operations } = read("packages/api/src/contract/github.json") as {
  readonly operations: Readonly<Record<string, { readonly path: string; readonly like: string }>>;
};
const numbered = Object.values(operations).flatMap(({ path, like }) =>
  described.filter(({ id }) => id === like).map((each) => ({ ...each, path })),
);

/** The schema that the documents name for the good answer of each of their paths. */
const routes = [...described, ...numbered].map(({ path, answer }): readonly [path: RegExp, resource: ResourceName] => {
  const [content] = Object.values(answer?.content ?? {});
  const [, name = ""] = /([\w-]+)\.json$/.exec(content?.schema?.$ref ?? "") ?? [];
  return [new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`), name as ResourceName];
});

/** The schema that the answer to a path of the contract must fit; null where no document names one. */
export function resourceOf(path: string, status: number): ResourceName | null {
  if (status >= 400) return "error";
  const bare = path.replace(/[?#].*$/s, "").replace(/\/$/, "");
  return status === 200 ? (routes.find(([route]) => route.test(bare))?.[1] ?? null) : null;
}
