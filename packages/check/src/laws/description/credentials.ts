import type { Api } from "@tapedeck/api";
import { bodyMembers, isWhole, itemsOf, type Observation, principalAsked, probeName } from "../../observation.ts";
import * as probes from "../../probes/probes.ts";
import type { ServiceUnderTest } from "../../service-under-test.ts";
import { evaluateEach, type Law } from "../law.ts";

/** Laws about who may see what. */
export const credentialLaws: readonly Law[] = [
  {
    name: "what needs a credential is refused without one",
    source: "description, security; RFC 9110, 15.5.2",
    needs: ({ errors }) =>
      errors.unauthenticated ? null : "the description does not say how it refuses who has no credential",
    probes: [probes.ownUnknown],
    evaluate: (observed, { api }) =>
      evaluateEach(observed.filter(sentBy(probes.ownUnknown)), unauthorized(api, "unauthenticated")),
  },
  {
    name: "a malformed Authorization is refused",
    source: "description, credentials",
    needs: (api) =>
      api.credentials.some((form) => "scheme" in form) && api.errors.badCredentials
        ? null
        : "the description does not say how it refuses a malformed credential",
    probes: [probes.malformed],
    evaluate: (observed, { api }) =>
      evaluateEach(observed.filter(sentBy(probes.malformed)), unauthorized(api, "badCredentials")),
  },
  {
    name: "what is private is not shown without a credential",
    source: "description, security",
    needs: ({ behaviour }) => (behaviour.isPrivate ? null : "the description does not tell what is private"),
    probes: [probes.privateDocument],
    evaluate: (observed, service) =>
      evaluateEach(
        observed.filter(
          (observation) =>
            principalAsked(observation.request.as) === "anonymous" &&
            (sentBy(probes.privateDocument)(observation) || (isWhole(observation) && privateIn(observation, service))),
        ),
        (observation) => {
          const shown = isWhole(observation) ? privateIn(observation, service) : undefined;
          if (shown === undefined) return null;
          return `${probeName(observation)} shows ${String(shown["url"] ?? "a document")}, which is private, to everybody`;
        },
      ),
  },
  {
    name: "a credential does not come back in an answer",
    source: "RFC 9110, 17.16.2",
    probes: [probes.ownDocument, probes.simpleAsToken],
    evaluate: (observed) =>
      evaluateEach(
        observed.filter(({ request }) => principalAsked(request.as) === "token"),
        (observation) =>
          observation.echoes ? `${probeName(observation)} repeats the credential that came with it` : null,
      ),
  },
];

function sentBy({ name }: { readonly name: string }): (observation: Observation) => boolean {
  return ({ probe }) => probe === name;
}

function unauthorized({ errors }: Api, errorCase: "unauthenticated" | "badCredentials") {
  const wanted = errors[errorCase]?.status ?? 401;
  return (observation: Observation): string | null =>
    observation.response.status === wanted
      ? null
      : `${probeName(observation)} was answered ${observation.response.status}, and not ${wanted}`;
}

function privateIn(observation: Observation, { api }: ServiceUnderTest): Readonly<Record<string, unknown>> | undefined {
  return (itemsOf(observation) ?? [bodyMembers(observation)]).find((each) => api.behaviour.isPrivate?.(each) ?? false);
}
