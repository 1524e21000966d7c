import { headerOf, jsonElements, linksIn, type RecordedRequest } from "@tapedeck/tape";
import type { Validators } from "./http/conditional.ts";
import type { ResponseDraft } from "./http/response-draft.ts";
import type { ExchangeIndex } from "./index/lookup.ts";
import type { PreparedExchange } from "./index/prepared-exchange.ts";
import { matchers } from "./match/matchers.ts";
import { linkOf, type Page, pageIn } from "./page.ts";

/** A page that was not recorded, cut from a list that was. */
export interface CutPage {
  readonly draft: ResponseDraft;
  readonly validators: Validators;
  /** The recording that it was cut from: the list's first page. */
  readonly card: PreparedExchange;
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/**
 * Cuts the page that a request asks for, where the deck holds the whole list on other pages.
 * @param asked The parameters as the caller sent them.
 * @param base Where the caller reached us: links lead back there.
 * @returns null where no recording of the list is whole.
 * @see beyond-the-spec, "Pagination"
 */
export function cutPage(
  deck: ExchangeIndex,
  request: RecordedRequest,
  asked: URLSearchParams,
  base: string,
): CutPage | null {
  const path = matchers.path(request);
  const pages = wholeList(deck.byPath.get(path) ?? [], request);
  const [card] = pages;
  if (!card) return null;
  const items = pages.flatMap((each) => jsonElements(decoder.decode(each.render(base).body)) ?? []);
  const page = pageIn(parametersOf(request));
  const part = items.slice((page.number - 1) * page.size, page.number * page.size);
  const link = linkOf(base + path, asked, page, items.length);
  const etag = card.validators.etag?.replace(/"$/, `-${page.number}-${page.size}"`) ?? null;
  const headers = card.render(base).headers.filter(([name]) => name !== "link" && name !== "etag");
  return {
    card,
    validators: { ...card.validators, etag },
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

/** The pages of one size that make the whole list: from the first to one that has no next; none where one is missing. */
function wholeList(recorded: readonly PreparedExchange[], request: RecordedRequest): readonly PreparedExchange[] {
  const others = otherParameters(request);
  const candidates = recorded.filter(
    ({ exchange: { request: each, response } }) =>
      each.method === "GET" &&
      each.principal === request.principal &&
      response.status === 200 &&
      otherParameters(each) === others,
  );
  const bySize = Map.groupBy(candidates, (card) => pageOf(card).size);
  for (const cards of bySize.values()) {
    const byNumber = new Map(cards.map((card) => [pageOf(card).number, card]));
    const pages: PreparedExchange[] = [];
    for (let card = byNumber.get(1); card; card = byNumber.get(pages.length + 1)) {
      pages.push(card);
      const links = linksIn(headerOf(card.exchange.response.headers, "link"));
      if (!links.some(({ rel }) => rel === "next")) return pages;
    }
  }
  return [];
}

function pageOf({ exchange }: PreparedExchange): Page {
  return pageIn(parametersOf(exchange.request));
}

function otherParameters(request: RecordedRequest): string {
  const parameters = parametersOf(request);
  parameters.delete("page");
  parameters.delete("per_page");
  return parameters.toString();
}

function parametersOf(request: RecordedRequest): URLSearchParams {
  return new URLSearchParams(matchers.query(request));
}
