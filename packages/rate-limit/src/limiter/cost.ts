import type { Cost, Price } from "../scheme/scheme.ts";
import { bodyValueAt } from "./json-pointer.ts";
import { memoizeShort } from "./memoize.ts";
import { limitedAccount } from "./partition.ts";
import type { LimitedAnswer, LimitedRequest } from "./request.ts";

interface Pricing {
  /** Returns the quota that must be left for a request to be allowed. */
  readonly required: (request: LimitedRequest, answer: LimitedAnswer | undefined) => number;
  /** Returns the charge for a request, as far as it is known. */
  readonly charged: (request: LimitedRequest, answer: LimitedAnswer | undefined) => number;
}

/**
 * Makes the functions that compute the cost of requests.
 * @example
 * pricingOf({ byStatus: { "5xx": 0 } }).charged({ address: "::1", method: "GET" }, { status: 503 }); // 0
 */
export function pricingOf(cost: Cost | undefined): Pricing {
  if (cost === undefined) return { required: () => 1, charged: () => 1 };
  const { byStatus, byMethod, byOperation, perByte = 0, request: pointer, response, requires } = cost;
  const statuses = byStatus && new Map(Object.entries(byStatus));
  const measured = pointer !== undefined || perByte !== 0;

  const priceOf = memoizeShort(
    (status: number): Price | null =>
      statuses?.get(String(status)) ?? statuses?.get(`${Math.floor(status / 100)}xx`) ?? null,
  );
  const ofStatus = (request: LimitedRequest, { status }: LimitedAnswer): number | null => {
    const price = priceOf(status);
    return price === null ? null : amountOf(price, request);
  };
  const ofRequest = (request: LimitedRequest): number => {
    if (measured) {
      if (request.body === undefined) return 0;
      const said = pointer === undefined ? 0 : (countAt(request.body, pointer) ?? 0);
      return Math.ceil(perByte * new TextEncoder().encode(request.body).length) + said;
    }
    const { method, path = "", operation } = request;
    const own = byOperation && ownOf(byOperation, operation ?? `${method} ${path}`);
    return amountOf(own ?? ownOf(byMethod, method) ?? cost.default ?? 1, request);
  };
  const known = (request: LimitedRequest, answer: LimitedAnswer | undefined): number =>
    (answer && ofStatus(request, answer)) ?? ofRequest(request);
  return {
    required:
      typeof requires === "number"
        ? () => requires
        : (request, answer) => (requires && answer ? countAt(answer.body, requires) : null) ?? known(request, answer),
    charged: (request, answer) => {
      if (answer === undefined) return ofRequest(request);
      const byAnswer = response === undefined || answer.body === undefined ? null : countAt(answer.body, response);
      return ofStatus(request, answer) ?? byAnswer ?? ofRequest(request);
    },
  };
}

function amountOf(price: Price, request: LimitedRequest): number {
  if (typeof price === "number") return price;
  return limitedAccount(request) === undefined ? price.anonymous : price.token;
}

function ownOf<T>(record: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return record && Object.hasOwn(record, name) ? record[name] : undefined;
}

function countAt(body: string | undefined, pointer: string): number | null {
  const value = bodyValueAt(body, pointer);
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null;
}
