// Which of the recorded headers of a response are sent, and what else is made of them: once, where many responses of a
// packed file have the same list. Read next: prepared-exchange.ts.
import type { Api } from "@tapedeck/api";
import { isCounter, toldHeader } from "@tapedeck/rate-limit";
import { type HeaderList, headerOf } from "@tapedeck/tape";
import { byteString, hopByHop, isOfEncodedBody } from "@tapedeck/tape/internal";
import type { Validators } from "../http/conditional.ts";
import { memoize, memoizeObject } from "../memoize.ts";

/** Returns what tells one version of a resource from another. */
export function validatorsIn(headers: HeaderList): Validators {
  return { etag: headerOf(headers, "etag"), lastModified: headerOf(headers, "last-modified") };
}

/** What is made of a list of headers. */
interface SharedFields {
  /** Those that are sent. */
  readonly fields: HeaderList;
  /** All values. */
  readonly values: string;
  readonly validators: Validators;
}

/** Returns what is made of the headers of a response to a GET: once, where many responses have the same. */
export const sharedFields: (api: Api) => (headers: HeaderList) => SharedFields = memoizeObject((api: Api) =>
  memoizeObject((headers: HeaderList) => ({
    fields: sentFields(api, headers, "GET"),
    values: headers.map(([, value]) => value).join("\n"),
    validators: validatorsIn(headers),
  })),
);

/** Returns the headers of a response that are sent, apart from those of the moment. */
export function sentFields(api: Api, recorded: HeaderList, method: string): HeaderList {
  const isUnsent = unsentHeaders(api);
  const fields: Array<HeaderList[number]> = [];
  for (const field of api.behaviour.sentHeaders?.(recorded) ?? recorded) {
    const [name, value] = field;
    // Bodies are stored decoded. A HEAD response has no body to take its length from.
    if (isUnsent(name) || (isOfEncodedBody(field) && method !== "HEAD")) continue;
    const bytes = byteString(value);
    fields.push(bytes === value ? field : [name, bytes]);
  }
  return fields;
}

/** Returns the test of whether a recorded header is not sent: it depends on the moment, or on the connection. */
const unsentHeaders = memoizeObject((api: Api): ((name: string) => boolean) => {
  const { rateLimit, requestId } = api;
  const live = new Set(["date", ...(rateLimit?.tell ?? []).flatMap(({ header }) => header ?? [])]);
  if (requestId !== null) live.add("x-request-id").add(requestId[0]);
  const replaces = replacesCounters(api);
  return memoize(1024, (name) => live.has(name) || hopByHop.has(name) || (replaces && counts(name)));
});

/** Returns whether the simulated limits replace all counters: an observer has named those that it understood. */
function replacesCounters({ rateLimit }: Api): boolean {
  if (rateLimit === null) return false;
  return rateLimit.name !== "observed" || rateLimit.tell.some(({ header }) => header?.includes("{") !== false);
}

/** Returns whether a header tells the state of a limit, in any dialect. */
export function counts(name: string): boolean {
  const { value } = toldHeader(name) ?? {};
  return value === "limit" || value === "policies" || isCounter(name);
}
