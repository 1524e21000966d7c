import type { PlayCounts } from "./lookup.ts";

/** Play counts by id. */
interface GrowingPlayCounts extends PlayCounts {
  /** @param by How often it was played, below 0 if it was counted for another one. Default: once. */
  add(id: number, by?: number): void;
  clear(): void;
}

const pageSize = 1024;

/**
 * Makes play counts for very many ids: four bytes for an id close to others, and nothing for a page of a thousand ids
 * that were never played.
 * @example
 * const counts = createPlayCounts();
 * counts.add(7);
 * counts.get(7); // 1
 */
export function createPlayCounts(): GrowingPlayCounts {
  const pages = new Map<number, Uint32Array>();
  return {
    get: (id) => pages.get(Math.floor(id / pageSize))?.[id % pageSize] ?? 0,
    add(id, by = 1) {
      const number = Math.floor(id / pageSize);
      let page = pages.get(number);
      if (page === undefined) {
        page = new Uint32Array(pageSize);
        pages.set(number, page);
      }
      page[id % pageSize] = (page[id % pageSize] ?? 0) + by;
    },
    clear: () => pages.clear(),
  };
}
