/**
 * Checks a live service against the laws of HTTP and of its API's description, with a few requests.
 * @module
 */
export { check } from "./check.ts";
export type { CheckOptions } from "./observe.ts";
export { junitXml } from "./report/junit.ts";
export { type CheckReport, countsOf, type LawFinding, reportText, type ShownRequest } from "./report/report.ts";
