import { evaluateEach, type Law } from "../law.ts";
import { isWhole, itemsOf, membersOf, nameOf, type Observation, principalOf } from "../observation.ts";
import * as probes from "./probes.ts";

const source = "beyond-the-spec, Errors";

/** Laws of who may see what. */
export const credentials: readonly Law[] = [
  {
    name: "/user answers 401 to who has no credential",
    source,
    about: "service",
    probes: [probes.ownUserUnknown],
    evaluate: (observed) => evaluateEach(observed.filter(at(probes.ownUserUnknown)), unauthorized),
  },
  {
    name: "a malformed Authorization is answered 401",
    source,
    about: "service",
    probes: [probes.malformed],
    evaluate: (observed) => evaluateEach(observed.filter(at(probes.malformed)), unauthorized),
  },
  {
    name: "what is private is shown to nobody without a credential",
    source: "service-api 1.2 and 5",
    about: "service",
    probes: [probes.privateRepository],
    evaluate: (observed) =>
      evaluateEach(
        observed.filter(
          (observation) =>
            principalOf(observation.request.as) === "anonymous" &&
            (at(probes.privateRepository)(observation) ||
              (isWhole(observation) && documentsIn(observation).some(isPrivate))),
        ),
        (observation) => {
          const shown = documentsIn(observation).find(isPrivate);
          return isWhole(observation) && shown !== undefined
            ? `${nameOf(observation)} shows ${String(shown["full_name"])}, which is private, to everybody`
            : null;
        },
      ),
  },
  {
    name: "a credential does not come back in an answer",
    source: "design, laws: no secret that went in over the wire",
    about: "service",
    probes: [probes.ownUser],
    evaluate: (observed) =>
      evaluateEach(
        observed.filter(({ request }) => principalOf(request.as) === "token"),
        (observation) =>
          observation.echoes ? `${nameOf(observation)} repeats the credential that came with it` : null,
      ),
  },
];

function at({ name }: { readonly name: string }): (observation: Observation) => boolean {
  return ({ probe }) => probe === name;
}

function unauthorized(observation: Observation): string | null {
  return observation.response.status === 401
    ? null
    : `${nameOf(observation)} was answered ${observation.response.status}`;
}

function documentsIn(observation: Observation): ReadonlyArray<Readonly<Record<string, unknown>>> {
  return itemsOf(observation) ?? [membersOf(observation)];
}

function isPrivate(document: Readonly<Record<string, unknown>>): boolean {
  return document["private"] === true;
}
