/**
 * What tapedeck's packages share. It may change with any release: a program does not need it.
 * @module
 */
export { laws } from "./laws/laws.ts";
export { type Counters, counterNames, countersOf } from "./laws/rate-limit/counters.ts";
export { observe, ownWords } from "./observe.ts";
export { header, type ObservedResponse, responseOf, text } from "./response.ts";
