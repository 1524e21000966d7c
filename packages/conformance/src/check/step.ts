import { header } from "../question.ts";
import type { Interface } from "./law.ts";
import { type Asked, type Caller, isWhole, type Method, membersOf, type Sighting } from "./sighting.ts";
import type { Site } from "./site.ts";

/** One request of a check, made from what is known by then. */
export interface Step {
  readonly name: string;
  readonly about: Interface;
  /** The request, or why it cannot be made. */
  readonly ask: (known: Known) => Asked | string;
}

/** What is known when a step is taken. */
export interface Known {
  readonly site: Site;
  readonly seen: readonly Sighting[];
}

/** The vendor's word in header names, guessed from what came; null where no header has one. */
export function vendorOf(seen: readonly Sighting[]): string | null {
  for (const { answer } of seen) {
    for (const [name] of answer.headers) {
      const [, word] = /^x-([a-z0-9-]+)-media-type$/.exec(name) ?? [];
      if (word !== undefined) return word;
    }
  }
  return null;
}

/** What a step was answered in the end; undefined where it was not asked. */
export function answered({ seen }: Known, { name }: Step): Sighting | undefined {
  return seen.findLast(({ step }) => step === name);
}

/** The whole document that a step was answered with; undefined where it got something else. */
export function wholeOf(known: Known, step: Step): Sighting | undefined {
  const sighting = answered(known, step);
  return sighting !== undefined && isWhole(sighting) ? sighting : undefined;
}

/** An account to ask for, as a function of what is known: named by the user, the token's own, or the vendor's example. */
export function accountFor({ site, seen }: Known): string | null {
  if (site.account !== null) return site.account;
  if (site.repository !== null) return site.repository.split("/")[0] ?? null;
  const own = seen.find((sighting) => sighting.asked.target === "/user" && isWhole(sighting));
  const login = own === undefined ? undefined : membersOf(own)["login"];
  if (typeof login === "string") return login;
  return vendorOf(seen) === "github" ? "octocat" : null;
}

/** A request of a step. */
export function asking(target: string, { method = "GET", as = "anonymous", headers = {} }: Manner = {}): Asked {
  return { method, target, as, headers };
}

/** How to ask, beyond what for. */
export interface Manner {
  readonly method?: Method;
  readonly as?: Caller;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Why a step that needs a credential cannot be taken without one. */
export const noToken = "no token was given; name its environment variable by --token-env";

/** The header that makes a request conditional on an etag. */
export function ifNoneMatch(tags: string): Readonly<Record<string, string>> {
  return { "if-none-match": tags };
}

/** The etag of an answer to a step; a reason where there is none. */
export function etagFrom(known: Known, step: Step): { readonly etag: string; readonly target: string } | string {
  const whole = wholeOf(known, step);
  if (whole === undefined) return `${step.name} was not answered with a document`;
  const etag = header(whole.answer, "etag");
  return etag === undefined ? `no etag was seen on ${whole.asked.target}` : { etag, target: whole.asked.target };
}
