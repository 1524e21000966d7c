import type { Card } from "./card.ts";
import type { Deck } from "./deck.ts";

/** What a document says of an id; any of it may be missing. */
interface Document {
  readonly id?: unknown;
  readonly login?: unknown;
  readonly type?: unknown;
  readonly full_name?: unknown;
  readonly owner?: unknown;
  readonly organization?: unknown;
}

const learned = new WeakMap<Deck, ReadonlyMap<string, string>>();

/**
 * The target with names that one with a number stands for (`/user/1/repos` for `/users/ada/repos`): the live service
 * links to numbers, and recordings are mostly asked for by name. Which number is whose, the recorded documents say.
 * @returns null where no recorded document tells.
 * @see beyond-the-spec, "Pagination"
 */
export function namedTarget(deck: Deck, target: string): string | null {
  const [, path = "", query = ""] = /^([^?]*)(.*)$/s.exec(target) ?? [];
  // Read once, and only by those who ask in numbers.
  const names = learned.get(deck) ?? learn(deck.cards);
  learned.set(deck, names);
  const named = names.get(path);
  return named === undefined ? null : named + query;
}

function learn(cards: readonly Card[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { exchange } of cards) {
    if (exchange.response.status === 200)
      for (const each of documentsIn(exchange.response.body?.text)) name(each, names);
  }
  return names;
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
