/**
 * Assigns repositories to owners. Owners are ranked, the largest first, and each owns a block of consecutive
 * repositories. A formula gives the start of a block, so that nothing is summed up: the first few owners have very many
 * repositories, many have a handful, and the last have none.
 * @module
 */

/** Numbers of accounts and repositories. */
export interface Extent {
  readonly accounts: number;
  readonly repositories: number;
}

/**
 * Returns the first repository of the owner with a rank; for the rank after the last, the number of repositories.
 * @example
 * firstOf({ accounts: 100, repositories: 1000 }, 0); // 0
 * firstOf({ accounts: 100, repositories: 1000 }, 1); // 190
 */
export function firstOf({ accounts, repositories }: Extent, rank: number): number {
  // 1 − (1 − √x)² is steep at first and flat in the end. Every engine rounds it the same way, and it is monotonic.
  const left = 1 - Math.sqrt(rank / accounts);
  return repositories - Math.ceil(repositories * left * left);
}

/**
 * Returns the rank of the owner of a repository.
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
