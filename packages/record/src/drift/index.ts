/**
 * Reports how a live API has changed since it was recorded.
 * @module
 */
export { type ComparisonOptions, compareAnswers } from "./compare/compare-answers.ts";
export { type KnownShapes, knownShapes } from "./compare/compare-shapes.ts";
export { type DriftFound, type DriftOptions, type DriftProgress, type DriftReport, findDrift } from "./find-drift.ts";
export { type Drift, type DriftKind, isAtLeast, type Severity } from "./finding.ts";
