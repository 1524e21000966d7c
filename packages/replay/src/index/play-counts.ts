import type { PlayCounts } from "./lookup.ts";

/** How often things were played, by their ids. */
interface GrowingPlayCounts extends PlayCounts {
  add(id: number): void;
  clear(): void;
}

const pageSize = 1024;

/**
 * Makes a count for each of very many ids: four bytes for one that is near others, and nothing for a page of a thousand of
 * which none was played.
 * @example
 * const turns = createPlayCounts();
 * turns.add(7);
 * turns.get(7); // 1
 */
export function createPlayCounts(): GrowingPlayCounts {
  const pages = new Map<number, Uint32Array>();
  return {
    get: (id) => pages.get(Math.floor(id / pageSize))?.[id % pageSize] ?? 0,
    add(id) {
      const number = Math.floor(id / pageSize);
      const page = pages.get(number) ?? new Uint32Array(pageSize);
      if (!pages.has(number)) pages.set(number, page);
      page[id % pageSize] = (page[id % pageSize] ?? 0) + 1;
    },
    clear: () => pages.clear(),
  };
}
