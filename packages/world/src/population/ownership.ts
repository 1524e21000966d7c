/**
 * Which repositories are whose. Owners stand in a row, the largest first, and repositories beside them in blocks. Where
 * the block of an owner begins is a formula, so that nothing has to be added up: of every `accounts` owners the first
 * few have very many, a good part has a handful, and the last have none.
 * @module
 */

/** How many there are. */
export interface Extent {
  readonly accounts: number;
  readonly repositories: number;
}

/**
 * The first repository of the owner at a place in the row; at the end of the row, the number of repositories.
 * @example
 * firstOf({ accounts: 100, repositories: 1000 }, 0); // 0
 * firstOf({ accounts: 100, repositories: 1000 }, 1); // 190
 */
export function firstOf({ accounts, repositories }: Extent, rank: number): number {
  // 1 − (1 − √x)²: steep at first, flat in the end. Each step rounds the same way everywhere, and never turns back.
  const left = 1 - Math.sqrt(rank / accounts);
  return repositories - Math.ceil(repositories * left * left);
}

/**
 * The place in the row of the owner of a repository.
 * @example
 * rankOf({ accounts: 100, repositories: 1000 }, 189); // 0
 */
export function rankOf(extent: Extent, repository: number): number {
  let [from, to] = [0, extent.accounts - 1];
  while (from < to) {
    const middle = Math.ceil((from + to) / 2);
    if (firstOf(extent, middle) <= repository) from = middle;
    else to = middle - 1;
  }
  return from;
}
