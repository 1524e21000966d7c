// The paths of an API that a check can ask for: the description lists operations, and their parameters are given,
// listed, or found in links. The requests and their purpose are in probes.ts.

import { type Api, isList, matchRoute, type Operation } from "@tapedeck/api";
import { linksIn } from "@tapedeck/tape/internal";
import { asRecord, bodyMembers, isWhole, itemsOf, type Observation } from "../observation.ts";
import { header } from "../response.ts";
import { type ServiceUnderTest, targetOn } from "../service-under-test.ts";
import type { ProbeContext } from "./probe.ts";

interface FoundLink {
  readonly url: string;
  readonly place: string;
}

/** Returns every GET of a description, in order. */
export function getsOf({ routes }: Api): readonly Operation[] {
  return routes.all.flatMap(({ operations }) => operations.get("GET") ?? []);
}

/**
 * Returns whether an operation gives the same answer to repeated requests, so that copies of its documents can be
 * compared.
 */
export function isSteady(operation: Operation, { rateLimit, paging }: Api): boolean {
  return operation.sequence !== "cycle" && operation.path !== rateLimit?.overview?.path && !isList(operation, paging);
}

/**
 * Returns the path of an operation, if its parameters are known: given by the user, listed in the description, or found
 * in a link; else the reason.
 */
export function operationTarget(operation: Operation, context: ProbeContext): { readonly target: string } | string {
  const { parameters } = context.service;
  const missing: string[] = [];
  const target = operation.path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const given = Object.hasOwn(parameters, name) ? parameters[name] : valuesOf(operation, name)?.[0];
    if (given === undefined) missing.push(name);
    return encodeURIComponent(given ?? "");
  });
  const [first] = missing;
  if (first === undefined) return { target };
  return linkTo(operation, context) ?? `no ${first} is known; give one by --param ${first}=VALUE`;
}

/** Returns the values of a path parameter, if the description lists them. */
export function valuesOf({ parameters }: Operation, name: string): readonly string[] | null {
  return parameters.find((each) => each.name === name && each.in === "path")?.values ?? null;
}

/** Returns the names of an operation's path parameters. */
export function pathParameters({ path }: Operation): readonly string[] {
  return Array.from(path.matchAll(/\{([^}]+)\}/g), ([, name = ""]) => name);
}

function linkTo(operation: Operation, { service, observed }: ProbeContext): { readonly target: string } | null {
  for (const observation of observed.filter(isWhole)) {
    for (const { url } of linksOf(observation)) {
      const target = targetOfLink(url, service);
      if (target === null) continue;
      if (matchRoute(service.api, "GET", target).operation?.id === operation.id)
        return { target: target.split("?")[0] ?? target };
    }
  }
  return null;
}

/**
 * Returns the path and query at the base for a link. Behind a proxy, links may lead to the service's own name for
 * itself: the path is the same at the base.
 */
export function targetOfLink(url: string, service: ServiceUnderTest): string | null {
  const within = targetOn(url, service);
  if (within !== null || !URL.canParse(url)) return within;
  const { pathname, search } = new URL(url);
  return pathname + search;
}

// Fields of JSON documents that hold links, as HAL, JSON:API and most REST APIs name them.
const linkField = /^(?:url|href|self)$|_url$/;

/** Returns the links of a response: in `Link`, and in the documents of its body, the first few of a list. */
export function linksOf(observation: Observation): readonly FoundLink[] {
  const named = linksIn(header(observation.response, "link")).map(({ url, rel }) => ({ url, place: `rel="${rel}"` }));
  const documents = (itemsOf(observation) ?? [bodyMembers(observation)]).slice(0, 5);
  return [...named, ...documents.flatMap((document) => linksInDocument(document))];
}

/** Returns the links of a document to itself, as most APIs name them. */
export function linksToItself({ url, self, href }: Readonly<Record<string, unknown>>): readonly FoundLink[] {
  return linksInDocument({ url, self, href });
}

/** Returns the links in a document and in the objects in it, without templates. */
function linksInDocument(document: Readonly<Record<string, unknown>>): readonly FoundLink[] {
  return [document, ...Object.values(document).map(asRecord)].flatMap((each) =>
    Object.entries(each).flatMap(([name, url]) =>
      typeof url === "string" && linkField.test(name) && /^(?:https?:\/)?\/[^{]+$/.test(url)
        ? [{ url, place: name }]
        : [],
    ),
  );
}
