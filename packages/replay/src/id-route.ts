import type { ExchangeIndex } from "./index/lookup.ts";
import type { PreparedExchange } from "./index/prepared-exchange.ts";

/** What a document says of an id; any of it may be missing. */
interface Document {
  readonly id?: unknown;
  readonly login?: unknown;
  readonly type?: unknown;
  readonly full_name?: unknown;
  readonly owner?: unknown;
  readonly organization?: unknown;
}

/** Paths with names by those with numbers, and how many cards they were read from. */
interface Learned {
  readonly names: Map<string, string>;
  readonly cards: number;
}

const learned = new WeakMap<ExchangeIndex, Learned>();

/**
 * The target with names that one with a number stands for (`/user/1/repos` for `/users/ada/repos`): the live service
 * links to numbers, and recordings are mostly asked for by name. Which number is whose, the recorded documents say.
 * @returns null where no recorded document tells.
 * @see beyond-the-spec, "Pagination"
 */
export function namedTarget(deck: ExchangeIndex, target: string): string | null {
  const [, path = "", query = ""] = /^([^?]*)(.*)$/s.exec(target) ?? [];
  const named = namesIn(deck).get(path);
  return named === undefined ? null : named + query;
}

/** What the deck's documents tell: each is read once, and only for those who ask in numbers. */
function namesIn(deck: ExchangeIndex): ReadonlyMap<string, string> {
  const { names, cards } = learned.get(deck) ?? { names: new Map<string, string>(), cards: 0 };
  if (deck.cards.length > cards) {
    learn(deck.cards.slice(cards), names);
    learned.set(deck, { names, cards: deck.cards.length });
  }
  return names;
}

function learn(cards: readonly PreparedExchange[], names: Map<string, string>): void {
  for (const { exchange } of cards) {
    if (exchange.response.status === 200)
      for (const each of documentsIn(exchange.response.body?.text)) name(each, names);
  }
}

function name(
  { id, login, type, full_name: fullName, owner, organization }: Document,
  names: Map<string, string>,
): void {
  if (typeof fullName === "string") names.set(`/repositories/${id}`, `/repos/${fullName}`);
  if (typeof login === "string") {
    names.set(`/user/${id}/repos`, `/users/${login}/repos`);
    if (type === "Organization") names.set(`/organizations/${id}/repos`, `/orgs/${login}/repos`);
  }
  for (const account of [owner, organization]) if (isDocument(account)) name(account, names);
}

function documentsIn(text: string | undefined): readonly Document[] {
  try {
    return [JSON.parse(text ?? "null")].flat().filter(isDocument);
  } catch {
    return [];
  }
}

function isDocument(value: unknown): value is Document {
  return typeof value === "object" && value !== null;
}
