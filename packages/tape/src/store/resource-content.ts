// What the folder of a resource holds, and which of it a request of a run is recorded as. Read next: `resource.ts`.
import { hash } from "node:crypto";
import { alikeKey, alikeSteps, requestKey, unsigned } from "../canonical.ts";
import type { Exchange, RecordedRequest, RecordedResponse } from "../exchange.ts";
import { inTurns, type Steps } from "../redact/steps.ts";
import type { Filed } from "./read/read-folder.ts";

/**
 * Which requests are recorded as one on file, beyond those that say the same in another order, and those that differ in what
 * their client makes anew, if their answers are of one kind.
 */
export interface Alike {
  /** Returns what is compared of a request: those that agree in it are recorded as one. */
  readonly compared: (request: RecordedRequest) => RecordedRequest;
  /**
   * Returns an exchange's answer as it is written. It is called for each exchange of the run.
   * @param as The request that is written: the exchange's own, or the one on file that has its place.
   */
  readonly answered: (exchange: Exchange, as: RecordedRequest) => RecordedResponse;
}

/** What a request is recorded as. */
export interface FiledPlace {
  readonly mark: string;
  readonly as: RecordedRequest;
  /** Whether nothing on file is left for it. */
  readonly isNew: boolean;
}

/** What the folder of a resource holds. */
export interface ResourceContent {
  readonly filed: readonly Filed[];
  /** By {@link markOf} of their requests. */
  readonly answers: ReadonlyMap<string, readonly Exchange[]>;
  /**
   * Returns what a request of a run is recorded as: itself, or one here that is alike. A client that
   * writes parameters or members in another order each time, or signs each request, would else never record one again, and a
   * replay would give its old answers.
   * @param status Of its answer: a refused signature takes no place of one that was accepted. Null: whatever its answer.
   * @param isLeft Whether the run may still record one of a mark here.
   * @param nearest Which of those that are left: the one that was recorded first, or the one behind which it comes.
   * @param take Called with the place before another request may be given the same.
   */
  placeOf(
    request: RecordedRequest,
    status: number | null,
    isLeft: (mark: string) => boolean,
    nearest: "first" | "last",
    take?: (place: FiledPlace) => void,
  ): Promise<FiledPlace>;
}

/** Makes the content of a folder from its files. */
export function contentOf(filed: readonly Filed[], compared: Alike["compared"]): ResourceContent {
  let answers: ResourceContent["answers"] | null = null;
  let marks: Promise<ReadonlyMap<string, string[]>> | null = null;
  // Most resources are asked for once.
  const answersOf = (): ResourceContent["answers"] => {
    answers ??= Map.groupBy(
      filed.map(({ exchange }) => exchange),
      ({ request }) => markOf(request),
    );
    return answers;
  };
  const alikeTo = async (request: RecordedRequest): Promise<string[]> => {
    if (filed.length === 0) return [];
    marks ??= inTurns(marksOf(answersOf(), compared));
    return (await marks).get(await inTurns(likenessSteps(request, compared))) ?? [];
  };
  return {
    filed,
    get answers() {
      return answersOf();
    },
    async placeOf(request, status, isLeft, nearest, take = () => {}) {
      const given = (place: FiledPlace): FiledPlace => {
        take(place);
        return place;
      };
      const own = markOf(request);
      if (isLeft(own)) return given({ mark: own, as: request, isNew: false });
      const alike = await alikeTo(request);
      // None that the run has replaced is left again.
      while (alike[0] !== undefined && !isLeft(alike[0])) alike.shift();
      for (const mark of nearest === "first" ? alike : alike.toReversed()) {
        const [past] = answersOf().get(mark) ?? [];
        const as = past === undefined ? request : asOnFile(request, past.request);
        const isOfKind = (): boolean =>
          past === undefined ||
          status === null ||
          kindOf(past.response.status) === kindOf(status) ||
          alikeKey(compared(past.request)) === alikeKey(compared(request));
        if (isLeft(mark) && markOf(as) === mark && isOfKind()) return given({ mark, as, isNew: false });
      }
      return given({ mark: own, as: request, isNew: true });
    },
  };
}

function* marksOf(
  answers: ResourceContent["answers"],
  compared: Alike["compared"],
): Steps<ReadonlyMap<string, string[]>> {
  const marks = new Map<string, string[]>();
  for (const [mark, [first]] of answers) {
    if (first === undefined) continue;
    const key = yield* likenessSteps(first.request, compared);
    const alike = marks.get(key) ?? [];
    marks.set(key, alike);
    alike.push(mark);
  }
  return marks;
}

/** Returns text that two requests share of which one may be recorded as the other, with pauses. */
export function likenessSteps(request: RecordedRequest, compared: Alike["compared"]): Steps<string> {
  return alikeSteps(unsigned(compared(request)));
}

const kindOf = (status: number): number => Math.floor(status / 100);

/** Returns a short mark of a request: a run may remember a million of them. */
function markOf(request: RecordedRequest): string {
  return hash("sha256", requestKey(request), "base64").slice(0, 16);
}

/** Returns a request as the one on file is written that has its place. */
function asOnFile(request: RecordedRequest, past: RecordedRequest): RecordedRequest {
  const { method, target, principal, headers, body } = past;
  const isInFile = [request, past].some((each) => each.body?.encoding === "file");
  return { ...request, method, target, principal, headers, body: isInFile ? request.body : body };
}
