import { controlNamed, fieldControl, isToken } from "../http/headers.ts";
import { looksLikeIdentifier } from "../redact/judge/secret-entropy.ts";
import { createScrubber } from "../redact/scrubber.ts";
import { clip } from "../text/clip.ts";
import { flowFlaw } from "./chunks.ts";
import type { HarEntry } from "./entry-types.ts";
import { messageFlaw } from "./messages.ts";

/** Why an entry of a HAR file is not an exchange. */
export interface EntryFlaw {
  /** Counted from 0. */
  readonly at: number;
  /** Method and URL of its request, if known: `GET https://api.service.example/zen`. */
  readonly asked: string | null;
  /** The member: a JSON pointer, such as `/log/entries/0/response/status`. */
  readonly path: string;
  /** `no request.method`, `a response.status that is none: found 99999, wanted …`. */
  readonly found: string;
}

// Some tools join repeated headers with a line feed.
const breakingElsewhere = /[\r\0]/;

/**
 * Makes the check of entries: returns the first flaw of one; null if it can be read and replayed.
 *
 * In tapedeck's own files, every entry is an exchange with a server. Other tools also list requests that never reached
 * one (`data:` URLs, blocked requests: status 0), HTTP/2's pseudo-headers (`:method`), and joined headers.
 * @param own Whether tapedeck wrote the file.
 * @example
 * const flawOf = entryCheck(true);
 * flawOf(entry, 0)?.path; // "/log/entries/0/response/status"
 */
export function entryCheck(own: boolean): (entry: unknown, at: number) => EntryFlaw | null {
  const breaks = own ? fieldControl : breakingElsewhere;

  const fieldFlaw = (headers: unknown, member: string): Flaw | null => {
    if (!Array.isArray(headers)) return [member, `no ${dotted(member)}`];
    for (let at = 0; at < headers.length; at += 1) {
      const name: unknown = headers[at]?.name;
      const value: unknown = headers[at]?.value;
      // Polly.js 1 writes values as lists, and 6 a number as its client gave it.
      const values = (!own && Array.isArray(value) ? value : [value]).map((each) =>
        !own && typeof each === "number" ? String(each) : each,
      );
      if (typeof name !== "string" || !values.every((each) => typeof each === "string"))
        return [`${member}/${at}`, `no ${dotted(member)} that can be read (one has no name or no value)`];
      if (!isToken(name) && (own || !name.startsWith(":") || !isToken(name.slice(1))))
        return [`${member}/${at}/name`, `a header whose name is none: found ${shown(name)}, wanted a token (x-name)`];
      const broken = values.find((each) => breaks.test(each));
      if (broken !== undefined)
        return [
          `${member}/${at}/value`,
          `a header ${shown(name)} with ${breakOf(broken)} in its value, wanted one line`,
        ];
    }
    return null;
  };

  const flawOf = ({ request, response }: Partial<HarEntry>): Flaw | null => {
    if (typeof request?.method !== "string") return ["request/method", "no request.method"];
    if (!isToken(request.method))
      return ["request/method", `a request.method that is none: found ${shown(request.method)}, wanted one as GET`];
    const { url } = request;
    if (typeof url !== "string" || !URL.canParse(url))
      return ["request/url", `no absolute URL in request.url (found ${shown(url)})`];
    if (own && !/^https?:\/\//i.test(url))
      return ["request/url", `a request.url of no web server: found ${shown(url)}, wanted http: or https:`];
    const sent = fieldFlaw(request.headers, "request/headers");
    if (sent !== null) return sent;
    const status: unknown = response?.status;
    if (!Number.isInteger(status)) return ["response/status", `no response.status (found ${shown(status)})`];
    if (own && !(Number(status) >= 100 && Number(status) <= 999))
      return ["response/status", `a response.status that is none: found ${shown(status)}, wanted 100 to 999`];
    const flow = own ? flowFlaw(response ?? {}) : null;
    if (flow !== null) {
      const [member, wanted] = flow;
      return [
        `response/${member}`,
        `a ${member} that is none: found ${shown(memberOf(response, member))}, wanted ${wanted}`,
      ];
    }
    const answered = fieldFlaw(response?.headers, "response/headers");
    if (answered !== null) return answered;
    if (own && !isText(request._session))
      return ["request/_session", `a request._session that is none: found ${shown(request._session)}, wanted a text`];
    const { postData } = request;
    const content = response?.content;
    const member = postData && ["text", "mimeType", "_encoding"].find((name) => !isText(memberOf(postData, name)));
    if (member || !isParameters(postData?.params))
      return [`request/postData/${member ?? "params"}`, "a request body that cannot be read"];
    if (isText(content?.text) && isText(content?.encoding)) return null;
    const broken = isText(content?.text) ? "encoding" : "text";
    return [`response/content/${broken}`, "a response body that cannot be read"];
  };

  const passFlaw = (pass: unknown): Flaw | null =>
    pass === undefined || (Number.isFinite(pass) && Number(pass) >= 0)
      ? null
      : ["_pass", `a _pass that is none: found ${shown(pass)}, wanted a number from 0`];

  const conversationFlaw = (entry: Partial<HarEntry>): Flaw | null => {
    const [member, wanted] = messageFlaw(entry) ?? [];
    return member === undefined ? null : [member, `a message over a WebSocket that is none: wanted ${wanted}`];
  };

  return (entry, at) => {
    const parts = (entry ?? {}) as Partial<HarEntry>;
    const ours = own ? (passFlaw(parts._pass) ?? conversationFlaw(parts)) : null;
    const flaw = flawOf(parts) ?? ours;
    if (flaw === null) return null;
    const [member, found] = flaw;
    return { at, asked: askedIn(parts.request), path: `/log/entries/${at}/${member}`, found };
  };
}

type Flaw = readonly [member: string, found: string];

function askedIn(request: Partial<HarEntry["request"]> | undefined): string | null {
  const { method, url } = request ?? {};
  if (typeof method !== "string" || !isToken(method) || typeof url !== "string" || !URL.canParse(url)) return null;
  return `${method} ${clip(createScrubber().text(url), 120)}`;
}

function dotted(member: string): string {
  return member.replaceAll("/", ".");
}

/** Returns a value for a message: without secrets, and clipped. */
export function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value !== null && typeof value === "object") return Array.isArray(value) ? "a list" : "an object";
  if (typeof value !== "string") return clip(JSON.stringify(value), 80);
  // A method or a status that looks like a token may be one, in a wrong place.
  const said = createScrubber().text(value);
  return looksLikeIdentifier(said) ? clip(JSON.stringify(said), 80) : `a text of ${value.length} characters`;
}

function breakOf(value: string): string {
  if (value.includes("\0")) return "a NUL (U+0000)";
  if (value.includes("\n")) return "a line feed";
  return value.includes("\r") ? "a carriage return" : controlNamed(fieldControl.exec(value)?.[0] ?? "");
}

function memberOf(value: object | null | undefined, name: string): unknown {
  return (value as Readonly<Record<string, unknown>> | null | undefined)?.[name];
}

function isText(text: unknown): boolean {
  return text === undefined || text === null || typeof text === "string";
}

function isParameters(params: unknown): boolean {
  if (params === undefined || params === null) return true;
  if (!Array.isArray(params)) return false;
  return params.every((each) => each !== null && typeof each === "object" && isText(each.name) && isText(each.value));
}
