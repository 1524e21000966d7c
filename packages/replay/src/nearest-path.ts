import type { Deck } from "./deck.ts";

interface Shelf {
  readonly names: string[];
  readonly below: Map<string, Shelf>;
  path: string | null;
}

/** As many neighbours in the alphabet as are compared with a name. */
const neighbours = 16;

const shelves = new WeakMap<Deck, Shelf>();

/**
 * The recorded path that is spelled most like one that was not recorded: segment by segment, the same name where there
 * is one, else the most similar of its neighbours in the alphabet. Costs the depth of the path, not the size of the deck.
 * @returns null for an empty deck.
 */
export function nearestPath(deck: Deck, path: string): string | null {
  const root = shelves.get(deck) ?? shelve(deck.byPath.keys());
  shelves.set(deck, root);
  let shelf = root;
  for (const name of path.split("/")) {
    const next: Shelf | undefined = shelf.below.get(name) ?? shelf.below.get(similar(shelf.names, name) ?? "");
    if (!next) break;
    shelf = next;
  }
  return firstPath(shelf);
}

/**
 * How many letters must be added, taken or changed to make one word of another (Levenshtein).
 * @example
 * editDistance("adda", "ada"); // 1
 */
export function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

function shelve(paths: Iterable<string>): Shelf {
  const root: Shelf = { names: [], below: new Map(), path: null };
  // By segments and not by letters ("/a-b" sorts before "/a/b"), so that every shelf's names come in order.
  for (const path of Array.from(paths, (each) => each.replaceAll("/", "\0")).sort()) {
    let shelf = root;
    for (const name of path.split("\0")) {
      let next = shelf.below.get(name);
      if (!next) {
        next = { names: [], below: new Map(), path: null };
        shelf.below.set(name, next);
        shelf.names.push(name);
      }
      shelf = next;
    }
    shelf.path = path.replaceAll("\0", "/");
  }
  return root;
}

function similar(names: readonly string[], name: string): string | undefined {
  let low = 0;
  let high = names.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((names[middle] ?? "") < name) low = middle + 1;
    else high = middle;
  }
  return names
    .slice(Math.max(0, low - neighbours), low + neighbours)
    .map((candidate) => ({ candidate, distance: editDistance(name, candidate) }))
    .sort((a, b) => a.distance - b.distance)[0]?.candidate;
}

function firstPath(shelf: Shelf): string | null {
  if (shelf.path !== null) return shelf.path;
  const first = shelf.below.get(shelf.names[0] ?? "");
  return first ? firstPath(first) : null;
}
