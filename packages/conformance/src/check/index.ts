export { check } from "./check.ts";
export { junitXml } from "./junit.ts";
export type { CheckLaw, Interface, Judgement } from "./law.ts";
export { checkLaws } from "./laws.ts";
export { type CheckOptions, usualBudget } from "./observe.ts";
export { type CheckReport, countsOf, type Finding, reportText, type Shown, shownLine } from "./report.ts";
