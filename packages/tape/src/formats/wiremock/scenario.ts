import type { JsonObject } from "../../json/json-value.ts";
import { jsonWord } from "../json.ts";
import type { ImportedExchange, Warning } from "../types.ts";
import { firstState } from "./write.ts";

/** A mapping, with its place. */
export interface ScenarioStep {
  readonly found: ImportedExchange;
  readonly mapping: JsonObject;
  readonly order: number;
}

/**
 * Sorts mappings in the order of their answers. A scenario is followed from its first state; of mappings for the same
 * request outside of one, WireMock takes the first by priority, then the last one added.
 */
export function inOrder(steps: readonly ScenarioStep[]): {
  readonly found: readonly ImportedExchange[];
  readonly warnings: readonly Warning[];
} {
  const warnings: Warning[] = [];
  const scenarios = Map.groupBy(steps, ({ mapping }) => mapping["scenarioName"]);
  const rivals = Map.groupBy(scenarios.get(undefined) ?? [], requestOf);
  const free = (scenarios.get(undefined) ?? []).filter((step) => {
    const winner = (rivals.get(requestOf(step)) ?? [step]).reduce(stronger);
    if (winner === step) return true;
    warnings.push({
      place: step.found.place,
      kind: "left out",
      text: `it is never reached: ${winner.found.place} comes before it`,
    });
    return false;
  });
  scenarios.delete(undefined);
  const walked = Array.from(scenarios.values(), (each) => walk(each, warnings));
  // The nth answer of a scenario takes the nth place among its answers.
  const places = new Map(
    walked.flatMap((steps) => {
      const orders = steps.map(({ order }) => order).sort((a, b) => a - b);
      return steps.map((step, at) => [step, orders[at] ?? step.order] as const);
    }),
  );
  const all = [...free, ...walked.flat()].map((step) => ({ step, rank: places.get(step) ?? step.order }));
  all.sort((a, b) => a.rank - b.rank);
  return { found: all.map(({ step }) => step.found), warnings };
}

function walk(steps: readonly ScenarioStep[], warnings: Warning[]): readonly ScenarioStep[] {
  const walked: (readonly ScenarioStep[])[] = [];
  const states = new Set<string>();
  for (let state: string | undefined = firstState; state !== undefined; ) {
    states.add(state);
    const here = steps.filter(({ mapping }) => (mapping["requiredScenarioState"] ?? firstState) === state);
    walked.push(
      here.filter((step) => next(step) === undefined),
      here.filter((step) => next(step) !== undefined),
    );
    const last: ScenarioStep | undefined = here.find((step) => next(step) !== undefined);
    const following: string | undefined = last && next(last);
    if (last && following !== undefined && states.has(following)) {
      warnings.push({
        place: last.found.place,
        kind: "changed",
        text: `its scenario goes back to "${following.slice(0, 40)}"; a replay stays at the last answer`,
      });
      break;
    }
    state = following;
  }
  const found = new Set(walked.flat());
  for (const step of steps.filter((each) => !found.has(each))) {
    warnings.push({
      place: step.found.place,
      kind: "left out",
      text: "its scenario never comes to the state that it asks for",
    });
  }
  return [...found];
}

function next({ mapping }: ScenarioStep): string | undefined {
  const state = mapping["newScenarioState"];
  return typeof state === "string" && state !== mapping["requiredScenarioState"] ? state : undefined;
}

function stronger(a: ScenarioStep, b: ScenarioStep): ScenarioStep {
  const [first, second] = [a, b].map(({ mapping }) => Number(jsonWord(mapping["priority"] ?? 5))) as [number, number];
  return second <= first ? b : a;
}

function requestOf({ mapping, found }: ScenarioStep): string {
  return JSON.stringify([mapping["request"], found.exchange.request.principal]);
}
