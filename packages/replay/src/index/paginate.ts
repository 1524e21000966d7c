import { type Api, linkOf, type Page, type Paging, pageIn } from "@tapedeck/api";
import { headerOf, type RecordedRequest } from "@tapedeck/tape";
import { ExactParameters, jsonElements, linksIn } from "@tapedeck/tape/internal";
import type { Validators } from "../http/conditional.ts";
import { wholeBody } from "../http/pieced-body.ts";
import type { ResponseDraft } from "../http/response-draft.ts";
import { pathOf, queryOf } from "../match/matchers.ts";
import { otherTargets } from "./aliases.ts";
import { type ExchangeIndex, scopedPath } from "./lookup.ts";
import type { PreparedExchange } from "./prepared-exchange.ts";

/** A page that was not recorded, cut from a recorded list. */
interface CutPage {
  readonly draft: ResponseDraft;
  readonly validators: Validators;
  /** The recordings that it was cut from: the pages of the whole list. */
  readonly pages: readonly [PreparedExchange, ...PreparedExchange[]];
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/**
 * Cuts the requested page from the whole list, if the index has it on other pages: filtered and sorted as the request
 * asks, if the API's description can.
 * @param asked The parameters as the caller sent them.
 * @param base Where the caller reached the server: links lead back there.
 * @param isOwn Returns whether the caller may see a recording.
 * @returns null if no recording of the list is complete.
 */
export function cutPage(
  index: ExchangeIndex,
  api: Api,
  scope: string,
  request: RecordedRequest,
  asked: URLSearchParams,
  base: string,
  isOwn: (prepared: PreparedExchange) => boolean,
): CutPage | null {
  const { paging } = api;
  if (paging === null) return null;
  const path = pathOf(request);
  const paths = [path, ...otherTargets(index, api, scope, path)];
  const recorded = paths.flatMap((each) => [...index.atPath(scopedPath(scope, each)).filter(isOwn)]);
  const others = otherParameters(request, paging);
  const exact = wholeList(recorded, request.principal, others.toString(), paging);
  const pages = exact.length > 0 ? exact : wholeList(recorded, request.principal, "", paging);
  const [first, ...rest] = pages;
  if (!first) return null;
  const all = pages.flatMap((each) => jsonElements(decoder.decode(wholeBody(each.render(base).body))) ?? []);
  const places = exact.length > 0 ? all.keys().toArray() : arranged(api, all, others);
  if (places === null) return null;

  const page = pageIn(parametersOf(request), paging);
  const part = places.slice((page.number - 1) * page.size, page.number * page.size).map((at) => all[at]);
  const link = linkOf(base + path, asked, page, places.length, paging.page);
  const suffix = [...others].map(([name, value]) => `${name}=${value}`).join("&");
  const tag = `-${page.number}-${page.size}${exact.length > 0 || suffix === "" ? "" : `-${suffix}`}`;
  const etag = first.validators.etag?.replace(/"$/, `${tag}"`) ?? null;
  const headers = first.render(base).headers.filter(([name]) => name !== "link" && name !== "etag");
  return {
    pages: [first, ...rest],
    validators: { ...first.validators, etag },
    draft: {
      status: 200,
      headers: [
        ...headers,
        ...(etag === null ? [] : [["etag", etag] as const]),
        ...(link === null ? [] : [["link", link] as const]),
      ],
      body: encoder.encode(`[${part.join(",")}]`),
    },
  };
}

function arranged(api: Api, items: readonly string[], parameters: URLSearchParams): readonly number[] | null {
  const values = items.map((item): unknown => JSON.parse(item));
  return api.behaviour.arrangeList?.(values, parameters) ?? null;
}

/**
 * Returns the pages of one size that make up the whole list, from the first to one without a next; empty if one is
 * missing.
 */
function wholeList(
  recorded: readonly PreparedExchange[],
  principal: string,
  others: string,
  paging: Paging,
): readonly PreparedExchange[] {
  const pageOf = ({ exchange }: PreparedExchange): Page => pageIn(parametersOf(exchange.request), paging);
  const candidates = recorded.filter(
    ({ exchange: { request: each, response } }) =>
      each.method === "GET" &&
      each.principal === principal &&
      response.status === 200 &&
      otherParameters(each, paging).toString() === others,
  );
  const bySize = Map.groupBy(candidates, (prepared) => pageOf(prepared).size);
  for (const exchanges of bySize.values()) {
    const byNumber = new Map(exchanges.map((prepared) => [pageOf(prepared).number, prepared]));
    const pages: PreparedExchange[] = [];
    for (let prepared = byNumber.get(1); prepared; prepared = byNumber.get(pages.length + 1)) {
      pages.push(prepared);
      const links = linksIn(headerOf(prepared.exchange.response.headers, "link"));
      if (!links.some(({ rel }) => rel === "next")) return pages;
    }
  }
  return [];
}

function otherParameters(request: RecordedRequest, paging: Paging): URLSearchParams {
  const parameters = parametersOf(request);
  parameters.delete(paging.page);
  parameters.delete(paging.size);
  return parameters;
}

function parametersOf(request: RecordedRequest): URLSearchParams {
  return new ExactParameters(queryOf(request));
}
