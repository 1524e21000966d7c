// How a command is bundled, so that it starts fast: with our other packages in it, what each start needs in one file, and
// Node's own modules asked for in the way that takes least time. Not what is published beside it: see `published.ts`.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { InputOptions, OutputOptions, Plugin } from "rolldown";
import { broughtAlong, isBroughtAlong } from "./published.ts";

/** What every call of the command needs, and what a replay needs beyond it: a file each. */
const starts = ["src/run.ts", "src/replay/command.ts"];

/** The options of rolldown for the command in a folder. */
export function commandOptions(folder = "."): { readonly input: InputOptions; readonly output: OutputOptions } {
  const imports = new Map<string, readonly string[]>();
  const noting: Plugin = {
    name: "note-imports",
    buildEnd() {
      for (const id of this.getModuleIds()) imports.set(id, this.getModuleInfo(id)?.importedIds ?? []);
    },
  };
  const needs = (id: string, needed = new Set<string>()): ReadonlySet<string> => {
    if (needed.has(id)) return needed;
    needed.add(id);
    for (const each of imports.get(id) ?? []) needs(each, needed);
    return needed;
  };
  const known = new Map<string, ReadonlySet<string>>();
  const neededBy = (start: string): ReadonlySet<string> => {
    const needed = known.get(start) ?? needs(resolve(folder, start));
    known.set(start, needed);
    return needed;
  };
  return {
    input: {
      input: { main: resolve(folder, "src/main.ts") },
      external: (name) => /^[^./\0]/.test(name) && !isBroughtAlong(name),
      plugins: [noting, builtins, ascii, licences(folder)],
    },
    output: {
      // Node reads, decodes and hashes all of it at each start, before it takes what it compiled from its cache.
      comments: false,
      codeSplitting: {
        groups: starts.map((start, at) => ({
          name: `start-${at + 1}`,
          test: (id: string) => neededBy(start).has(id),
          priority: starts.length - at,
        })),
      },
    },
  };
}

/** Node's own modules that a start does without: they are loaded when something of them is first asked for. */
const late = /^node:(?:child_process|crypto|dns\/promises|fs\/promises|https|timers\/promises|zlib)$/;

/**
 * An `import` of `node:http` has Node make all ready that the module may give, `fetch` and its classes too: 35 ms.
 * `process.getBuiltinModule` gives the module alone.
 */
const builtins: Plugin = {
  name: "builtin-modules",
  renderChunk: (code) =>
    code.replace(
      /^import (?:(\w+)(?:, | ))?(?:\{([^}]*)\} )?(?:\* as (\w+) )?from "(node:[^"]+)";$/gm,
      (_statement, whole: string | undefined, names: string | undefined, all: string | undefined, name: string) => {
        const given = `globalThis.process.getBuiltinModule("${name}")`;
        const objects = [whole, all].filter((each) => each !== undefined);
        if (late.test(name)) {
          const known = name.replaceAll(/\W/g, "_");
          const gives = `(${known} ??= ${given})`;
          return [
            `let ${known};`,
            ...objects.map((each) => `const ${each} = new Proxy({}, { get: (_, member) => ${gives}[member] });`),
            ...(names?.split(",") ?? []).map((each) => {
              const [member = "", own = member] = each.trim().split(" as ");
              if (!/^[a-z]/.test(member)) throw new Error(`Cannot load ${name} late: ${member} is no function`);
              return `const ${own} = (...words) => ${gives}.${member}(...words);`;
            }),
          ].join(" ");
        }
        const parts = names === undefined ? objects : [...objects, `{${names.replaceAll(" as ", ": ")}}`];
        return parts.map((each) => `const ${each} = ${given};`).join(" ");
      },
    ),
};

/** Beyond Latin-1 one letter makes V8 hold the whole file in two bytes a letter: a megabyte of each start. */
const ascii: Plugin = {
  name: "ascii",
  generateBundle(_options, files) {
    for (const file of Object.values(files))
      if (file.type === "chunk")
        file.code = file.code.replaceAll(
          /[^\0-\x7f]/g,
          (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
        );
  },
};

/** What others wrote keeps its licence. */
const licences = (folder: string): Plugin => ({
  name: "licences",
  generateBundle() {
    const texts = broughtAlong.map(
      (name) => `${name}\n\n${readFileSync(join(folder, "../../node_modules", name, "LICENSE"), "utf8")}`,
    );
    this.emitFile({ type: "asset", fileName: "third-party.txt", source: texts.join("\n\n") });
  },
});
