import { checkOptions } from "@tapedeck/tape/internal";
import { below, hash, keyOfSeed } from "./hash.ts";
import { beginning, present } from "./moment.ts";
import { loginOf, mostNamed, nameOf, numberOfLogin, placeOfName } from "./name.ts";
import { permute, unpermute } from "./permutation.ts";

/** Options of a population: the same options always give the same accounts and repositories. */
export interface PopulationOptions extends Extent {
  /** Any whole number. */
  readonly seed: number;
}

/** Accounts and repositories by numbers and names. Nothing is stored: every function computes its result. */
export interface Population extends PopulationOptions {
  /** Returns the key of all pseudo-random properties of an account or a repository. */
  readonly accountKey: (account: number) => number;
  readonly repositoryKey: (repository: number) => number;
  readonly isOrganization: (account: number) => boolean;
  /** Returns when an account was created, in epoch seconds: later for a greater number. */
  readonly joined: (account: number) => number;
  readonly login: (account: number) => string;
  readonly accountNamed: (login: string) => number | null;
  /** Returns the account with a numeric id, which is its number plus one. */
  readonly accountWithId: (id: number) => number | null;
  readonly holding: (account: number) => Holdings;
  readonly ownership: (repository: number) => Ownership;
  readonly repositoryNamed: (owner: string, name: string) => number | null;
  /** Returns the numeric id of a repository; {@link repositoryWithId} inverts it. */
  readonly repositoryId: (repository: number) => number;
  readonly repositoryWithId: (id: number) => number | null;
}

/** The repositories of an account: consecutive numbers, the public ones first. */
export interface Holdings {
  readonly first: number;
  readonly count: number;
  readonly publicCount: number;
}

/** The owner of a repository, and its name. */
export interface Ownership {
  readonly owner: number;
  /** The name without the owner. */
  readonly name: string;
  readonly isPrivate: boolean;
}

/** Each use of randomness has a number of its own, so that a new one changes none of the others. */
const chance = { ranks: 1, logins: 2, names: 3, ids: 4, accounts: 5, repositories: 6, kinds: 7, privacy: 8 } as const;

/**
 * Makes a population.
 * @throws RangeError if an option is not an integer, or there are more members than names.
 * @example
 * const population = createPopulation({ seed: 42, accounts: 1_000_000, repositories: 10_000_000 });
 * population.accountNamed(population.login(7)); // 7
 */
export function createPopulation(options: PopulationOptions): Population {
  checkOptions("make a world", options, { seed: true, accounts: true, repositories: true });
  const { seed, accounts, repositories } = options;
  expectWhole("seed", seed, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  expectWhole("accounts", accounts, 1, mostNamed);
  expectWhole("repositories", repositories, 0, mostNamed);
  const extent = { accounts, repositories };
  const root = keyOfSeed(seed);
  const [rankKey, loginKey, idKey] = [hash(root, chance.ranks), hash(root, chance.logins), hash(root, chance.ids)];
  const [accountRoot, repositoryRoot] = [hash(root, chance.accounts), hash(root, chance.repositories)];

  const accountKey = (account: number): number => hash(accountRoot, account);
  const nameKey = (account: number): number => hash(accountKey(account), chance.names);
  const holding = (account: number): Holdings => {
    const rank = permute(accounts, rankKey, account);
    const first = firstOf(extent, rank);
    const count = firstOf(extent, rank + 1) - first;
    // Up to a quarter is private.
    return { first, count, publicCount: count - below(hash(accountKey(account), chance.privacy), (count >> 2) + 1) };
  };
  const accountNamed = (login: string): number | null => within(accounts, numberOfLogin(loginKey, login));

  return {
    seed,
    ...extent,
    accountKey,
    repositoryKey: (repository) => hash(repositoryRoot, repository),
    isOrganization: (account) => account > 0 && below(hash(accountKey(account), chance.kinds), 8) === 0,
    joined: (account) => beginning + Math.floor(((present - beginning) * account) / accounts),
    login: (account) => loginOf(loginKey, account),
    accountNamed,
    accountWithId: (id) => within(accounts, id - 1),
    holding,
    ownership: (repository) => {
      const owner = unpermute(accounts, rankKey, rankOf(extent, repository));
      const { first, publicCount } = holding(owner);
      const place = repository - first;
      return { owner, name: nameOf(nameKey(owner), place), isPrivate: place >= publicCount };
    },
    repositoryNamed: (login, name) => {
      const account = accountNamed(login);
      if (account === null) return null;
      const { first, count } = holding(account);
      const place = within(count, placeOfName(nameKey(account), name));
      return place === null ? null : first + place;
    },
    repositoryId: (repository) => permute(repositories, idKey, repository) + 1,
    repositoryWithId: (id) => {
      const moved = within(repositories, id - 1);
      return moved === null ? null : unpermute(repositories, idKey, moved);
    },
  };
}

function within(size: number, number: number | null): number | null {
  return number !== null && number >= 0 && number < size ? number : null;
}

function expectWhole(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new RangeError(`Cannot make a world: "${name}" must be a whole number from ${least} to ${most}, not ${value}`);
}

/**
 * Assigns repositories to owners. Owners are ranked, the largest first, and each owns a block of consecutive
 * repositories. A formula gives the start of a block, so that nothing is summed up: the first few owners have very many
 * repositories, many have a handful, and the last have none.
 * @module
 */

/** Numbers of accounts and repositories. */
interface Extent {
  readonly accounts: number;
  readonly repositories: number;
}

/** Returns the first repository of the owner with a rank; for the rank after the last, the number of repositories. */
function firstOf({ accounts, repositories }: Extent, rank: number): number {
  // 1 − (1 − √x)² is steep at first and flat in the end. Every engine rounds it the same way, and it is monotonic.
  const left = 1 - Math.sqrt(rank / accounts);
  return repositories - Math.ceil(repositories * left * left);
}

/** Returns the rank of the owner of a repository. */
function rankOf(extent: Extent, repository: number): number {
  let [from, to] = [0, extent.accounts - 1];
  while (from < to) {
    const middle = Math.ceil((from + to) / 2);
    if (firstOf(extent, middle) <= repository) from = middle;
    else to = middle - 1;
  }
  return from;
}
