import type { RouteMatch } from "@tapedeck/api";
import type { Population } from "./population/population.ts";

/** The question that a target asks of a world. */
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

/**
 * Reads what a request of the contract asks for; null where it leads to nothing that exists.
 * @param route Where the request leads, by the API's description.
 * @param own Whose account the caller's own is; null for one without a credential.
 * @param byId The paths with a number, where the API lists them: its lists are linked through those.
 * @example
 * questionOf(matchRoute(service, "GET", "/users/ada/repos?page=2"), population, null, false); // { kind: "repositories", … }
 */
export function questionOf(
  { operation, parameters, target }: RouteMatch,
  world: Population,
  own: number | null,
  byId: boolean,
): Question | null {
  const { username = "", owner = "", repo = "", org = "", id = "" } = parameters;
  const [path = "", search = ""] = target.split(/\?(.*)/s);
  const list = (account: number | null, kind = ""): Question | null =>
    account === null
      ? null
      : {
          kind: "repositories",
          account,
          path: byId && kind !== "" ? `/${kind}/${account + 1}/repos` : path,
          query: new URLSearchParams(search),
        };
  const user = (account: number | null, isOwn = false): Question | null =>
    account === null ? null : { kind: "user", account, own: isOwn };
  const repository = (number: number | null): Question | null =>
    number === null ? null : { kind: "repository", repository: number };
  const numbered = <Found>(find: (number: number) => Found): Found | null =>
    /^\d+$/.test(id) ? find(Number(id)) : null;
  const organization = (account: number | null): number | null =>
    account !== null && world.isOrganization(account) ? account : null;

  switch (operation?.id) {
    case "getOwnUser":
      return user(own, true);
    case "listOwnRepositories":
      return list(own);
    case "getUser":
      return user(world.accountNamed(username));
    case "listUserRepositories":
      return list(world.accountNamed(username), "user");
    case "listUserRepositoriesById":
      return list(numbered(world.accountWithId), "user");
    case "listOrganizationRepositories":
      return list(organization(world.accountNamed(org)), "organizations");
    case "listOrganizationRepositoriesById":
      return list(organization(numbered(world.accountWithId)), "organizations");
    case "getRepository":
      return repository(world.repositoryNamed(owner, repo));
    case "getRepositoryById":
      return repository(numbered(world.repositoryWithId));
    default:
      return null;
  }
}
