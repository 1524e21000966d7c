/** The members by which repositories are filtered and sorted; any of them may be missing. */
interface Repository {
  readonly full_name?: unknown;
  readonly created_at?: unknown;
  readonly updated_at?: unknown;
  readonly pushed_at?: unknown;
  readonly fork?: unknown;
  readonly private?: unknown;
  readonly owner?: { readonly login?: unknown } | null;
}

const sortKeys: Readonly<Record<string, keyof Repository>> = {
  created: "created_at",
  updated: "updated_at",
  pushed: "pushed_at",
  full_name: "full_name",
};

const choices: Readonly<Record<string, (repository: Repository) => boolean>> = {
  all: () => true,
  forks: ({ fork }) => fork === true,
  sources: ({ fork }) => fork === false,
  public: (repository) => repository.private === false,
  private: (repository) => repository.private === true,
};

/**
 * Filters and sorts the repositories of a whole list by `type`, `sort` and `direction`; returns null for a value that
 * the documents do not tell (`type=member`).
 * @returns The positions of the remaining items, in order.
 * @see beyond-the-spec, "What real clients do"
 * @example
 * arrangeRepositories([{ full_name: "b" }, { full_name: "a" }], new URLSearchParams("sort=full_name")); // [1, 0]
 */
export function arrangeRepositories(items: readonly unknown[], parameters: URLSearchParams): readonly number[] | null {
  const known = new Set(["type", "sort", "direction"]);
  if ([...parameters.keys()].some((name) => !known.has(name))) return null;
  const type = parameters.get("type") ?? "all";
  const sort = parameters.get("sort");
  const direction = parameters.get("direction") ?? (sort === null || sort === "full_name" ? "asc" : "desc");
  const chooses = Object.hasOwn(choices, type) ? choices[type] : undefined;
  const key = Object.hasOwn(sortKeys, sort ?? "full_name") ? sortKeys[sort ?? "full_name"] : undefined;
  if (chooses === undefined || key === undefined || !["asc", "desc"].includes(direction)) return null;
  const chosen = items
    .map((item, at) => ({ repository: item as Repository, at }))
    .filter(({ repository }) => chooses(repository));
  if (sort !== null || parameters.has("direction")) {
    const sign = direction === "asc" ? 1 : -1;
    const valueIn = ({ repository }: (typeof chosen)[number]): string => String(repository[key] ?? "").toLowerCase();
    chosen.sort((a, b) => (valueIn(a) < valueIn(b) ? -sign : valueIn(a) > valueIn(b) ? sign : a.at - b.at));
  }
  return chosen.map(({ at }) => at);
}
