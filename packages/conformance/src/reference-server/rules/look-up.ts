import type { UserDocument } from "../documents/documents.ts";
import { listItem } from "../documents/repository.ts";
import { accountIn, repositoryIn, visible } from "../documents/visible-documents.ts";
import { cut, linkTo, pageAsked } from "../http/page.ts";
import type { ReferenceRequest } from "../http/request.ts";
import type { ReferenceCaller } from "./caller.ts";
import { problems, type ReferenceResult } from "./lookup-result.ts";
import { type ReferenceQuota, rateLimitStatus } from "./quota.ts";
import type { ReferenceRoute } from "./route.ts";
import type { Service } from "./service.ts";

function list(
  service: Service,
  caller: ReferenceCaller,
  account: UserDocument,
  path: string,
  query: URLSearchParams,
): ReferenceResult {
  const all = visible(service.world, caller).filter((repository) => repository.owner.login === account.login);
  const moments = [account.updated_at ?? "", ...all.map((repository) => repository.updated_at)];
  const page = pageAsked(query);
  return {
    kind: "document",
    document: cut(all, page).map(listItem),
    // Timestamps of one shape sort as text.
    modified: moments.sort().at(-1) || null,
    link: linkTo(service.publicUrl + path, query, page, all.length),
  };
}

function one(document: { readonly updated_at?: string } | undefined): ReferenceResult {
  if (document === undefined) return problems.notFound();
  return { kind: "document", document, modified: document.updated_at ?? null, link: null };
}

/**
 * Looks in the world for what a route asks, with the caller's eyes.
 * @example
 * lookUp(service, { kind: "account", of: { login: "nobody" } }, ask, caller, quota).kind; // "problem"
 */
export function lookUp(
  service: Service,
  route: ReferenceRoute,
  ask: ReferenceRequest,
  caller: ReferenceCaller,
  quota: ReferenceQuota,
): ReferenceResult {
  const { world, vendor } = service;
  const own = caller.account === null ? undefined : accountIn(world, { login: caller.account });
  switch (route.kind) {
    case "zen":
      return { kind: "zen", line: world.zen[service.zenGiven % world.zen.length] ?? "" };
    case "rate limit":
      if (!vendor.furtherRoutes) return problems.notFound();
      return {
        kind: "rate limit",
        document: { resources: { core: rateLimitStatus(quota) }, rate: rateLimitStatus(quota) },
      };
    case "account":
      return one(accountIn(world, route.of));
    case "own account":
      return own === undefined ? problems.authenticationRequired() : one(own);
    case "repository":
      return one(repositoryIn(world, caller, route.of));
    case "own repositories":
      if (own === undefined) return problems.authenticationRequired();
      return list(service, caller, own, "/user/repos", ask.query);
    case "user repositories": {
      const account = accountIn(world, route.of);
      if (account === undefined) return problems.notFound();
      const path = vendor.furtherRoutes ? `/user/${account.id}/repos` : `/users/${account.login}/repos`;
      return list(service, caller, account, path, ask.query);
    }
    case "organization repositories": {
      const account = accountIn(world, route.of);
      if (account?.type !== "Organization") return problems.notFound();
      const path = vendor.furtherRoutes ? `/organizations/${account.id}/repos` : `/orgs/${account.login}/repos`;
      return list(service, caller, account, path, ask.query);
    }
    case "unknown":
      return problems.notFound();
  }
}
