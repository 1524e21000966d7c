// What the files of an exchange are called. Not the folder that they stand in: see `folder-name.ts`.
import { hash } from "node:crypto";
import { requestKey } from "../canonical.ts";
import { anonymous, type RecordedRequest } from "../exchange.ts";
import { graphqlOperation } from "../graphql.ts";
import { folderOf } from "./folder-name.ts";

const longestQuery = 40;
const longestAlias = 24;

/**
 * Returns the name of an exchange's files in the folder of its resource: its method, its GraphQL operation or else its
 * query, who asked, and which answer to that request it is. What a file system might mind is replaced. Where that leaves
 * something out, or a body or a header tells requests apart, a digest of the request follows. Names differ in more than
 * capitals.
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
  const digest = isPlain(origin, request, query) ? "" : `~${hash("sha256", requestKey(request)).slice(0, 10)}`;
  return `${readable}${digest}${nth === 0 ? "" : `.${nth + 1}`}`;
}

// Whether the name says all that there is to a request.
function isPlain(origin: string, request: RecordedRequest, query: string): boolean {
  const { method, target, principal, headers, body } = request;
  const path = target.split("?", 1)[0] ?? "";
  return (
    headers.every(([name]) => name === "idempotency-key") &&
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
  // Windows knows devices by these names, with any ending.
  return /^(?:AUX|CON|NUL|PRN|COM\d|LPT\d)$/.test(clean) ? `${clean}-` : clean;
}

function readableText(text: string, longest: number): string {
  return text
    .toLowerCase()
    .replace(/[^\w.=,-]/g, "-")
    .slice(0, longest);
}
