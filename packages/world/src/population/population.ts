import { below, hash, keyOfSeed } from "./hash.ts";
import { beginning, present } from "./moment.ts";
import { loginOf, mostNamed, nameOf, numberOfLogin, placeOfName } from "./name.ts";
import { type Extent, firstOf, rankOf } from "./ownership.ts";
import { permute, unpermute } from "./permutation.ts";

/** Which population: the same one always has the same accounts and repositories. */
export interface PopulationOptions extends Extent {
  /** Any whole number. */
  readonly seed: number;
}

/** Who there is and what is whose, by numbers and names. Nothing is stored: each answer is computed when asked for. */
export interface Population extends PopulationOptions {
  /** Where everything random about one account or one repository comes from. */
  readonly accountKey: (account: number) => number;
  readonly repositoryKey: (repository: number) => number;
  readonly isOrganization: (account: number) => boolean;
  /** When an account was made, epoch seconds: a later number is a later account. */
  readonly joined: (account: number) => number;
  readonly login: (account: number) => string;
  readonly accountNamed: (login: string) => number | null;
  /** The account with a numeric id: its number and one. */
  readonly accountWithId: (id: number) => number | null;
  readonly holding: (account: number) => Holdings;
  readonly ownership: (repository: number) => Ownership;
  readonly repositoryNamed: (owner: string, name: string) => number | null;
  /** The numeric id of a repository, and back. */
  readonly repositoryId: (repository: number) => number;
  readonly repositoryWithId: (id: number) => number | null;
}

/** The repositories of one account: numbered one after the other, the public ones first. */
export interface Holdings {
  readonly first: number;
  readonly count: number;
  readonly publicCount: number;
}

/** Whose a repository is, and how it is called there. */
export interface Ownership {
  readonly owner: number;
  /** Its short name. */
  readonly name: string;
  readonly isPrivate: boolean;
}

/** Each kind of chance has a number of its own, so that a new kind changes none of the others. */
const chance = { ranks: 1, logins: 2, names: 3, ids: 4, accounts: 5, repositories: 6, kinds: 7, privacy: 8 } as const;

/**
 * Makes a population.
 * @throws RangeError if it is not made of whole numbers, or has more members than there are names.
 * @example
 * const population = createPopulation({ seed: 42, accounts: 1_000_000, repositories: 10_000_000 });
 * population.accountNamed(population.login(7)); // 7
 */
export function createPopulation({ seed, accounts, repositories }: PopulationOptions): Population {
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
    // Up to a quarter of them.
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
