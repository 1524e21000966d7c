import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { homedir } from "node:os";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("../../../", import.meta.url));
// Files on their way into the repository count too: what they break would break it.
const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], { cwd: root });
const files = listed
  .toString()
  .split("\0")
  .filter((file) => file !== "" && existsSync(join(root, file)))
  .sort();
const sources = files.filter((file) => /^packages\/[^/]+\/src\/.*\.ts$/.test(file));

/** What each package may import, lowest first: the arrows of the map in `packages/README.md`. */
const edges: Readonly<Record<string, readonly string[]>> = {
  schema: [],
  "rate-limit": [],
  tape: [],
  api: ["schema", "rate-limit", "tape"],
  replay: ["rate-limit", "tape", "api"],
  record: ["schema", "rate-limit", "tape", "api", "replay"],
  verify: ["schema", "rate-limit", "tape", "api", "replay"],
  serve: ["rate-limit", "tape", "api", "replay"],
  "quota-redis": ["rate-limit", "replay"],
  nock: ["tape", "replay"],
  testing: ["tape", "api", "replay", "record", "nock"],
  world: ["schema", "tape", "api", "replay"],
  check: ["schema", "rate-limit", "tape", "api"],
  conformance: [
    ...["schema", "rate-limit", "tape", "api", "replay", "record"],
    ...["verify", "serve", "quota-redis", "nock", "testing", "world", "check"],
  ],
  cli: [
    ...["schema", "rate-limit", "tape", "api", "replay", "record"],
    ...["verify", "serve", "quota-redis", "nock", "testing", "world", "check"],
  ],
  bench: [
    ...["schema", "rate-limit", "tape", "api", "replay", "record"],
    ...["verify", "serve", "quota-redis", "nock", "testing", "world", "check", "conformance", "cli"],
  ],
};
/** What the tests of a package may use beside that, and nobody installs. */
const testEdges: Readonly<Record<string, readonly string[]>> = {
  cli: ["conformance"],
  "quota-redis": ["tape", "api", "conformance"],
};
const packages = Object.keys(edges).filter((name) => existsSync(join(root, "packages", name, "package.json")));

