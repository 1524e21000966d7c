import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ResourceName, validate } from "../src/index.ts";
import { exampleOf } from "./documents.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const fileOf = (name: string): string => join(root, "schemas/openapi", `${name}.json`);

interface Ref {
  readonly $ref: string;
}
interface Answer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Ref>>;
  readonly content?: Readonly<
    Record<string, { readonly schema: Ref; readonly examples: Readonly<Record<string, { readonly value: unknown }>> }>
  >;
}
interface Operation {
  readonly operationId: string;
  readonly security: ReadonlyArray<Readonly<Record<string, unknown>>>;
  readonly parameters?: readonly (Ref | { readonly name: string; readonly schema: unknown })[];
  readonly responses: Readonly<Record<string, Answer | Ref>>;
}
interface Document {
  readonly paths: Readonly<Record<string, { readonly get: Operation }>>;
  readonly components: {
    readonly responses: Readonly<Record<string, Answer>>;
    readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
}

const service: Document = JSON.parse(readFileSync(fileOf("service"), "utf8"));
const cityCount: Document = JSON.parse(readFileSync(fileOf("city-count"), "utf8"));
const operations = [service, cityCount].flatMap(({ paths }) => Object.entries(paths));

function settle(answer: Answer | Ref): Answer {
  if (!("$ref" in answer)) return answer;
  return service.components.responses[answer.$ref.replace("#/components/responses/", "")] as Answer;
}

const answers = operations.flatMap(([path, { get }]) =>
  Object.entries(get.responses).map(
    ([status, answer]) => [`${status} of ${path}`, path, status, settle(answer)] as const,
  ),
);

// Every path, who may ask, and the parameters in the path: contract, section 4.
test.each<readonly [path: string, operation: string, credential: "optional" | "required" | "none"]>([
  ["/zen", "getZen", "optional"],
  ["/users/{username}", "getUser", "optional"],
  ["/user", "getOwnUser", "required"],
  ["/repos/{owner}/{repo}", "getRepository", "optional"],
  ["/user/repos", "listOwnRepositories", "required"],
  ["/users/{username}/repos", "listUserRepositories", "optional"],
  ["/orgs/{org}/repos", "listOrganizationRepositories", "optional"],
  ["/rate_limit", "getRateLimit", "optional"],
  ["/bicyclists/{city}", "getCityCount", "none"],
])("OpenAPI has %s", (path, operation, credential) => {
  const { get } = Object.fromEntries(operations)[path] ?? {};
  expect(get?.operationId).toBe(operation);
  expect(get?.security.flatMap(Object.keys)).toEqual(credential === "none" ? [] : ["basic", "token"]);
  expect(get?.security.some((scheme) => Object.keys(scheme).length === 0)).toBe(credential !== "required");
  const named = get?.parameters?.map((one) => ("$ref" in one ? one.$ref.replace(/.*\//, "") : one.name)) ?? [];
  expect(named).toEqual(expect.arrayContaining([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)));
});

test("OpenAPI has no path beyond these", () => {
  expect(operations).toHaveLength(9);
});

test("OpenAPI has both forms of a credential", () => {
  expect(service.components.securitySchemes["basic"]).toMatchObject({ type: "http", scheme: "basic" });
  expect(service.components.securitySchemes["token"]).toMatchObject({
    type: "apiKey",
    in: "header",
    name: "Authorization",
  });
});

test("OpenAPI has the seven cities", () => {
  expect(cityCount.paths["/bicyclists/{city}"]?.get.parameters).toMatchObject([
    {
      name: "city",
      schema: { enum: ["benalmadena", "cordoba", "fuengirola", "helsinki", "malaga", "moscow", "spb"] },
    },
  ]);
});

const quota = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-used", "x-ratelimit-reset"];

const ofService = answers.filter(([, path]) => path !== "/bicyclists/{city}");

test.each(ofService)(
  "OpenAPI: the %s carries the quota and says which version it is",
  (_name, _path, _status, answer) => {
    expect(Object.keys(answer.headers ?? {})).toEqual(expect.arrayContaining([...quota, "x-service-media-type"]));
  },
);

test.each(ofService.filter(([, path, status]) => status === "200" && path !== "/zen" && path !== "/rate_limit"))(
  "OpenAPI: the %s carries every header of 4.1",
  (_name, _path, _status, answer) => {
    const stated = Object.keys(
      JSON.parse(readFileSync(join(root, "schemas/response-headers.json"), "utf8")).properties,
    );
    // OpenAPI states the content type as the key of the content.
    const due = stated.filter((name) => name !== "content-type");
    expect(Object.keys(answer.headers ?? {})).toEqual(
      expect.arrayContaining([...due, "x-service-media-type", "x-service-request-id"]),
    );
  },
);

describe.each(answers.filter(([, , , { content }]) => content !== undefined))(
  "OpenAPI: the %s",
  (_name, _path, _status, answer) => {
    test("has the schema of its resource, and examples that fit it", () => {
      const [content] = Object.values(answer.content ?? {});
      const resource = content?.schema.$ref.replace(/^\.\.\/|\.json$/g, "") as ResourceName;
      const examples = Object.values(content?.examples ?? {});
      expect(examples).not.toEqual([]);
      for (const { value } of examples) expect(validate(resource, value)).toEqual([]);
    });
  },
);

test("OpenAPI shows the examples that the schemas show", () => {
  const shown = (path: string, name: string): unknown =>
    settle(service.paths[path]?.get.responses["200"] ?? { $ref: "" }).content?.["application/json"]?.examples[name]
      ?.value;
  expect(shown("/users/{username}", "user")).toEqual(exampleOf("user"));
  expect(shown("/user", "user")).toEqual(exampleOf("own-user"));
  expect(shown("/repos/{owner}/{repo}", "repository")).toEqual(exampleOf("repository"));
  expect(shown("/user/repos", "one")).toEqual([exampleOf("repository-item")]);
});

describe("OpenAPI, read by others", () => {
  const bin = (name: string): string => join(root, "node_modules/.bin", name);
  const run = (name: string, ...words: readonly string[]): string =>
    execFileSync(bin(name), words, {
      encoding: "utf8",
      stdio: "pipe",
      env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
    });
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "tapedeck-openapi-"));
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  // Two rules are left to the tests above: the linter's own ajv does not follow a $ref out of a schema that has an $id.
  const skipped = ["no-invalid-media-type-examples", "no-invalid-schema-examples"].flatMap((rule) => [
    "--skip-rule",
    rule,
  ]);

  test.each(["service", "city-count"])("Redocly's strictest rules find nothing in %s", (name) => {
    const found = JSON.parse(
      run("redocly", "lint", "--extends=recommended-strict", "--format=json", ...skipped, fileOf(name)),
    );
    expect(found.problems).toEqual([]);
  });

  async function generateClient(name: string): Promise<{
    readonly client: Readonly<Record<string, (...parameters: unknown[]) => Promise<unknown>>>;
    readonly defaults: { fetch: (url: string) => Promise<Response> };
  }> {
    run("redocly", "bundle", fileOf(name), "-o", join(folder, `${name}.json`));
    run("oazapfts", join(folder, `${name}.json`), join(folder, `${name}.ts`));
    const client = await import(/* @vite-ignore */ pathToFileURL(join(folder, `${name}.ts`)).href);
    return { client, defaults: client.defaults };
  }

  test("oazapfts makes a client of the service, and the client works", async () => {
    const { client, defaults } = await generateClient("service");
    const asked: string[] = [];
    defaults.fetch = async (url) => {
      asked.push(url);
      return Response.json(exampleOf("repository"));
    };
    expect(await client["getRepository"]?.("ada", "engine", {})).toMatchObject({
      status: 200,
      data: { full_name: "ada/engine" },
    });
    expect(asked).toEqual(["https://api.service.example/repos/ada/engine"]);
    const operationIds = Object.values(service.paths).map(({ get }) => get.operationId);
    expect(Object.keys(client)).toEqual(expect.arrayContaining(operationIds));
  });

  test("oazapfts makes a client of the city counts, and the client works", async () => {
    const { client, defaults } = await generateClient("city-count");
    const asked: string[] = [];
    defaults.fetch = async (url) => {
      asked.push(url);
      return Response.json(1815);
    };
    expect(await client["getCityCount"]?.("malaga")).toMatchObject({ status: 200, data: 1815 });
    expect(asked).toEqual(["https://cyclists.service.example/bicyclists/malaga"]);
  });
});
