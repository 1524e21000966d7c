/**
 * What the other packages of tapedeck share. It may change with any release: a program has no need of it.
 * @module
 */
export { laws } from "./laws/laws.ts";
export { type Counters, counterNames, countersOf } from "./laws/rate-limit/counters.ts";
export { observe, ownWords } from "./observe.ts";
export { header, type ObservedResponse, responseOf, text } from "./response.ts";
