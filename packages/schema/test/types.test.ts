import { expectTypeOf, test } from "vitest";
import {
  type Account,
  assertRepository,
  isRepository,
  isUser,
  type License,
  type OwnUser,
  type Repositories,
  type Repository,
  type RepositoryItem,
  type ResourceName,
  type ResponseHeaders,
  type Shapes,
  type User,
} from "../src/index.ts";

test("a field that may be null says so", () => {
  expectTypeOf<Repository["description"]>().toEqualTypeOf<string | null>();
  expectTypeOf<Repository["pushed_at"]>().toEqualTypeOf<string | null>();
  expectTypeOf<Repository["license"]>().toEqualTypeOf<License | null>();
  expectTypeOf<License["url"]>().toEqualTypeOf<string | null>();
  expectTypeOf<Repository["created_at"]>().toEqualTypeOf<string>();
});

test("a field that may be absent says so", () => {
  expectTypeOf<Repository["organization"]>().toEqualTypeOf<Account | null | undefined>();
  expectTypeOf<RepositoryItem["license"]>().toEqualTypeOf<License | null | undefined>();
  expectTypeOf<User["hireable"]>().toEqualTypeOf<boolean | null | undefined>();
  expectTypeOf<Account["site_admin"]>().toEqualTypeOf<boolean | undefined>();
});

test("a single repository has what list items may lack", () => {
  expectTypeOf<RepositoryItem["watchers"]>().toEqualTypeOf<number | undefined>();
  expectTypeOf<Repository["watchers"]>().toEqualTypeOf<number>();
  expectTypeOf<Repository["network_count"]>().toEqualTypeOf<number>();
});

test("one shape extends another where the records do", () => {
  expectTypeOf<Repository>().toExtend<RepositoryItem>();
  expectTypeOf<OwnUser>().toExtend<User>();
  expectTypeOf<User>().toExtend<Account>();
  expectTypeOf<Repositories>().toEqualTypeOf<RepositoryItem[]>();
  expectTypeOf<RepositoryItem>().not.toExtend<Repository>();
});

test("further fields are there, and nothing is known of them", () => {
  expectTypeOf<User["user_view_type"]>().toEqualTypeOf<unknown>();
  expectTypeOf<ResponseHeaders["x-github-media-type"]>().toEqualTypeOf<unknown>();
});

test("a field of the contract keeps its own type beside further ones", () => {
  expectTypeOf<User["login"]>().toEqualTypeOf<string>();
  expectTypeOf<Repository["owner"]>().toEqualTypeOf<Account>();
  expectTypeOf<ResponseHeaders["x-ratelimit-limit"]>().toEqualTypeOf<string>();
});

test("a guard narrows, and leaves the other branch as it was", () => {
  const value = JSON.parse("null") as User | License | null;
  if (isUser(value)) expectTypeOf(value).toExtend<User>();
  else expectTypeOf(value).not.toEqualTypeOf<User>();
  expectTypeOf(isRepository).guards.toEqualTypeOf<Repository>();
  expectTypeOf(assertRepository).asserts.toEqualTypeOf<Repository>();
});

test("every name has its shape", () => {
  expectTypeOf<keyof Shapes>().toEqualTypeOf<ResourceName>();
  expectTypeOf<Shapes["own-user"]>().toEqualTypeOf<OwnUser>();
});