interface Manifest {
  readonly private?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

function manifestOf(name: string): Manifest {
  return JSON.parse(read(`packages/${name}/package.json`));
}

/** A file without its comments: examples in them are not code. */
function codeOf(file: string): string {
  return read(file).replace(/^\s*(?:\/\/|\/?\*).*$/gm, "");
}

/** What a file imports, at the beginning of a line or on demand. */
function importsOf(file: string): string[] {
  const code = codeOf(file);
  const patterns = [
    /^(?:import|export)\s[^"';]*?from\s*"([^"]+)"/gm,
    /^import\s*"([^"]+)"/gm,
    /\bimport\(\s*"([^"]+)"/g,
  ];
  return patterns.flatMap((pattern) => Array.from(code.matchAll(pattern), ([, specifier = ""]) => specifier));
}

function packageOf(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

function isBuiltin(specifier: string): boolean {
  return specifier.startsWith("node:") || builtinModules.includes(specifier);
}

/** Everything that a file reaches by relative imports, itself included. */
function reachedFrom(file: string, reached = new Set<string>()): ReadonlySet<string> {
  if (reached.has(file)) return reached;
  reached.add(file);
  for (const specifier of importsOf(file)) {
    if (specifier.startsWith(".")) reachedFrom(posix.join(dirname(file), specifier), reached);
  }
  return reached;
}

test("the top level holds what the design names and nothing else", () => {
  const named = ["LICENSE", "README.md", "package-lock.json", "package.json", "packages", "recordings", "schemas"];
  const top = new Set(files.map((file) => file.split("/")[0] ?? "").filter((name) => !name.startsWith(".")));
  expect([...top].sort()).toEqual([...named, "tsconfig.base.json", "turbo.json"]);
});

test("packages holds what the design names and nothing else", () => {
  const found = new Set(files.flatMap((file) => /^packages\/([^/]+)\//.exec(file)?.[1] ?? []));
  expect([...found].filter((name) => !(name in edges))).toEqual([]);
});

describe.each(packages)("@tapedeck/%s", (name) => {
  const own = sources.filter((file) => file.startsWith(`packages/${name}/src/`));
  const below = (edges[name] ?? []).map((lower) => `@tapedeck/${lower}`);
  const { dependencies = {}, devDependencies = {} } = manifestOf(name);
  const imported = (among: readonly string[]): string[] => [
    ...new Set(
      among
        .flatMap(importsOf)
        .filter((specifier) => !specifier.startsWith(".") && !isBuiltin(specifier))
        .map(packageOf),
    ),
  ];

  test("depends on the packages that its edges name alone", () => {
    const forTests = (testEdges[name] ?? []).map((each) => `@tapedeck/${each}`);
    const named = [
      ...Object.keys(dependencies),
      ...Object.keys(devDependencies).filter((each) => !forTests.includes(each)),
    ];
    expect(named.filter((each) => each.startsWith("@tapedeck/") && !below.includes(each))).toEqual([]);
    expect(imported(own).filter((each) => each.startsWith("@tapedeck/") && !below.includes(each))).toEqual([]);
  });

  test("declares what it imports", () => {
    // What is never installed by anybody else may run on what only we have.
    const generators = own.filter((file) => manifestOf(name).private || file.includes("/src/generate/"));
    const running = own.filter((file) => !generators.includes(file));
    expect(imported(running).filter((each) => !(each in dependencies))).toEqual([]);
    expect(imported(generators).filter((each) => !(each in { ...dependencies, ...devDependencies }))).toEqual([]);
  });

  test("names Node's modules by node:, and its own by their files", () => {
    const wrong = own
      .flatMap(importsOf)
      // Those that have no other name are listed by the one with node:.
      .filter((specifier) => !specifier.startsWith("node:"))
      .filter((specifier) => builtinModules.includes(specifier) || /^\.(?!.*\.(?:ts|json)$)/.test(specifier));
    expect(wrong).toEqual([]);
  });
});

test("no file needs itself, by values or by types", () => {
  const needs = new Map(
    sources.map((file) => [
      file,
      importsOf(file)
        .filter((specifier) => specifier.startsWith("."))
        .map((specifier) => posix.join(dirname(file), specifier)),
    ]),
  );
  const settled = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(" → "));
    if (settled.has(file) || path.includes(file)) return;
    for (const needed of needs.get(file) ?? []) visit(needed, [...path, file]);
    settled.add(file);
  };
  for (const file of sources) visit(file, []);
  expect(cycles).toEqual([]);
});

test.each([
  ["schema", sources.filter((file) => /^packages\/schema\/src\/(?!generate\/)/.test(file))],
  ["rate-limit", sources.filter((file) => /^packages\/rate-limit\/src\/(?!generate\/)/.test(file))],
  ["replay", sources.filter((file) => file.startsWith("packages/replay/src/"))],
  [
    "tape, by its main entrances",
    ["index", "internal"].flatMap((entry) => [...reachedFrom(`packages/tape/src/${entry}.ts`)]),
  ],
])("%s runs without Node", (_name, pure) => {
  expect(pure.length).toBeGreaterThan(0);
  expect(pure.filter((file) => importsOf(file).some(isBuiltin))).toEqual([]);
});

// What these are given as a description (packages/api) they do not know by themselves.
const oneApi = new RegExp(
  [
    String.raw`/(?:zen|users|user|repos|repositories|orgs|organizations|bicyclists|rate_limit|api/v3)\b`,
    "github|gitlab|octokit|service-api|api[.]service|bicyclist|cyclist",
    "benalmadena|cordoba|fuengirola|helsinki|malaga|moscow",
    "x-ratelimit|x-service-|x-accepted-oauth|x-oauth",
  ].join("|"),
  "i",
);
const engine = ["replay", "record", "serve", "nock", "check", "verify", "testing"];

test.each(engine)("%s names no route, vendor, city or header of one API", (name) => {
  const own = sources.filter((file) => file.startsWith(`packages/${name}/src/`));
  const found = own.flatMap((file) =>
    codeOf(file)
      .split("\n")
      .filter((line) => oneApi.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

test("a name means one thing: no two source files export a name for things of their own", () => {
  const declared = /^export (?:async )?(?:abstract )?(?:const|function\*?|class|interface|type|let) (\w+)/gm;
  const homes = new Map<string, Set<string>>();
  // The contenders of a bench are called alike, to be called alike.
  for (const file of sources.filter((each) => !/\/generated\/|^packages\/bench\//.test(each)))
    for (const [, name = ""] of codeOf(file).matchAll(declared))
      homes.set(name, (homes.get(name) ?? new Set()).add(file));
  expect(Object.fromEntries([...homes].filter(([, files]) => files.size > 1))).toEqual({});
});

test("a source file has one idea: it is short, and named for something", () => {
  const written = sources.filter((file) => !file.includes("/generated/"));
  expect(written.filter((file) => read(file).trimEnd().split("\n").length > 350)).toEqual([]);
  const nameless = /(?:^|\/)(?:utils?|helpers?|common|misc|shared)(?:\/|\.ts$)/;
  expect(files.filter((file) => nameless.test(file))).toEqual([]);
});

test("the map names files that are there", () => {
  const named = Array.from(read("packages/README.md").matchAll(/`([a-z-]+)\/([\w./-]+\.ts)`/g), ([, name, rest]) => [
    `packages/${name}/src/${rest}`,
    `packages/${name}/${rest}`,
  ]);
  expect(named.filter((paths) => !paths.some((path) => files.includes(path)))).toEqual([]);
});

test("no file tells on which machine it was written", () => {
  // In pieces, so that this file is not among those found. A login after "/Users" alone may be one of the API's.
  const places = [
    `/${"home"}/[a-z]`,
    `/${"Users"}/\\w+/(?!repos\\b)\\w`,
    `[A-Z]:\\\\${"Users"}`,
    `/${"work"}/(?:main|shared)`,
  ];
  const registries = [`registry\\.${"npmjs"}\\.org`, `npm\\.${"pkg"}\\.github`, `/${"artifactory"}/`, `:${"4873"}\\b`];
  const here = [root, `${homedir()}/`].filter((path) => path.length > 6).map((path) => path.replace(/[.+]/g, "\\$&"));
  const telling = new RegExp([...places, ...registries, ...here].join("|"));
  const found = files.flatMap((file) => {
    const match = telling.exec(read(file))?.[0];
    return match === undefined ? [] : [`${file}: ${match}`];
  });
  expect(found).toEqual([]);
});

// By another one with each run, nothing that was compiled of it would be found again.
test("a test file is loaded by its own name", () => {
  expect(import.meta.url).toMatch(/\/frame\.test\.ts$/);
});
