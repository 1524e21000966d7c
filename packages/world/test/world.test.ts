import { validate } from "@tapedeck/schema";
import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../.ci/property.ts";
import { createWorld } from "../src/index.ts";
import { createPopulation } from "../src/population/population.ts";

const large = { seed: 42, accounts: 1_000_000, repositories: 10_000_000 };
const world = createWorld(large);

const seeds = (): fc.Arbitrary<number> => fc.maxSafeInteger();
const worlds = (): fc.Arbitrary<{ seed: number; accounts: number; repositories: number }> =>
  fc.record({ seed: seeds(), accounts: fc.integer({ min: 1, max: 300 }), repositories: fc.nat(2000) });

const accounts = (): fc.Arbitrary<number> => fc.nat(large.accounts - 1);
const repositories = (): fc.Arbitrary<number> => fc.nat(large.repositories - 1);

test("every user validates", () =>
  fc.assert(
    fc.property(accounts(), (account) => {
      expect(validate("user", world.user(account))).toEqual([]);
    }),
    law(500),
  ));

test("every repository validates, whole and in a list, and the rules of the domain hold", () =>
  fc.assert(
    fc.property(repositories(), (number) => {
      const repository = world.repository(number);
      expect(validate("repository", repository)).toEqual([]);
      expect(validate("repository-item", world.item(number))).toEqual([]);
      const { owner, organization, created_at, pushed_at } = repository;
      expect(repository.full_name).toBe(`${owner.login}/${repository.name}`);
      expect(repository.url).toBe(`https://api.service.example/repos/${repository.full_name}`);
      expect(repository.watchers_count).toBe(repository.stargazers_count);
      expect(repository.watchers).toBe(repository.stargazers_count);
      expect(repository.forks).toBe(repository.forks_count);
      expect(repository.open_issues).toBe(repository.open_issues_count);
      expect(created_at <= repository.updated_at && (pushed_at === null || created_at <= pushed_at)).toBe(true);
      expect(organization).toEqual(owner.type === "Organization" ? owner : undefined);
    }),
    law(500),
  ));

test("a list item is the repository without the four fields that only the single answer has", () =>
  fc.assert(
    fc.property(repositories(), (number) => {
      const {
        network_count: _1,
        subscribers_count: _2,
        organization: _3,
        temp_clone_token: _4,
        ...item
      } = world.repository(number);
      expect(world.item(number)).toEqual(item);
    }),
    law(100),
  ));

test("names and ids lead back to numbers", () =>
  fc.assert(
    fc.property(accounts(), repositories(), (account, repository) => {
      const { population } = world;
      const { full_name, id, owner } = world.repository(repository);
      const [login = "", name = ""] = full_name.split("/");
      expect(population.accountNamed(world.user(account).login)).toBe(account);
      expect(population.repositoryNamed(login, name)).toBe(repository);
      expect(population.repositoryWithId(id)).toBe(repository);
      expect(owner).toMatchObject({ login, id: population.ownership(repository).owner + 1 });
    }),
    law(500),
  ));

test("every repository is one owner's, in any world: blocks lie side by side, and names differ", () =>
  fc.assert(
    fc.property(worlds(), (options) => {
      const population = createPopulation(options);
      const logins = new Set<string>();
      const numbers: number[] = [];
      const names = new Set<string>();
      for (let account = 0; account < options.accounts; account += 1) {
        const login = population.login(account);
        logins.add(login);
        const { first, count, publicCount } = population.holding(account);
        expect(publicCount).toBeLessThanOrEqual(count);
        for (let number = first; number < first + count; number += 1) {
          const { owner, name, isPrivate } = population.ownership(number);
          expect({ owner, isPrivate }).toEqual({ owner: account, isPrivate: number >= first + publicCount });
          names.add(`${login}/${name}`);
          numbers.push(number);
        }
      }
      expect(logins.size).toBe(options.accounts);
      expect(names.size).toBe(options.repositories);
      expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: options.repositories }, (_, at) => at));
    }),
    law(40),
  ));

test("names lead nowhere that nobody has", () =>
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^([bdhj][aeiou]){4}[nrsl]?$/)), (login) => {
      const number = world.population.accountNamed(login);
      if (number !== null) expect(world.user(number).login).toBe(login);
    }),
    law(500),
  ));

test("sizes and stars are heavy-tailed", () => {
  const { population } = world;
  const sample = Array.from({ length: 20_000 }, (_, at) => at * 49);
  const sizes = sample.map((account) => population.holding(account).count).sort((a, b) => b - a);
  const stars = sample.map((at) => world.item(at * 10).stargazers_count).sort((a, b) => b - a);
  const median = (numbers: readonly number[]): number => numbers[numbers.length / 2] ?? 0;
  expect({ largest: (sizes[0] ?? 0) > 500, median: median(sizes), none: sizes.includes(0) }).toEqual({
    largest: true,
    median: 4,
    none: true,
  });
  expect({ most: (stars[0] ?? 0) > 500, median: median(stars) }).toEqual({ most: true, median: 0 });
});

test.each([
  ["accounts", { seed: 1, accounts: 0, repositories: 1 }],
  ["accounts", { seed: 1, accounts: 1.5, repositories: 1 }],
  ["repositories", { seed: 1, accounts: 1, repositories: 2 ** 27 + 1 }],
  ["seed", { seed: Number.NaN, accounts: 1, repositories: 1 }],
])("createWorld() says which option cannot be: %s", (option, options) => {
  expect(() => createWorld(options)).toThrow(`Cannot make a world: "${option}" must be a whole number`);
});

test("describing what is not there fails", () => {
  expect(() => world.user(1_000_000)).toThrow("Cannot describe account 1000000: there are 1000000, numbered from 0");
});
