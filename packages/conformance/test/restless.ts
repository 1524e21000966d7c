import type { ReferenceWorld } from "../src/reference-server/origin.ts";

type Document = Readonly<Record<string, unknown>>;

/**
 * A world some time later: counts, dates, the lines of `/zen`, the order of lists and how long they are have changed,
 * and with them every etag. Nothing that a client relies on has.
 * @param random Gives numbers from 0 up to 1.
 * @example
 * restless(smallWorld(), randomFrom(7));
 */
export function restless(world: ReferenceWorld, random: () => number): ReferenceWorld {
  const any = (most: number): number => Math.floor(random() * most);
  const later = (document: Document): Document =>
    Object.fromEntries(
      Object.entries(document).map(([name, value]) => [name, name === "id" ? value : moved(name, value, any)]),
    );
  // Those that nothing but lists is recorded of may come and go.
  const kept = world.repositories.filter(({ full_name }) => !full_name.startsWith("lighthouse/") || random() > 0.15);
  return {
    ...world,
    accounts: Object.fromEntries(
      Object.entries(world.accounts).map(([login, account]) => [login, later(account as unknown as Document)]),
    ) as unknown as ReferenceWorld["accounts"],
    repositories: shuffled(kept, any).map((repository) =>
      later(repository as unknown as Document),
    ) as unknown as ReferenceWorld["repositories"],
    zen: shuffled(world.zen, any),
  };
}

function moved(name: string, value: unknown, any: (most: number) => number): unknown {
  if (typeof value === "number") return any(100_000);
  if (typeof value === "string" && name.endsWith("_at")) {
    return new Date(1_700_000_000_000 + any(10 ** 8) * 1000).toISOString().replace(/\.\d+/, "");
  }
  return value;
}

function shuffled<Item>(items: readonly Item[], any: (most: number) => number): Item[] {
  return items
    .map((item) => ({ item, rank: any(10 ** 9) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
