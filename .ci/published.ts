// What of a package's manifest and README is different where it is published: entries are built files, links are absolute.
// Pure; `prepack.ts` writes what comes of it. npm takes no other manifest from `publishConfig`, as pnpm does.
import { posix } from "node:path";

/** Ranges of versions, by the names of packages. */
export type Dependencies = Readonly<Record<string, string>>;

/** The members of a `package.json` that publishing reads. */
export interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly files?: readonly string[];
  readonly exports?: Readonly<Record<string, string>>;
  readonly dependencies?: Dependencies;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly [member: string]: unknown;
}

/**
 * Returns the manifest to publish: entries name built files and their declarations, and what only the repository needs
 * is left out.
 * @example
 * publishedManifest({ name: "@tapedeck/tape", exports: { "./har": "./src/har.ts" } }).exports;
 * // { "./har": { types: "./dist/har.d.ts", default: "./dist/har.js" } }
 * @param dependencies What it needs where that is not what its manifest says
 */
export function publishedManifest(manifest: Manifest, dependencies?: Dependencies): Manifest {
  const { scripts: _scripts, devDependencies: _dev, exports = {}, ...rest } = manifest;
  const entries = Object.entries(exports).map(([entry, source]) => [entry, publishedEntry(source)] as const);
  return {
    ...rest,
    ...(dependencies && { dependencies }),
    exports: Object.fromEntries(entries) as unknown as Readonly<Record<string, string>>,
  };
}

/**
 * Returns what a command depends on that has our packages within it: what they depend on, as far as its files name it.
 * @param code the text of its files
 * @param manifests ours, by the name of their folder
 */
export function commandDependencies(
  { dependencies = {} }: Manifest,
  code: string,
  manifests: ReadonlyMap<string, Manifest>,
): Dependencies {
  const found = Object.entries(dependencies).flatMap(([name, version]) => {
    const own = name.startsWith("@tapedeck/") ? manifests.get(name.slice("@tapedeck/".length)) : undefined;
    if (own) return Object.entries(commandDependencies(own, code, manifests));
    const isNamed = !isBroughtAlong(name) && new RegExp(`(?:from |import\\(|require\\()"${name}["/]`).test(code);
    return isNamed ? [[name, version] as const] : [];
  });
  return Object.fromEntries(found.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** What others wrote that a command has within it, since every start needs it. */
export const broughtAlong: readonly string[] = ["@noble/hashes", "commander", "structured-headers"];

/** Whether a command has a package within it. */
export function isBroughtAlong(name: string): boolean {
  return ["@tapedeck", ...broughtAlong].some((each) => name === each || name.startsWith(`${each}/`));
}

function publishedEntry(source: string): string | Readonly<Record<"types" | "default", string>> {
  const built = /^\.\/src\/(.*)\.ts$/.exec(source)?.[1];
  return built === undefined ? source : { types: `./dist/${built}.d.ts`, default: `./dist/${built}.js` };
}

/**
 * Returns a Markdown file of a package with its relative links made absolute: to a package's page on npm, or to a file
 * in its tarball.
 * @param file where it stands in the repository, such as `packages/tape/README.md`
 * @param isPublished whether a package of this folder name is published
 * @throws {Error} where a link leads to what no package has
 * @example
 * publishedMarkdown("packages/cli/README.md", "[record](../record#plans)", () => true);
 * // "[record](https://www.npmjs.com/package/@tapedeck/record#plans)"
 */
export function publishedMarkdown(file: string, text: string, isPublished: (folder: string) => boolean): string {
  return text.replace(/\]\((?![a-z]+:|#)([^)#\s]+)(#[^)\s]*)?\)/g, (_link, target: string, anchor = "") => {
    const path = posix.join(posix.dirname(file), target).replace(/^schemas\//, "packages/schema/schemas/");
    const [, folder = "", within = ""] = /^packages\/([^/]+)\/?(.*)$/.exec(path) ?? [];
    if (folder === "" || !isPublished(folder) || !/^(?:$|README\.md$|docs\/|schemas\/)/.test(within))
      throw new Error(`Cannot publish ${file}: it links to ${target}, which is in no package; write it without a link`);
    const page = ["", "README.md"].includes(within);
    return `](${page ? `https://www.npmjs.com/package/@tapedeck/${folder}` : `https://unpkg.com/@tapedeck/${folder}/${within}`}${anchor})`;
  });
}
