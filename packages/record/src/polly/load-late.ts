import { createRequire } from "node:module";

/**
 * Loads a package, but not the modules that it requires and may never use: each of these is loaded when it is first used.
 * @param file The file that requires them, by these names; each exports a function, or an object.
 */
export function loadLate<Loaded>(file: string, late: readonly string[], load: () => Loaded): Loaded {
  const require = createRequire(file);
  const placed = late.flatMap((name) => {
    const id = resolved(require, name);
    if (id === null || require.cache[id] !== undefined) return [];
    require.cache[id] = { id, filename: id, loaded: true, exports: lateModule(() => require(name)) } as never;
    return [id];
  });
  try {
    return load();
  } finally {
    // Others who require the module get the module itself.
    for (const id of placed) delete require.cache[id];
  }
}

function resolved(require: NodeJS.Require, name: string): string | null {
  try {
    return require.resolve(name);
  } catch {
    // Another version of the package does without.
    return null;
  }
}

/** Returns a function that stands for what a module exports, a function or an object. */
function lateModule(load: () => object): object {
  return new Proxy(() => {}, {
    apply: (_target, self, words) => Reflect.apply(load() as () => unknown, self, words),
    get: (_target, member) => Reflect.get(load(), member),
  });
}
