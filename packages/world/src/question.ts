/** What a target asks of a world. */
export type Question =
  | {
      readonly kind: "user";
      readonly account: number;
      /** Whether it was asked for as one's own. */
      readonly own: boolean;
    }
  | { readonly kind: "repository"; readonly repository: number }
  | {
      readonly kind: "repositories";
      readonly account: number;
      /** The path that its pages are linked under. */
      readonly path: string;
      readonly query: URLSearchParams;
    };

/** What a question is put to. */
export interface Questioned {
  readonly accountNamed: (login: string) => number | null;
  readonly accountWithId: (id: number) => number | null;
  readonly isOrganization: (account: number) => boolean;
  readonly repositoryNamed: (owner: string, name: string) => number | null;
  readonly repositoryWithId: (id: number) => number | null;
  /** Whose account the caller's own is; null for one without a credential. */
  readonly own: number | null;
  /** Whether there are the routes with ids too, which the vendor's service links its lists through. */
  readonly idRoutes: boolean;
}

/**
 * Reads a target of the contract (section 4); null where it leads to nothing that exists.
 * @param target In the compared form: no prefix, no slash at the end.
 * @example
 * questionOf("/users/ada/repos?page=2", population); // { kind: "repositories", account: 7, … }
 */
export function questionOf(target: string, world: Questioned): Question | null {
  const [path = "", search = ""] = target.split(/\?(.*)/s);
  const [, first = "", second = "", third = "", ...rest] = path.split("/");
  if (rest.length > 0) return null;
  const list = (account: number | null, byId = ""): Question | null =>
    account === null
      ? null
      : {
          kind: "repositories",
          account,
          path: world.idRoutes && byId !== "" ? `/${byId}/${account + 1}/repos` : path,
          query: new URLSearchParams(search),
        };
  const user = (account: number | null, own = false): Question | null =>
    account === null ? null : { kind: "user", account, own };
  const repository = (number: number | null): Question | null =>
    number === null ? null : { kind: "repository", repository: number };
  const withId = (id: string): number | null =>
    world.idRoutes && /^\d+$/.test(id) ? world.accountWithId(Number(id)) : null;
  const organization = (account: number | null): number | null =>
    account !== null && world.isOrganization(account) ? account : null;

  switch (first) {
    case "user":
      if (second === "") return user(world.own, true);
      if (third === "") return second === "repos" ? list(world.own) : null;
      return third === "repos" ? list(withId(second), "user") : null;
    case "users":
      if (third === "") return user(world.accountNamed(second));
      return third === "repos" ? list(world.accountNamed(second), "user") : null;
    case "orgs":
      return third === "repos" ? list(organization(world.accountNamed(second)), "organizations") : null;
    case "organizations":
      return third === "repos" ? list(organization(withId(second)), "organizations") : null;
    case "repos":
      return repository(world.repositoryNamed(second, third));
    case "repositories":
      return world.idRoutes && third === "" && /^\d+$/.test(second)
        ? repository(world.repositoryWithId(Number(second)))
        : null;
    default:
      return null;
  }
}
