import { malformedAuthorization } from "./client.ts";
import type { ProbeRequest } from "./observation.ts";

/**
 * A request as a line for a shell. A credential is in it as the variable that holds it, never as what it holds.
 * @param login Whose token it is; Basic names it.
 * @example
 * curlOf(asking("/user", { as: "token" }), "https://api.service.example", "T", "ada");
 * // curl -si -H "Authorization: token $T" 'https://api.service.example/user'
 */
export function curlOf(
  { method, target, as, headers }: ProbeRequest,
  base: string,
  variable: string,
  login: string,
): string {
  return [
    "curl",
    { GET: "-si", HEAD: "-sI", OPTIONS: "-si -X OPTIONS" }[method],
    credentialOf(as, variable, login),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    quoted(base + target),
  ]
    .filter((word) => word !== "")
    .join(" ");
}

function credentialOf(as: ProbeRequest["as"], variable: string, login: string): string {
  switch (as) {
    case "anonymous":
      return "";
    case "malformed":
      return `-H ${quoted(`Authorization: ${malformedAuthorization}`)}`;
    case "token":
      return `-H "Authorization: token $${variable}"`;
    case "bearer":
      return `-H "Authorization: Bearer $${variable}"`;
    case "basic":
      return `-u "${login}:$${variable}"`;
  }
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
