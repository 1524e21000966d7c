// A user's project, outside the repository, with our packages installed in it as npm packs them. The packing
// happens in a copy of the sources, since it changes files for a moment.
import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { publishable } from "./publishable.ts";

const root = fileURLToPath(new URL("../", import.meta.url));

/** A temporary project; `await using` removes it. Types are not checked again: `npm run typecheck` does so. */
export interface PackedProject extends AsyncDisposable {
  readonly folder: string;
  /** The tarball of a package, by its folder's name. */
  tarball(name: string): string;
  /** Writes a file into the project and returns its path. */
  write(file: string, text: string): Promise<string>;
  /** Runs a program in the project, with this repository's tools first on its path, and returns what it prints. */
  run(program: string, ...words: readonly string[]): Promise<string>;
}

/**
 * Packs packages and installs them in a new project.
 * @param names folders of the packages; those that they import have to be among them
 * @param from where other people's packages come from: `here` links to the ones of this repository, without a network,
 * and `npm` has npm install them
 * @throws {Error} with what was printed, where a tool fails
 */
export async function packedProject(names: readonly string[], from: "here" | "npm" = "here"): Promise<PackedProject> {
  const temporary = await mkdtemp(join(tmpdir(), "tapedeck-packed-"));
  const [copy, folder] = [join(temporary, "repository"), join(temporary, "project")];
  const tarball = (name: string): string =>
    join(temporary, `tapedeck-${name}-${publishable.get(name)?.["version"]}.tgz`);
  await copyRepository(copy);
  const workspaces = names.map((name) => `--workspace=packages/${name}`);
  await run(copy, "npm", "pack", ...workspaces, "--pack-destination", temporary, "--loglevel=error");
  await mkdir(join(folder, "node_modules/@tapedeck"), { recursive: true });
  await writeFile(join(folder, "package.json"), '{ "name": "scratch", "private": true, "type": "module" }');
  if (from === "npm") {
    const quiet = ["--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
    await run(folder, "npm", "install", ...quiet, ...names.map(tarball));
  } else {
    for (const name of names) {
      const installed = join(folder, "node_modules/@tapedeck", name);
      await mkdir(installed);
      await run(installed, "tar", "-xzf", tarball(name), "--strip-components=1");
      await linkEntries(join(root, "packages", name, "node_modules"), join(installed, "node_modules"));
      await linkCommands(join(folder, "node_modules"), `@tapedeck/${name}`);
    }
    await linkEntries(join(root, "node_modules"), join(folder, "node_modules"));
  }
  return {
    folder,
    tarball,
    async write(file, text) {
      await writeFile(join(folder, file), text);
      return join(folder, file);
    },
    run: (program, ...words) => run(folder, program, ...words),
    [Symbol.asyncDispose]: () => rm(temporary, { recursive: true }),
  };
}

/** Copies what a build reads, and links to the rest of what is installed. */
async function copyRepository(to: string): Promise<void> {
  const left = /^(?:node_modules|dist|test|\.reports|\.turbo|\.packing)$/;
  await mkdir(join(to, "node_modules/@tapedeck"), { recursive: true });
  for (const name of ["package.json", "tsconfig.base.json", "LICENSE", "recordings", "schemas", ".ci"])
    await cp(join(root, name), join(to, name), { recursive: true });
  for (const name of readdirSync(join(root, "packages"))) {
    const from = join(root, "packages", name);
    await mkdir(join(to, "packages"), { recursive: true });
    await cp(from, join(to, "packages", name), {
      recursive: true,
      filter: (path) => !left.test(path.slice(from.length + 1)),
    });
    await linkEntries(join(from, "node_modules"), join(to, "packages", name, "node_modules"));
    await symlink(join(to, "packages", name), join(to, "node_modules/@tapedeck", name), "junction");
  }
  await linkEntries(join(root, "node_modules"), join(to, "node_modules"));
  await symlink(join(root, "node_modules/.bin"), join(to, "node_modules/.bin"), "junction");
}

/** Links to a package's commands, as npm does. */
async function linkCommands(modules: string, name: string): Promise<void> {
  const { bin = {} } = JSON.parse(await readFile(join(modules, name, "package.json"), "utf8")) as {
    readonly bin?: Readonly<Record<string, string>>;
  };
  await mkdir(join(modules, ".bin"), { recursive: true });
  for (const [command, file] of Object.entries(bin)) {
    await chmod(join(modules, name, file), 0o755);
    await symlink(join("..", name, file), join(modules, ".bin", command));
  }
}

/** Links to what other people wrote in a `node_modules`; not to it as a whole, which would bring our sources too. */
async function linkEntries(from: string, to: string): Promise<void> {
  const entries = await readdir(from);
  const foreign = entries.filter((name) => !name.startsWith(".") && name !== "@tapedeck");
  if (foreign.length > 0) await mkdir(to, { recursive: true });
  await Promise.all(foreign.map((name) => symlink(join(from, name), join(to, name), "junction")));
}

async function readdir(folder: string): Promise<readonly string[]> {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

async function run(cwd: string, program: string, ...words: readonly string[]): Promise<string> {
  // A test runner's or npm's own settings are not those of a user's project.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:FORCE_COLOR|npm_|VITEST)/i.test(name)),
  );
  const path = `${join(root, "node_modules/.bin")}${delimiter}${process.env["PATH"]}`;
  try {
    const { stdout } = await promisify(execFile)(program, words, {
      cwd,
      env: { ...env, PATH: path, NO_COLOR: "1", DENO_NO_UPDATE_CHECK: "1", TAPEDECK_TYPES_CHECKED: "yes" },
      maxBuffer: 1 << 26,
    });
    return stdout;
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`Cannot run ${program} ${words.join(" ")}\n${stdout}${stderr}`, { cause: error });
  }
}
