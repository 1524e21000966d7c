import { readRateLimit } from "@tapedeck/rate-limit";
import { type Body, type Exchange, headerOf } from "@tapedeck/tape";
import { heldBody, isObject, linksIn, parsedJson } from "@tapedeck/tape/internal";
import type { RecordRequest } from "../send/record-request.ts";
import { isExhausted } from "../standing.ts";
import type { Each, ExpandedStep } from "./expand.ts";

/** Sends a request; returns null if the run has to end first. */
export type Ask = (question: RecordRequest & Pick<ExpandedStep, "method" | "as">) => Promise<Exchange | null>;

/**
 * Sends a step's request as often, and for as many pages, as the step says.
 * @param onPage Called with the last answer of each page.
 */
export async function followPages(step: ExpandedStep, ask: Ask, onPage: (answer: Exchange) => void): Promise<void> {
  const { method, as, headers, body, times, pages, revalidate } = step;
  const question = { method, target: step.target, as, headers, body };
  const seen = new Set<string>();
  let target: string | null = question.target;
  for (let page = 1; target !== null && page <= pages && !seen.has(target); page += 1) {
    seen.add(target);
    let answer: Exchange | null = null;
    for (let time = 1; time <= times; time += 1) {
      answer = await ask({ ...question, target });
      if (answer === null) return;
    }
    if (answer !== null) onPage(answer);
    const etag: string | null = answer === null ? null : headerOf(answer.response.headers, "etag");
    if (revalidate && etag !== null) {
      await ask({ ...question, target, headers: { ...question.headers, "if-none-match": etag } });
    }
    target = answer === null || page === pages ? null : nextPage(answer);
  }
}

/**
 * Returns the steps for the items of a list.
 * @throws Error if the answer is not a list, or an item lacks a member that the steps need.
 */
export function stepsFrom(answers: readonly Exchange[], { list, stepOf }: Each): ExpandedStep[] {
  return answers.flatMap(({ response }) => {
    const [status, body] = [response.status, heldBody(response.body)];
    const page = status === 200 && body?.encoding === "utf8" ? parsedJson(body.text) : null;
    if (!Array.isArray(page)) {
      throw new Error(`Cannot ask for each of ${list}: it was answered ${status}, with no JSON array; see that answer`);
    }
    return page.map(stepOf);
  });
}

/**
 * Sends a request until the rate limit refuses it, and keeps only the refusal.
 * @throws Error if nothing refuses although the limit should be used up.
 */
export async function exhaust({ method, target, as, headers }: ExpandedStep, ask: Ask): Promise<void> {
  const refuses = ({ response }: Exchange) => isExhausted(response);
  for (let asked = 1; ; asked += 1) {
    const answer = await ask({ method, target, as, headers, keep: refuses, spend: true });
    if (answer === null || refuses(answer)) return;
    const limits = readRateLimit(answer.response, 0).policies.flatMap(({ limit }) => limit ?? []);
    if (limits.length === 0) {
      throw new Error(`Cannot exhaust ${target}: its answers name no rate limit; leave "exhaust" out here`);
    }
    const limit = Math.min(...limits);
    if (asked > limit) {
      throw new Error(`Cannot exhaust ${target}: asked ${asked} times under a limit of ${limit}, and nothing refused`);
    }
  }
}

/**
 * Returns the target of the next page, by the `Link` header or the address that a body in JSON gives it; null on the last
 * one. A relative link becomes a path.
 * @see RFC 8288, section 3
 * @example
 * nextPage(exchange); // "https://api.service.example/user/1/repos?page=2"
 */
export function nextPage({ request, response }: Exchange): string | null {
  const link = linksIn(headerOf(response.headers, "link")).find(({ rel }) => rel === "next");
  const next = link?.url ?? nextIn(response.body);
  return next === null ? null : absolute(next, request.target);
}

// As OData, Django REST, JSON:API, HAL, Laravel and others write it: at the top, or in an object for such links.
const nameOfNext = /^(?:next|(?:@?odata\.)?next_?link|next_?(?:page_?)?url)$/i;
const ofLinks = /^(?:_?links|paging|pagination|meta|info)$/i;

function nextIn(body: Body | null): string | null {
  const held = heldBody(body);
  const page = held?.encoding === "utf8" ? parsedJson(held.text) : null;
  const members = isObject(page) ? Object.entries(page) : [];
  const nested = members.flatMap(([name, value]) =>
    ofLinks.test(name) && isObject(value) ? Object.entries(value) : [],
  );
  for (const [name, value] of [...members, ...nested]) {
    const address = isObject(value) ? value["href"] : value;
    if (nameOfNext.test(name) && typeof address === "string" && /^(?:https?:\/\/|[/?])/.test(address)) return address;
  }
  return null;
}

function absolute(url: string, target: string): string {
  if (URL.canParse(url)) return url;
  const { pathname, search } = new URL(url, new URL(target, "http://localhost"));
  return pathname + search;
}
