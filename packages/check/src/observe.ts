import { type Api, plain } from "@tapedeck/api";
import { baseUrl } from "@tapedeck/tape/internal";
import { createClient } from "./client/client.ts";
import { checkObservedBody, isMiss, isRedirect, type Observation } from "./observation.ts";
import { probes, simpleGet } from "./probes/probes.ts";
import { header } from "./response.ts";
import type { ServiceUnderTest } from "./service-under-test.ts";

/** The service to check, and the limits of the check. */
export interface CheckOptions {
  /** Base URL, with its path: `https://code.example/api/v3`. */
  readonly url: string;
  /** Description of the API. Default: `plain`, so that only HTTP binds it. */
  readonly api?: Api;
  /** Maximum number of requests, including redirects. Default: 40. */
  readonly budget?: number;
  /** A credential, and the environment variable that stands for it in reports. */
  readonly token?: { readonly variable: string; readonly value: string };
  /** Values of path parameters, by name: `{ username: "ada" }`. Default: values in the description, or in links. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** A value that no path parameter has. Default: `nobody-here`. */
  readonly absent?: string;
  /** Path and query of a document to ask for. Default: the first one of the description; under `plain`, `/`. */
  readonly path?: string;
  /** Where the service's links lead. Default: to the base. */
  readonly publicUrl?: string;
  /** Seconds that a whole response may take. Default: 30. */
  readonly timeoutSeconds?: number;
}

/** Number of requests that show every law, with a credential and without a redirect. */
const usualBudget = 40;

/** The requests to a service, and its answers. */
export interface CheckRun {
  readonly service: ServiceUnderTest;
  readonly observed: readonly Observation[];
  /** Why probes were not sent, by name. */
  readonly reasons: ReadonlyMap<string, string>;
  readonly budget: number;
  /** Number of requests sent, answered or not. */
  readonly sent: number;
}

/**
 * Sends the requests that the budget allows to a service, one after the other.
 * @throws RangeError if the base is not a URL.
 * @throws UpstreamError if nothing answers there.
 * @example
 * (await observe({ url: "http://127.0.0.1:8787", api: service })).observed[0]?.response.status; // 204
 */
export async function observe(options: CheckOptions): Promise<CheckRun> {
  const { budget = usualBudget, token, timeoutSeconds = 30 } = options;
  const service: ServiceUnderTest = {
    base: baseUrl("check", options.url).base,
    publicUrl: options.publicUrl === undefined ? null : baseUrl("check", options.publicUrl).base,
    api: options.api ?? plain,
    variable: token?.variable ?? null,
    parameters: options.parameters ?? {},
    absent: options.absent ?? "nobody-here",
    path: options.path ?? null,
  };
  const client = createClient({ service, token: token?.value ?? null, budget, timeoutSeconds });
  const { observed } = client;
  const reasons = new Map<string, string>();
  for (const probe of probes) {
    const request = otherService({ service, observed }) ?? probe.ask({ service, observed });
    const reason = typeof request === "string" ? request : await client.send(probe.name, request);
    if (reason !== null) reasons.set(probe.name, reason);
  }
  return { service, observed, reasons, budget, sent: client.sent() };
}

/** Returns the observations in which the API itself answers: not a replay's miss, a redirect, or another service. */
export function ownWords(run: Pick<CheckRun, "service" | "observed">): readonly Observation[] {
  if (otherService(run) !== null) return [];
  return run.observed.filter((each) => !isMiss(each) && !isRedirect(each));
}

/**
 * Returns why the answers come from another service: neither the first document nor any header is the described API's.
 * Null for the API, or if the description tells too little.
 */
export function otherService({ service, observed }: Pick<CheckRun, "service" | "observed">): string | null {
  const { api } = service;
  const first = observed.findLast(({ probe }) => probe === simpleGet.name);
  if (first === undefined || isMiss(first) || api.behaviour.checkBody === undefined) return null;
  const { status } = first.response;
  const check = checkObservedBody(first, api);
  const isHtml = /^text\/html/.test(header(first.response, "content-type") ?? "");
  // An error without a schema tells nothing.
  if (status === 200 ? !isHtml : check === null ? status >= 400 : check.problems.length === 0) return null;
  if (observed.some((each) => each.quota !== null)) return null;
  const location = header(first.response, "location");
  const came = location === undefined ? `${status}` : `${status}, to ${location}`;
  return `the API "${api.name}" does not answer there: GET ${first.request.target} was answered ${came}, without its headers`;
}
