import { editDistance } from "@tapedeck/tape";
import { type ExchangeIndex, scopedPath } from "../index/lookup.ts";
import type { PreparedExchange } from "../index/prepared-exchange.ts";
import { pathOf as pathOfRequest } from "./matchers.ts";

/** A deck's paths, segment by segment. */
interface Shelf {
  readonly names: string[];
  readonly below: Map<string, Shelf>;
  path: string | null;
}

/** As many neighbours in the alphabet as are compared with a name. */
const neighbours = 16;

/** The paths of a deck, in order, and how far the deck was read for them. */
interface Shelves {
  readonly root: Shelf;
  readonly paths: number;
  readonly cards: number;
}

const shelves = new WeakMap<ExchangeIndex, Shelves>();

/**
 * The recorded path that is spelled most like one that was not recorded: segment by segment, the same name where there
 * is one, else the most similar of its neighbours in the alphabet. Costs the depth of the path, not the size of the deck.
 * @returns null for an empty deck.
 */
export function nearestPath(deck: ExchangeIndex, path: string): string | null {
  let shelf = shelvesOf(deck);
  for (const name of path.split("/")) {
    const next: Shelf | undefined = shelf.below.get(name) ?? shelf.below.get(similar(shelf.names, name) ?? "");
    if (!next) break;
    shelf = next;
  }
  return firstPath(shelf);
}

/** A deck that has grown since is read on from where it was left. */
function shelvesOf(deck: ExchangeIndex): Shelf {
  const { root, paths, cards } = shelves.get(deck) ?? { root: emptyShelf(), paths: 0, cards: 0 };
  if (deck.byPath.size > paths) {
    const fresh = cards === 0 ? deck.byPath.keys() : deck.cards.slice(cards).map(pathOf);
    // By segments and not by letters ("/a-b" sorts before "/a/b"): each shelf's names then come in order.
    for (const path of Array.from(fresh, (each) => each.split("/").join("\0")).sort()) put(root, path.split("\0"));
    shelves.set(deck, { root, paths: deck.byPath.size, cards: deck.cards.length });
  }
  return root;
}

function pathOf({ exchange, scope }: PreparedExchange): string {
  return scopedPath(scope, pathOfRequest(exchange.request));
}

function emptyShelf(): Shelf {
  return { names: [], below: new Map(), path: null };
}

function put(root: Shelf, names: readonly string[]): void {
  let shelf = root;
  for (const name of names) {
    const next = shelf.below.get(name) ?? emptyShelf();
    if (!shelf.below.has(name)) {
      shelf.below.set(name, next);
      shelf.names.splice(placeOf(shelf.names, name), 0, name);
    }
    shelf = next;
  }
  shelf.path = names.join("/");
}

/** Where a name stands among names in order, or would stand. */
function placeOf(names: readonly string[], name: string): number {
  let low = 0;
  let high = names.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((names[middle] ?? "") < name) low = middle + 1;
    else high = middle;
  }
  return low;
}

function similar(names: readonly string[], name: string): string | undefined {
  const place = placeOf(names, name);
  return names
    .slice(Math.max(0, place - neighbours), place + neighbours)
    .map((candidate) => ({ candidate, distance: editDistance(name, candidate) }))
    .sort((a, b) => a.distance - b.distance)[0]?.candidate;
}

function firstPath(shelf: Shelf): string | null {
  if (shelf.path !== null) return shelf.path;
  const first = shelf.below.get(shelf.names[0] ?? "");
  return first ? firstPath(first) : null;
}
