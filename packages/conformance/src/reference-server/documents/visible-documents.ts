import type { ReferenceCaller } from "../rules/caller.ts";
import type { ReferenceWorld, RepositoryDocument, UserDocument } from "./documents.ts";

/** A reference to an account. */
export type AccountReference = { readonly login: string } | { readonly id: number };

/** Finds an account by login or id. */
export function accountIn(world: ReferenceWorld, of: AccountReference): UserDocument | undefined {
  if ("id" in of) return Object.values(world.accounts).find((account) => account.id === of.id);
  return Object.hasOwn(world.accounts, of.login) ? world.accounts[of.login] : undefined;
}

/** Returns the repositories that a caller may see; the others do not exist for it, on any route. */
export function visible(world: ReferenceWorld, caller: ReferenceCaller): readonly RepositoryDocument[] {
  return world.repositories.filter((repository) => {
    const scope = world.visibleTo?.[repository.full_name];
    return scope === undefined || caller.scopes.includes(scope);
  });
}

/** Finds a repository by full name or id, among those that the caller may see. */
export function repositoryIn(
  world: ReferenceWorld,
  caller: ReferenceCaller,
  of: { readonly fullName: string } | { readonly id: number },
): RepositoryDocument | undefined {
  return visible(world, caller).find((repository) =>
    "id" in of ? repository.id === of.id : repository.full_name === of.fullName,
  );
}

/** Returns the audience of a document. It is part of the etag, so that the etags of two views differ. */
export function audienceOf(caller: ReferenceCaller): string {
  return [caller.account ?? "", ...[...caller.scopes].sort()].join(" ");
}
