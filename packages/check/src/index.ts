export { check } from "./check.ts";
export type { Evaluation, Law } from "./laws/law.ts";
export { laws } from "./laws/laws.ts";
export { type CounterNames, type Counters, counterNames, countersOf } from "./laws/rate-limit/counters.ts";
export { type CheckOptions, type CheckRun, observe, ownWords } from "./observe.ts";
export { junitXml } from "./report/junit.ts";
export {
  type CheckReport,
  countsOf,
  type LawFinding,
  reportText,
  type ShownRequest,
} from "./report/report.ts";
export { header, type ObservedResponse, responseOf, text } from "./response.ts";
