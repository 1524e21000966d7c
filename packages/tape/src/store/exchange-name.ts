// Names the files of an exchange. Their folder is named in `folder-name.ts`.
import { hash } from "node:crypto";
import { identityOf, requestKey } from "../canonical.ts";
import { anonymous, type HeaderList, type RecordedRequest } from "../exchange.ts";
import { graphqlOperation } from "../graphql.ts";
import { folderOf } from "./folder-name.ts";

// With a folder of 100 characters, the number of an answer and a suffix, a path has at most 180.
const longestName = 60;
const longestQuery = 40;
const longestAlias = 24;

/**
 * Returns the name of an exchange's files in the folder of its resource: its method, its GraphQL operation or else its
 * query, its principal, and which answer to that request it is. Characters that a file system may refuse are replaced.
 * Where that leaves something out, or a body or a header tells requests apart, a digest of the request follows; the
 * media types instead, or `websocket`, where the only header asks for those. Names differ in more than capitals.
 * @param nth Which answer to the same request, from 0.
 * @example
 * exchangeName("https://api.service.example", { ...request, target: "/users?page=2", principal: "full" }, 1); // "GET_page=2@full.2"
 */
export function exchangeName(origin: string, request: RecordedRequest, nth: number): string {
  const { method, target, principal } = request;
  const query = target.includes("?") ? target.slice(target.indexOf("?") + 1) : "";
  const said = graphqlOperation(request) ?? query.replaceAll("&", ",");
  const readable = [
    methodText(method),
    ...(said === "" ? [] : ["_", readableText(said, longestQuery)]),
    ...(principal === anonymous ? [] : ["@", readableText(principal, longestAlias)]),
  ].join("");
  const type = isPlain(origin, request, query) ? wantedType(request.headers) : null;
  const whole = type === "" ? readable : `${readable}~${type}`;
  const digest = (): string => `~${hash("sha256", requestKey(request)).slice(0, 10)}`;
  const name = type !== null && whole.length <= longestName ? whole : readable.slice(0, longestName - 11) + digest();
  return nth === 0 ? name : `${name}.${nth + 1}`;
}

// Returns the media types that a request asks for, or the protocol that it changes to (`websocket`), "" if its headers
// say nothing more; null if they say more than that.
function wantedType(headers: HeaderList): string | null {
  const [first, ...others] = identityOf(headers);
  if (first === undefined) return "";
  const [name, value] = first;
  if (name === "upgrade" && others.length === 0) return value;
  const types = name === "accept" && others.length === 0 ? value.split(", ").map(typeText) : [null];
  return types.includes(null) ? null : types.join("~");
}

// Returns a media type for a file name, without slash; none has a comma or "~".
function typeText(type: string): string | null {
  if (type === "*/*") return "any";
  return /^[a-z0-9.+-]+\/[a-z0-9+-][a-z0-9.+-]*$/.test(type) && !/\.\d+$/.test(type) ? type.replace("/", ",") : null;
}

// Returns whether the name says everything about a request except its headers.
function isPlain(origin: string, request: RecordedRequest, query: string): boolean {
  const { method, target, principal, body } = request;
  const path = target.split("?", 1)[0] ?? "";
  return (
    body === null &&
    folderOf(origin, path) === folderOf(origin, "/") + path.replace(/^\/$/, "") &&
    !target.endsWith("?") &&
    /^[A-Z]{1,16}$/.test(method) &&
    /^[a-z0-9._=&-]*$/.test(query) &&
    query.length <= longestQuery &&
    /^[a-z0-9._-]+$/.test(principal) &&
    principal.length <= longestAlias &&
    !/\.\d+$/.test(query) &&
    !/\.\d+$/.test(principal)
  );
}

function methodText(method: string): string {
  const clean = method
    .toUpperCase()
    .replace(/[^\w-]/g, "-")
    .slice(0, 16);
  // Windows reserves these names for devices, with any suffix.
  return /^(?:AUX|CON|NUL|PRN|COM\d|LPT\d)$/.test(clean) ? `${clean}-` : clean;
}

function readableText(text: string, longest: number): string {
  return text
    .toLowerCase()
    .replace(/[^\w.=,-]/g, "-")
    .slice(0, longest);
}
