import * as steps from "../itinerary.ts";
import { type CheckLaw, judgeEach } from "../law.ts";
import { isWhole, itemsOf, membersOf, nameOf, principalOf, type Sighting } from "../sighting.ts";

const source = "beyond-the-spec, Errors";

/** Laws of who may see what. */
export const credentials: readonly CheckLaw[] = [
  {
    name: "/user answers 401 to who has no credential",
    source,
    about: "service",
    asks: [steps.ownUserUnknown],
    judge: (seen) => judgeEach(seen.filter(at(steps.ownUserUnknown)), unauthorized),
  },
  {
    name: "a malformed Authorization is answered 401",
    source,
    about: "service",
    asks: [steps.malformed],
    judge: (seen) => judgeEach(seen.filter(at(steps.malformed)), unauthorized),
  },
  {
    name: "what is private is shown to nobody without a credential",
    source: "service-api 1.2 and 5",
    about: "service",
    asks: [steps.privateRepository],
    judge: (seen) =>
      judgeEach(
        seen.filter(
          (sighting) =>
            principalOf(sighting.asked.as) === "anonymous" &&
            (at(steps.privateRepository)(sighting) || (isWhole(sighting) && documentsIn(sighting).some(isPrivate))),
        ),
        (sighting) => {
          const shown = documentsIn(sighting).find(isPrivate);
          return isWhole(sighting) && shown !== undefined
            ? `${nameOf(sighting)} shows ${String(shown["full_name"])}, which is private, to everybody`
            : null;
        },
      ),
  },
  {
    name: "a credential does not come back in an answer",
    source: "design, laws: no secret that went in over the wire",
    about: "service",
    asks: [steps.ownUser],
    judge: (seen) =>
      judgeEach(
        seen.filter(({ asked }) => principalOf(asked.as) === "token"),
        (sighting) => (sighting.echoes ? `${nameOf(sighting)} repeats the credential that came with it` : null),
      ),
  },
];

function at({ name }: { readonly name: string }): (sighting: Sighting) => boolean {
  return ({ step }) => step === name;
}

function unauthorized(sighting: Sighting): string | null {
  return sighting.answer.status === 401 ? null : `${nameOf(sighting)} was answered ${sighting.answer.status}`;
}

function documentsIn(sighting: Sighting): ReadonlyArray<Readonly<Record<string, unknown>>> {
  return itemsOf(sighting) ?? [membersOf(sighting)];
}

function isPrivate(document: Readonly<Record<string, unknown>>): boolean {
  return document["private"] === true;
}
