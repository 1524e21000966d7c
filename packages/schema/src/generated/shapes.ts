// Generated from schemas/*.json by `npm run generate -w @tapedeck/schema`; change the schema, not this file.
import type { Check } from "../flaw.ts";
import type * as types from "./types.ts";
import { findFlaws as account } from "./validators/account.ts";
import { findFlaws as api } from "./validators/api.ts";
import { findFlaws as cityCount } from "./validators/city-count.ts";
import { findFlaws as error } from "./validators/error.ts";
import { findFlaws as license } from "./validators/license.ts";
import { findFlaws as ownUser } from "./validators/own-user.ts";
import { findFlaws as plan } from "./validators/plan.ts";
import { findFlaws as rateLimit } from "./validators/rate-limit.ts";
import { findFlaws as rateLimitHeaders } from "./validators/rate-limit-headers.ts";
import { findFlaws as repositories } from "./validators/repositories.ts";
import { findFlaws as repository } from "./validators/repository.ts";
import { findFlaws as repositoryItem } from "./validators/repository-item.ts";
import { findFlaws as responseHeaders } from "./validators/response-headers.ts";
import { findFlaws as user } from "./validators/user.ts";
import { findFlaws as zen } from "./validators/zen.ts";

/** Everything that has a schema, by the name of its file in `schemas/`, with its type. */
export interface Shapes {
  readonly "account": types.Account;
  readonly "api": types.ApiFile;
  readonly "city-count": types.CityCount;
  readonly "error": types.ErrorBody;
  readonly "license": types.License;
  readonly "own-user": types.OwnUser;
  readonly "plan": types.Plan;
  readonly "rate-limit": types.RateLimitOverview;
  readonly "rate-limit-headers": types.RateLimitHeaders;
  readonly "repositories": types.Repositories;
  readonly "repository": types.Repository;
  readonly "repository-item": types.RepositoryItem;
  readonly "response-headers": types.ResponseHeaders;
  readonly "user": types.User;
  readonly "zen": types.Zen;
}

/** The name of a schema: `user` for `schemas/user.json`. */
export type ResourceName = keyof Shapes;

/** Everything that has a schema, with its check. */
export const validators: Readonly<Record<ResourceName, Check>> = {
  "account": account,
  "api": api,
  "city-count": cityCount,
  "error": error,
  "license": license,
  "own-user": ownUser,
  "plan": plan,
  "rate-limit": rateLimit,
  "rate-limit-headers": rateLimitHeaders,
  "repositories": repositories,
  "repository": repository,
  "repository-item": repositoryItem,
  "response-headers": responseHeaders,
  "user": user,
  "zen": zen,
};
