import { type Api, arrangedSteps, linkOf, type Page, type Paging, pageIn } from "@tapedeck/api";
import { headerOf, type RecordedRequest } from "@tapedeck/tape";
import {
  ExactParameters,
  type JsonElements,
  jsonElements,
  linksIn,
  longElements,
  type Steps,
} from "@tapedeck/tape/internal";
import type { Validators } from "../http/conditional.ts";
import { isPieced } from "../http/pieced-body.ts";
import type { ResponseDraft } from "../http/response-draft.ts";
import { pathOf, queryOf } from "../match/matchers.ts";
import { otherTargets } from "./aliases.ts";
import { type ExchangeIndex, scopedPath } from "./lookup.ts";
import type { PreparedExchange, Rendered } from "./prepared-exchange.ts";
import { elementsAt, type RecordedList, type RecordedLists } from "./recorded-lists.ts";

/** A page that was not recorded, cut from a recorded list. */
interface CutPage {
  readonly draft: ResponseDraft;
  readonly validators: Validators;
}

/** A whole list, as recorded. */
export interface WholeList {
  /** Its pages. */
  readonly pages: readonly [PreparedExchange, ...PreparedExchange[]];
  /** Parameters by which its elements are chosen and sorted; null if it was recorded under them. */
  readonly others: URLSearchParams | null;
  /** Finds it among {@link RecordedLists}. */
  readonly key: string;
  /** Whether it takes long to read. */
  readonly isLong: boolean;
  readonly read: () => Steps<RecordedList | null>;
}

/** Bytes of a list that is read at one go. */
const short = 64 * 1024;
const encoder = new TextEncoder();

/**
 * Finds the whole list that a page is asked of, if the index has it on other pages.
 * @param base Where the caller reached the server: links lead back there.
 * @param isOwn Returns whether the caller may see a recording.
 * @returns null if no recording of the list is complete.
 */
export function wholeListOf(
  index: ExchangeIndex,
  api: Api,
  scope: string,
  request: RecordedRequest,
  base: string,
  isOwn: (prepared: PreparedExchange) => boolean,
): WholeList | null {
  const { paging } = api;
  if (paging === null) return null;
  const path = pathOf(request);
  const paths = [path, ...otherTargets(index, api, scope, path)];
  const recorded = paths.flatMap((each) => [...index.atPath(scopedPath(scope, each)).filter(isOwn)]);
  const parameters = otherParameters(request, paging);
  const exact = recordedPages(recorded, request.principal, parameters.toString(), paging);
  const [first, ...rest] = exact.length > 0 ? exact : recordedPages(recorded, request.principal, "", paging);
  if (!first) return null;
  const pages = [first, ...rest] as const;
  const others = exact.length > 0 ? null : parameters;
  const bodies = pages.map((each) => each.render(base).body);
  return {
    pages,
    others,
    key: `${pages.map(({ id }) => id).join()} ${base} ${others ?? ""}`,
    isLong: bodies.some(isPieced) || bodies.reduce((sum, { length }) => sum + length, 0) > short,
    read: () => listSteps(api, bodies, others),
  };
}

/**
 * Cuts the requested page from a whole list: filtered and sorted as the request asks, if the API's description can.
 * @param asked The parameters as the caller sent them.
 * @returns null if it cannot.
 */
export function cutPage(
  lists: RecordedLists,
  { pages: [first], others, key, read }: WholeList,
  paging: Paging,
  request: RecordedRequest,
  asked: URLSearchParams,
  base: string,
): CutPage | null {
  const list = lists.get(key, read);
  if (list === null) return null;
  const page = pageIn(parametersOf(request), paging);
  const length = list.places?.length ?? list.starts.length - 1;
  const link = linkOf(base + pathOf(request), asked, page, length, paging.page);
  const suffix = [...(others ?? [])].map(([name, value]) => `${name}=${value}`).join("&");
  const tag = `-${page.number}-${page.size}${suffix && `-${suffix}`}`;
  const etag = first.validators.etag?.replace(/"$/, `${tag}"`) ?? null;
  const headers = first.render(base).headers.filter(([name]) => name !== "link" && name !== "etag");
  return {
    validators: { ...first.validators, etag },
    draft: {
      status: 200,
      headers: [
        ...headers,
        ...(etag === null ? [] : [["etag", etag] as const]),
        ...(link === null ? [] : [["link", link] as const]),
      ],
      body: encoder.encode(`[${elementsAt(list, (page.number - 1) * page.size, page.number * page.size)}]`),
    },
  };
}

function* listSteps(
  api: Api,
  bodies: readonly Rendered["body"][],
  others: URLSearchParams | null,
): Steps<RecordedList | null> {
  const texts: string[] = [];
  for (const body of bodies) {
    const decoder = new TextDecoder();
    let text = "";
    for (const piece of isPieced(body) ? body.pieces(true) : [body]) {
      text += decoder.decode(piece, { stream: true });
      yield;
    }
    texts.push(text + decoder.decode());
  }
  const elements = yield* jsonElements(texts);
  if (others === null) return { ...elements, places: null };
  const order = api.behaviour.listOrder?.(others) ?? null;
  if (order === null) return null;
  // No list is sorted by what is long.
  const values = valuesOf(elements, yield* longElements(elements, order.reads));
  return { ...elements, places: yield* arrangedSteps(values, order) };
}

function* valuesOf(elements: JsonElements, long: ReadonlyMap<number, unknown>): Iterable<unknown> {
  const whole = { ...elements, places: null };
  for (let at = 0; at < elements.starts.length - 1; at += 1)
    yield long.has(at) ? long.get(at) : JSON.parse(elementsAt(whole, at, at + 1));
}

/**
 * Returns the pages of one size that make up the whole list, from the first to one without a next; empty if one is
 * missing.
 */
function recordedPages(
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
