import {
  bodyMembers,
  isWhole,
  itemsOf,
  type Observation,
  otherStatus,
  principalAsked,
  probeName,
} from "../../observation.ts";
import * as probes from "../../probes/probes.ts";
import type { ServiceUnderTest } from "../../service-under-test.ts";
import { answers, type Law, ofEach } from "../law.ts";

/** Laws about who may see what. */
export const credentialLaws: readonly Law[] = [
  ofEach({
    name: "what needs a credential is refused without one",
    source: "description, security; RFC 9110, 15.5.2",
    needs: ({ errors }) =>
      errors.unauthenticated ? null : "the description does not say how it refuses who has no credential",
    probes: [probes.ownUnknown],
    of: answers(probes.ownUnknown),
    flaw: (each, { api }) => otherStatus(each, api.errors.unauthenticated?.status ?? 401),
  }),
  ofEach({
    name: "a malformed Authorization is refused",
    source: "description, credentials",
    needs: (api) =>
      api.credentials.some((form) => "scheme" in form) && api.errors.badCredentials
        ? null
        : "the description does not say how it refuses a malformed credential",
    probes: [probes.malformed],
    of: answers(probes.malformed),
    flaw: (each, { api }) => otherStatus(each, api.errors.badCredentials?.status ?? 401),
  }),
  ofEach({
    name: "what is private is not shown without a credential",
    source: "description, security",
    needs: ({ behaviour }) => (behaviour.isPrivate ? null : "the description does not tell what is private"),
    probes: [probes.privateDocument],
    of: (each, service) =>
      principalAsked(each.request.as) === "anonymous" &&
      (answers(probes.privateDocument)(each) || privateIn(each, service) !== undefined),
    flaw: (each, service) => {
      const shown = privateIn(each, service);
      return shown === undefined
        ? null
        : `${probeName(each)} shows ${String(shown["url"] ?? "a document")}, which is private, without a credential`;
    },
  }),
  ofEach({
    name: "a credential does not come back in an answer",
    source: "RFC 9110, 17.16.2",
    probes: [probes.ownDocument, probes.simpleAsToken],
    of: ({ request }) => principalAsked(request.as) === "token",
    flaw: (each) => (each.echoes ? `${probeName(each)} repeats the credential that came with it` : null),
  }),
];

function privateIn(observation: Observation, { api }: ServiceUnderTest): Readonly<Record<string, unknown>> | undefined {
  if (!isWhole(observation)) return undefined;
  return (itemsOf(observation) ?? [bodyMembers(observation)]).find((each) => api.behaviour.isPrivate?.(each) ?? false);
}
