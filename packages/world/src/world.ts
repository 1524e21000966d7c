import type { Repository, RepositoryItem, User } from "@tapedeck/schema";
import { itemDocument, repositoryDocument, userDocument } from "./documents/documents.ts";
import { type Site, site as usualSite } from "./documents/links.ts";
import { createPopulation, type Population, type PopulationOptions } from "./population/population.ts";

/** A population and its documents. Links lead to `site` if it is given. */
export interface World {
  readonly population: Population;
  readonly user: (account: number, site?: Site) => User;
  readonly repository: (repository: number, site?: Site) => Repository;
  readonly item: (repository: number, site?: Site) => RepositoryItem;
}

/**
 * Makes a world: accounts and repositories that follow from a seed and are computed on demand. A world of ten million
 * repositories takes no more time and memory than one of ten.
 * @throws RangeError if an option is not an integer in range.
 * @example
 * const world = createWorld({ seed: 42, accounts: 1_000_000, repositories: 10_000_000 });
 * world.repository(7).full_name; // always the same
 */
export function createWorld(options: PopulationOptions): World {
  const population = createPopulation(options);
  return {
    population,
    user: (account, site = usualSite) => userDocument(population, member("account", account, options.accounts), site),
    repository: (number, site = usualSite) =>
      repositoryDocument(population, member("repository", number, options.repositories), site),
    item: (number, site = usualSite) =>
      itemDocument(population, member("repository", number, options.repositories), site),
  };
}

function member(kind: string, number: number, size: number): number {
  if (Number.isInteger(number) && number >= 0 && number < size) return number;
  throw new RangeError(`Cannot describe ${kind} ${number}: there are ${size}, numbered from 0`);
}
