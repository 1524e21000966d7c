import type { MatchException } from "@tapedeck/api";
import type { Body, RecordedRequest } from "@tapedeck/tape";
import {
  boundaryOf,
  ExactParameters,
  isForm,
  pinParts,
  pointerSteps,
  withFormParts,
  withoutMember,
} from "@tapedeck/tape/internal";
import { withoutGenerated } from "./generated-value.ts";
import { pathOf, queryOf } from "./matchers.ts";

/** What is left of requests to be compared. */
interface Ignoring {
  /** Removes the ignored parts from a request. */
  readonly left: (request: RecordedRequest) => RecordedRequest;
  /** Returns whether members of a path's bodies are ignored, rather than whole bodies. */
  readonly leavesMembers: (path: string) => boolean;
}

/**
 * Compiles the differences to ignore.
 * @throws RangeError for a pattern that no path can match, or an unknown part.
 * @example
 * ignoring([{ path: "/orders/**", ignore: ["query.t", "body:/meta/requestId"] }]).left(request).target; // without "t"
 */
export function ignoring(exceptions: readonly MatchException[]): Ignoring {
  const compiled = exceptions.map(({ path, ignore }) => ({
    pattern: pathPattern(path),
    parts: ignore.map((part) => ({ part, omit: omission(part) })),
  }));
  const partsOf = (path: string) => compiled.flatMap(({ pattern, parts }) => (pattern.test(path) ? parts : []));
  return {
    left: (request) =>
      compiled.length === 0 ? request : partsOf(pathOf(request)).reduce((left, { omit }) => omit(left), request),
    leavesMembers(path) {
      const parts = partsOf(path).map(({ part }) => part);
      return !parts.includes("body") && parts.some((part) => part.startsWith("body:/"));
    },
  };
}

type Omit = (request: RecordedRequest) => RecordedRequest;

function omission(part: string): Omit {
  if (part === "body") return (request) => ({ ...request, body: null });
  if (part === "body:generated")
    return (request) => {
      // As boundaries are made anew, too.
      const { body, ...rest } = pinParts(request);
      return { ...rest, body: body?.encoding === "utf8" ? { ...body, text: withoutGenerated(body.text) } : body };
    };
  if (part === "query") return (request) => ({ ...request, target: pathOf(request) });
  const [, segment] = /^path\.([1-9]\d{0,2})$/.exec(part) ?? [];
  if (segment !== undefined) return (request) => withoutSegment(request, Number(segment));
  const [, kind, name = ""] = /^(query|header|cookie)\.(.+)$/s.exec(part) ?? [];
  if (kind === "query") return (request) => withoutParameter(request, name);
  if (kind === "header") return (request) => withoutHeader(request, name.toLowerCase());
  if (kind === "cookie") return (request) => withoutCookie(request, name);
  if (/^body:\//.test(part))
    return ({ body, ...request }) => {
      const pointer = pointerSteps(part);
      const boundary = boundaryOf(request.headers);
      if (boundary !== undefined) return { ...request, body: withoutPart(body, boundary, pointer) };
      if (body?.encoding !== "utf8") return { ...request, body };
      const without = isForm(request.headers) ? withoutField : withoutMember;
      return { ...request, body: { ...body, text: without(body.text, pointer) } };
    };
  throw new RangeError(
    `Cannot ignore "${part}": a part is path.NUMBER of a segment, query, query.NAME, header.NAME, cookie.NAME, body, body:/POINTER, where * in a pointer is any name, or body:generated for the values in a text that look generated`,
  );
}

function withoutSegment(request: RecordedRequest, number: number): RecordedRequest {
  const segments = pathOf(request).split("/");
  if (number < segments.length) segments[number] = "*";
  return { ...request, target: segments.join("/") + queryOf(request) };
}

function withoutParameter(request: RecordedRequest, name: string): RecordedRequest {
  const parameters = new ExactParameters(queryOf(request));
  if (!parameters.has(name)) return request;
  parameters.delete(name);
  const query = parameters.toString();
  return { ...request, target: query === "" ? pathOf(request) : `${pathOf(request)}?${query}` };
}

function withoutHeader(request: RecordedRequest, name: string): RecordedRequest {
  return { ...request, headers: request.headers.filter(([each]) => each !== name) };
}

function withoutCookie(request: RecordedRequest, name: string): RecordedRequest {
  const kept = (cookies: string): string =>
    cookies
      .split(";")
      .map((cookie) => cookie.trim())
      .filter((cookie) => cookie.split("=")[0] !== name)
      .join("; ");
  const headers = request.headers.map(([each, value]) => [each, each === "cookie" ? kept(value) : value] as const);
  return { ...request, headers };
}

function withoutField(text: string, [name = "", ...rest]: readonly string[]): string {
  if (rest.length > 0) return text;
  const form = new ExactParameters(text);
  form.delete(name);
  return form.toString();
}

function withoutPart(body: Body | null, boundary: string, [name, ...rest]: readonly string[]): Body | null {
  return withFormParts(body, boundary, (part) => {
    if (part.name !== name) return part.content;
    return rest.length === 0 ? null : withoutMember(part.content, rest);
  });
}

/** Decides which paths a pattern matches. */
interface PathPattern {
  test(path: string): boolean;
}

/** Maximum number of characters in a pattern: matching compares each of them with each character of a path. */
const longestPattern = 300;

/**
 * Compiles a path pattern: `*` stands for anything within a segment, `**` for anything. Matching passes over a path
 * once, however many stars there are.
 * @throws RangeError for a pattern that no path can match, or longer than 300 characters.
 * @example
 * pathPattern("/users/*" + "/repos").test("/users/ada/repos"); // true
 * pathPattern("/search/**").test("/search/code/x"); // true
 */
export function pathPattern(pattern: string): PathPattern {
  if (!/^\/[^?#\s{}]*$/.test(pattern)) {
    throw new RangeError(
      `Cannot take "${pattern}" for a pattern of paths: a path begins with "/" and has no query and no {name}; * stands for a segment, ** for anything`,
    );
  }
  if (pattern.length > longestPattern)
    throw new RangeError(
      `Cannot take a pattern of paths of more than ${longestPattern} characters; put ** for a part of it`,
    );
  const parts = pattern.match(/\*+|[^*]/g) ?? [];
  const starsAt = Uint8Array.from(parts, (part) => (part.startsWith("*") ? Math.min(part.length, 2) : 0));
  /** Adds a position in the pattern, and those behind a star, which may match nothing. */
  const reach = (places: Uint8Array, from: number): void => {
    let at = from;
    places[at] = 1;
    while (starsAt[at] !== 0 && at < starsAt.length) places[++at] = 1;
  };
  return {
    test(path) {
      let [places, next] = [new Uint8Array(parts.length + 1), new Uint8Array(parts.length + 1)];
      reach(places, 0);
      for (let at = 0; at < path.length; at += 1) {
        next.fill(0);
        for (let place = 0; place < starsAt.length; place++) {
          if (places[place] === 0) continue;
          const stars = starsAt[place];
          if (stars === 0) {
            if (parts[place] === path[at]) reach(next, place + 1);
          } else if (stars !== 1 || path[at] !== "/") reach(next, place);
        }
        [places, next] = [next, places];
      }
      return places[parts.length] === 1;
    },
  };
}
