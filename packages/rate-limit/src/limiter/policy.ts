import { usualLease } from "../algorithm/concurrency.ts";
import type { Bucket, Meter } from "../algorithm/meter.ts";
import { meterOf } from "../algorithm/meters.ts";
import type { Cost, Policy, Price, Unit } from "../generated/scheme.ts";
import { testOf } from "./condition.ts";
import { bodyValueAt } from "./json-pointer.ts";
import { memoizeShort } from "./memoize.ts";
import { anonymousAccount, bucketNamer, limitedAccount, tokenAccount } from "./partition.ts";
import type { LimitedAnswer, LimitedRequest } from "./request.ts";

/** A caller's standing in one policy. Amounts are whole numbers in the policy's unit, times are epoch seconds. */
export interface Standing {
  readonly policy: CompiledPolicy;
  readonly bucket: string;
  readonly limit: number;
  readonly used: number;
  readonly remaining: number;
  /** When the whole limit is available again. */
  readonly resetsAt: number;
  /** The state of the bucket afterwards. */
  readonly held: Bucket;
  /** The quota that had to be left for the request. */
  readonly required: number;
  /** The charge of this request, and its ticket in the bucket. */
  readonly charged: number;
  readonly ticket: number;
}

/** A policy of a scheme, compiled to functions. */
export interface CompiledPolicy {
  readonly name: string;
  readonly unit: Unit;
  readonly hidden: boolean;
  readonly source: Policy;
  readonly meter: Meter;
  readonly seconds: number;
  /** Whether a charge is released when the answer ends. */
  readonly releases: boolean;
  /** Longest time that a charge is held without renewal, in seconds; null if charges are not held. */
  readonly leaseSeconds: number | null;
  readonly chargedOnRefusal: number;
  readonly applies: (request: LimitedRequest) => boolean;
  /** Returns whether it can count requests of this caller. */
  readonly concerns: (request: LimitedRequest) => boolean;
  readonly bucketOf: (request: LimitedRequest) => string;
  /** Returns the limit of a bucket, which may not exist yet. */
  readonly limitOf: (bucket: Bucket | undefined, request: LimitedRequest) => number;
  /** Returns the limit of an account; undefined stands for callers without a credential. */
  readonly limitFor: (account: string | undefined) => number;
  readonly required: (request: LimitedRequest, answer: LimitedAnswer | undefined) => number;
  readonly charged: (request: LimitedRequest, answer: LimitedAnswer | undefined) => number;
  readonly refuses: (bucket: Bucket, limit: number, required: number, now: number) => boolean;
  readonly retryAt: (bucket: Bucket, limit: number, required: number, now: number) => number;
  readonly blocked: (bucket: Bucket, now: number) => Bucket;
  /** Returns when more than what remains is available, in epoch seconds. */
  readonly moreAt: (standing: Standing, now: number) => number;
  readonly standing: (
    bucket: string,
    held: Bucket,
    limit: number,
    now: number,
    required: number,
    charged: number,
  ) => Standing;
}

/**
 * Compiles a policy.
 * @example
 * const { bucketOf } = compilePolicy({ name: "core", algorithm: { kind: "sliding-log", limit: 5, seconds: 1 } });
 * bucketOf({ address: "::1", method: "GET" }); // "core"
 */
