import { github, service as serviceApi } from "@tapedeck/api";
import { listItem, type UserDocument } from "../documents/documents.ts";
import { type AccountReference, accountIn, repositoryIn, visible } from "../documents/visible-documents.ts";
import type { ReferenceCaller } from "./caller.ts";
import { problems, type ReferenceResult } from "./lookup-result.ts";
import { type ReferenceQuota, rateLimitStatus } from "./quota.ts";
import type { Service } from "./service.ts";

/** A request for an operation, and the state on which its answer depends. */
interface Question {
  readonly service: Service;
  readonly caller: ReferenceCaller;
  readonly quota: ReferenceQuota;
  readonly query: URLSearchParams;
  /** Returns a parameter of the path; "" for one that it does not have. */
  readonly named: (name: string) => string;
}

type Answer = (question: Question) => ReferenceResult;

/** The answer to each operation that the OpenAPI document lists, by its id. */
const answers: Readonly<Record<string, Answer>> = {
  getZen: ({ service: { world, zenGiven } }) => ({
    kind: "zen",
    line: world.zen[zenGiven % world.zen.length] ?? "",
  }),
  getRateLimit: ({ service: { vendor }, quota }) => {
    const rate = rateLimitStatus(quota);
    if (!vendor.furtherRoutes) return problems.notFound();
    return { kind: "rate limit", document: { resources: { core: rate }, rate } };
  },
  getUser: ({ service, named }) => one(accountIn(service.world, { login: named("username") })),
  getOwnUser: (question) => ofCaller(question, one),
  getRepository: ({ service, caller, named }) =>
    one(repositoryIn(service.world, caller, { fullName: `${named("owner")}/${named("repo")}` })),
  getRepositoryById: ({ service, caller, named }) =>
    one(repositoryIn(service.world, caller, { id: Number(named("id")) })),
  listOwnRepositories: (question) => ofCaller(question, (own) => list(question, own, "/user/repos")),
  listUserRepositories: (question) => ofUser(question, { login: question.named("username") }),
  listUserRepositoriesById: (question) => ofUser(question, { id: Number(question.named("id")) }),
  listOrganizationRepositories: (question) => ofOrganization(question, { login: question.named("org") }),
  listOrganizationRepositoriesById: (question) => ofOrganization(question, { id: Number(question.named("id")) }),
};

/**
 * Finds the operation of a path. Only some vendors have paths by number and the prefix `/api/v3`.
 * @returns The function that answers it from what the caller may see; null for an unknown path.
 */
export function operationAt(
  segments: readonly string[],
  furtherRoutes: boolean,
): ((question: Omit<Question, "named">) => ReferenceResult) | null {
  const api = furtherRoutes ? github : serviceApi;
  const prefixed = furtherRoutes && segments[0] === "api" && segments[1] === "v3";
  const path = (prefixed ? segments.slice(2) : segments).map(encodeURIComponent).join("/");
  const { route, parameters = {} } = api.routes.find(`/${path}`) ?? {};
  const answer = answers[route?.operations.get("GET")?.id ?? ""];
  if (answer === undefined || !/^\d+$/.test(parameters["id"] ?? "0")) return null;
  return (question) => answer({ ...question, named: (name) => parameters[name] ?? "" });
}

function one(document: { readonly updated_at?: string } | undefined): ReferenceResult {
  if (document === undefined) return problems.notFound();
  return { kind: "document", document, modified: document.updated_at ?? null, link: null };
}

function ofCaller(
  { service, caller }: Question,
  answer: (account: UserDocument | undefined) => ReferenceResult,
): ReferenceResult {
  if (caller.account === null) return problems.authenticationRequired();
  return answer(accountIn(service.world, { login: caller.account }));
}

function ofUser(question: Question, of: AccountReference): ReferenceResult {
  const { world, vendor } = question.service;
  const account = accountIn(world, of);
  return list(
    question,
    account,
    vendor.furtherRoutes ? `/user/${account?.id}/repos` : `/users/${account?.login}/repos`,
  );
}

function ofOrganization(question: Question, of: AccountReference): ReferenceResult {
  const { world, vendor } = question.service;
  const account = accountIn(world, of);
  if (account?.type !== "Organization") return problems.notFound();
  return list(
    question,
    account,
    vendor.furtherRoutes ? `/organizations/${account.id}/repos` : `/orgs/${account.login}/repos`,
  );
}

function list({ service, caller, query }: Question, account: UserDocument | undefined, path: string): ReferenceResult {
  if (account === undefined) return problems.notFound();
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

/** A page of a list. */
interface Page {
  readonly number: number;
  readonly size: number;
}

function wholeNumber(text: string | undefined, otherwise: number): number {
  return text !== undefined && /^-?\d+$/.test(text) ? Number(text) : otherwise;
}

/** Reads `page` and `per_page`; of a repeated parameter the last counts. */
function pageAsked(query: URLSearchParams): Page {
  return {
    number: Math.max(1, wholeNumber(query.getAll("page").at(-1), 1)),
    size: Math.min(100, Math.max(1, wholeNumber(query.getAll("per_page").at(-1), 30))),
  };
}

/** Returns a page of a whole list. */
function cut<Item>(list: readonly Item[], page: Page): readonly Item[] {
  return list.slice((page.number - 1) * page.size, page.number * page.size);
}

/**
 * Writes the `Link` header of a page; returns null if there is only one page. Beyond the end, the previous page is the
 * last one.
 */
function linkTo(url: string, query: URLSearchParams, page: Page, length: number): string | null {
  const last = Math.ceil(length / page.size);
  if (last <= 1) return null;
  const to = (number: number, rel: string): string => {
    const asked = new URLSearchParams(query);
    asked.set("page", String(number));
    return `<${url}?${asked}>; rel="${rel}"`;
  };
  const back = to(Math.min(page.number - 1, last), "prev");
  const onward = [to(page.number + 1, "next"), to(last, "last")];
  if (page.number === 1) return onward.join(", ");
  if (page.number < last) return [back, ...onward, to(1, "first")].join(", ");
  return [back, to(1, "first")].join(", ");
}
