import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const bin = join(root, "node_modules/.bin");

/** A project of somebody else's, in a temporary folder, with the packed package installed. */
export interface Scratch {
  /** Everything temporary; whoever made it removes it. */
  readonly folder: string;
  /** The package as it is published, before it is packed. */
  readonly dist: string;
  readonly tarball: string;
  /** The project that the tarball is installed in. */
  readonly project: string;
  /** Writes a file into the project and gives its path. */
  write(file: string, text: string): Promise<string>;
  /** Runs a tool of this repository in the project and gives what it prints. */
  run(tool: string, ...words: readonly string[]): Promise<string>;
}

/** Builds the package out of a copy of its sources, packs it, and installs the tarball without a network. */
export async function installScratch(): Promise<Scratch> {
  const folder = await mkdtemp(join(tmpdir(), "tapedeck-package-"));
  const [copy, project] = [join(folder, "build/packages/schema"), join(folder, "project")];
  await Promise.all([mkdir(copy, { recursive: true }), mkdir(project)]);
  const taken = [
    "schemas",
    "LICENSE",
    "tsconfig.base.json",
    ".ci",
    "packages/schema/src",
    "packages/schema/package.json",
  ];
  await Promise.all(taken.map((path) => cp(join(root, path), join(folder, "build", path), { recursive: true })));
  await cp(join(root, "packages/schema/README.md"), join(copy, "README.md"));
  await symlink(join(root, "node_modules"), join(folder, "build/node_modules"), "junction");
  await runIn(copy, "npm", "run", "build");
  const dist = join(copy, "dist");
  await runIn(dist, "npm", "pack", "--pack-destination", folder, "--loglevel=error");
  const tarball = join(folder, (await readdir(folder)).find((file) => file.endsWith(".tgz")) ?? "");
  await writeFile(join(project, "package.json"), '{ "name": "scratch", "private": true, "type": "module" }');
  await runIn(project, "npm", "install", "--offline", "--no-audit", "--no-fund", "--loglevel=error", tarball);
  return {
    folder,
    dist,
    tarball,
    project,
    async write(file, text) {
      await writeFile(join(project, file), text);
      return join(project, file);
    },
    run: (tool, ...words) => runIn(project, tool, ...words),
  };
}

async function runIn(cwd: string, tool: string, ...words: readonly string[]): Promise<string> {
  const { FORCE_COLOR: _, ...inherited } = process.env;
  const env = {
    ...inherited,
    PATH: `${bin}${delimiter}${inherited["PATH"]}`,
    NO_COLOR: "1",
    DENO_NO_UPDATE_CHECK: "1",
  };
  try {
    const { stdout } = await promisify(execFile)(tool, words, { cwd, env, maxBuffer: 1 << 26 });
    return stdout;
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`Cannot run ${tool} ${words.join(" ")}\n${stdout}${stderr}`, { cause: error });
  }
}
