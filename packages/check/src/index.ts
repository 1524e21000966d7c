export { check } from "./check.ts";
export { type Counters, countersOf } from "./home-apis/counters.ts";
export { laws } from "./home-apis/laws.ts";
export { junitXml } from "./junit.ts";
export type { Evaluation, Interface, Law } from "./law.ts";
export { type CheckOptions, observe, partAbout, usualBudget } from "./observe.ts";
export { type CheckReport, countsOf, type LawFinding, reportText, type ShownRequest, shownLine } from "./report.ts";
export { header, type ObservedResponse, responseOf, text } from "./response.ts";
