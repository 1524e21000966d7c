import type { Flaw } from "./flaw.ts";
import { findFlaws as account } from "./generated/account.ts";
import { findFlaws as cityCount } from "./generated/city-count.ts";
import { findFlaws as error } from "./generated/error.ts";
import { findFlaws as license } from "./generated/license.ts";
import { findFlaws as plan } from "./generated/plan.ts";
import { findFlaws as profile } from "./generated/profile.ts";
import { findFlaws as rateLimit } from "./generated/rate-limit.ts";
import { findFlaws as rateLimitHeaders } from "./generated/rate-limit-headers.ts";
import { findFlaws as repositories } from "./generated/repositories.ts";
import { findFlaws as repository } from "./generated/repository.ts";
import { findFlaws as repositoryItem } from "./generated/repository-item.ts";
import { findFlaws as responseHeaders } from "./generated/response-headers.ts";
import type * as types from "./generated/types.ts";
import { findFlaws as user } from "./generated/user.ts";
import { findFlaws as zen } from "./generated/zen.ts";

/** Everything that has a schema, by the name of its file in `schemas/`, with its type. */
export interface Shapes {
  readonly account: types.Account;
  readonly "city-count": types.CityCount;
  readonly error: types.ErrorBody;
  readonly license: types.License;
  readonly plan: types.Plan;
  readonly profile: types.ProfileFile;
  readonly "rate-limit": types.RateLimitOverview;
  readonly "rate-limit-headers": types.RateLimitHeaders;
  readonly repositories: types.Repositories;
  readonly repository: types.Repository;
  readonly "repository-item": types.RepositoryItem;
  readonly "response-headers": types.ResponseHeaders;
  readonly user: types.User;
  readonly zen: types.Zen;
}

/** The name of a schema: `user` for `schemas/user.json`. */
export type ResourceName = keyof Shapes;

/** Everything that has a schema, with its check. */
export const validators: Readonly<Record<ResourceName, (value: unknown) => readonly Flaw[]>> = {
  account,
  "city-count": cityCount,
  error,
  license,
  plan,
  profile,
  "rate-limit": rateLimit,
  "rate-limit-headers": rateLimitHeaders,
  repositories,
  repository,
  "repository-item": repositoryItem,
  "response-headers": responseHeaders,
  user,
  zen,
};
