// What the folder of a resource holds, and which of it a request of a run is recorded as. Read next: `resource.ts`.
import { hash } from "node:crypto";
import { alikeKey, alikeSteps, requestKey } from "../canonical.ts";
import type { Exchange, RecordedRequest } from "../exchange.ts";
import { inTurns, type Steps } from "../redact/steps.ts";
import type { Filed } from "./read/read-folder.ts";

/** What the folder of a resource holds. */
export interface ResourceContent {
  readonly filed: readonly Filed[];
  /** By {@link markOf} of their requests. */
  readonly answers: ReadonlyMap<string, readonly Exchange[]>;
  /**
   * Returns the marks of the requests here that say the same as one in any order, the first one first: a client that writes
   * parameters or members in another order each time would else never record one again, and a replay would give its old
   * answers.
   */
  alikeTo(request: RecordedRequest): Promise<readonly string[]>;
}

/** Makes the content of a folder from its files. */
export function contentOf(filed: readonly Filed[]): ResourceContent {
  let answers: ResourceContent["answers"] | null = null;
  let marks: Promise<ReadonlyMap<string, readonly string[]>> | null = null;
  // Most resources are asked for once.
  const answersOf = (): ResourceContent["answers"] => {
    answers ??= Map.groupBy(
      filed.map(({ exchange }) => exchange),
      ({ request }) => markOf(request),
    );
    return answers;
  };
  return {
    filed,
    get answers() {
      return answersOf();
    },
    async alikeTo(request) {
      if (filed.length === 0) return [];
      marks ??= inTurns(marksOf(answersOf()));
      return (await marks).get(alikeKey(request)) ?? [];
    },
  };
}

function* marksOf(answers: ResourceContent["answers"]): Steps<ReadonlyMap<string, readonly string[]>> {
  const marks = new Map<string, string[]>();
  for (const [mark, [first]] of answers) {
    if (first === undefined) continue;
    const key = yield* alikeSteps(first.request);
    marks.set(key, [...(marks.get(key) ?? []), mark]);
  }
  return marks;
}

/** Returns a short mark of a request: a run may remember a million of them. */
export function markOf(request: RecordedRequest): string {
  return hash("sha256", requestKey(request), "base64").slice(0, 16);
}
