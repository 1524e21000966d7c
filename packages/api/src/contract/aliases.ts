/** The members of a document that concern its id; any of them may be missing. */
interface Document {
  readonly id?: unknown;
  readonly login?: unknown;
  readonly type?: unknown;
  readonly full_name?: unknown;
  readonly owner?: unknown;
  readonly organization?: unknown;
}

/**
 * Returns paths with a number, and the paths with a name that they stand for, by the ids in a document: the live
 * service links to numbers, while recordings are mostly requested by name.
 * @see beyond-the-spec, "Pagination"
 * @example
 * [...numberAliases({ id: 1, login: "ada" })]; // [["/user/1/repos", "/users/ada/repos"]]
 */
export function* numberAliases(document: unknown): Generator<readonly [alias: string, path: string]> {
  if (Array.isArray(document)) {
    for (const each of document) yield* numberAliases(each);
    return;
  }
  if (typeof document !== "object" || document === null) return;
  const { id, login, type, full_name: fullName, owner, organization }: Document = document;
  if (typeof fullName === "string") yield [`/repositories/${id}`, `/repos/${fullName}`];
  if (typeof login === "string") {
    yield [`/user/${id}/repos`, `/users/${login}/repos`];
    if (type === "Organization") yield [`/organizations/${id}/repos`, `/orgs/${login}/repos`];
  }
  for (const account of [owner, organization]) if (!Array.isArray(account)) yield* numberAliases(account);
}