export function compilePolicy(source: Policy): CompiledPolicy {
  const { name, unit = "requests", hidden = false, when, unless, limits, onRefusal = {}, algorithm } = source;
  const meter = meterOf(algorithm);
  const { required, charged } = pricingOf(source.cost);
  const met = when && testOf(when);
  const excepted = unless && testOf(unless);
  const own = limits && new Map(Object.entries(limits));
  const { charge = 0, blockSeconds = 0 } = onRefusal;
  const caller = when?.credential === undefined ? null : testOf({ credential: when.credential });

  const limitFor = (account: string | undefined): number =>
    (account === undefined ? own?.get(anonymousAccount) : (own?.get(account) ?? own?.get(tokenAccount))) ?? meter.limit;
  const limitOf = (bucket: Bucket | undefined, request: LimitedRequest): number =>
    bucket?.limit ?? (own === undefined ? meter.limit : limitFor(limitedAccount(request)));
  const isBlocked = ({ blockedUntil }: Bucket, now: number): boolean =>
    blockedUntil !== undefined && now < blockedUntil;

  const policy: CompiledPolicy = {
    name,
    unit,
    hidden,
    source,
    meter,
    seconds: meter.seconds,
    releases: algorithm.kind === "concurrency",
    leaseSeconds: algorithm.kind === "concurrency" ? (algorithm.leaseSeconds ?? usualLease) : null,
    chargedOnRefusal: charge,
    applies: (request) => (met === undefined || met(request)) && (excepted === undefined || !excepted(request)),
    concerns: (request) => caller === null || caller(request),
    bucketOf: bucketNamer(source),
    limitFor,
    limitOf,
    required,
    charged,
    refuses: (bucket, limit, amount, now) =>
      isBlocked(bucket, now) || (amount > 0 && meter.used(bucket, limit, now) + amount > limit),
    retryAt(bucket, limit, amount, now) {
      if (isBlocked(bucket, now)) return bucket.blockedUntil ?? now;
      return blockSeconds > 0 ? now + blockSeconds : meter.availableAt(bucket, amount, limit, now);
    },
    blocked: (bucket, now) =>
      blockSeconds === 0 || isBlocked(bucket, now) ? bucket : { ...bucket, blockedUntil: now + blockSeconds },
    moreAt({ held, limit, remaining }, now) {
      const end = isBlocked(held, now) ? (held.blockedUntil ?? now) : now;
      return Math.max(end, meter.availableAt(held, Math.min(remaining + 1, limit), limit, now));
    },
    standing(bucket, held, limit, now, required, charged) {
      const stopped = isBlocked(held, now);
      const remaining = stopped ? 0 : Math.max(0, Math.floor(limit - meter.used(held, limit, now)));
      const used = limit - remaining;
      const resetsAt = Math.max(meter.resetsAt(held, limit, now), stopped ? (held.blockedUntil ?? now) : now);
      const ticket = meter.ticket(held, now);
      return { policy, bucket, limit, used, remaining, resetsAt, held, required, charged, ticket };
    },
  };
  return policy;
}

interface Pricing {
  /** Returns the quota that must be left for a request to be allowed. */
  readonly required: (request: LimitedRequest, answer: LimitedAnswer | undefined) => number;
  /** Returns the charge for a request, as far as it is known. */
  readonly charged: (request: LimitedRequest, answer: LimitedAnswer | undefined) => number;
}

/** Makes the functions that compute the cost of requests. */
function pricingOf(cost: Cost | undefined): Pricing {
  if (cost === undefined) return { required: () => 1, charged: () => 1 };
  const { byStatus, byMethod, byOperation, perByte = 0, request: pointer, response, requires } = cost;
  const [statuses, methods, operations] = [pricesIn(byStatus), pricesIn(byMethod), pricesIn(byOperation)];
  const measured = pointer !== undefined || perByte !== 0;

  const priceOf = memoizeShort(
    (status: number): Price | null =>
      statuses.get(String(status)) ?? statuses.get(`${Math.floor(status / 100)}xx`) ?? null,
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
    const own = operations.size === 0 ? undefined : operations.get(operation ?? `${method} ${path}`);
    return amountOf(own ?? methods.get(method) ?? cost.default ?? 1, request);
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

function pricesIn(prices: Readonly<Record<string, Price>> = {}): ReadonlyMap<string, Price> {
  return new Map(Object.entries(prices));
}

function amountOf(price: Price, request: LimitedRequest): number {
  if (typeof price === "number") return price;
  return limitedAccount(request) === undefined ? price.anonymous : price.token;
}

function countAt(body: string | undefined, pointer: string): number | null {
  const value = bodyValueAt(body, pointer);
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : null;
}
