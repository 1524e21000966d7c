import type { ProbeRequest } from "../observation.ts";
import type { ServiceUnderTest } from "../service-under-test.ts";
import { basicUser, credentialParts, isBasic } from "./credentials.ts";

/**
 * Returns a request as a shell command. It contains the variable of a credential, never its value.
 * @example
 * curlOf(asking("/user", { as: "token" }), { base: "https://api.service.example", api: service, variable: "T" });
 * // curl -si -H "authorization: token $T" 'https://api.service.example/user'
 */
export function curlOf(
  { method, target, as, headers }: ProbeRequest,
  { base, api, variable }: Pick<ServiceUnderTest, "base" | "api" | "variable">,
): string {
  const shown = `$${variable ?? "TOKEN"}`;
  const parts = credentialParts(api, as, shown);
  const credential = isBasic(api, as)
    ? [`-u "${basicUser}:${shown}"`]
    : Object.entries(parts.headers).map(([name, value]) =>
        value.includes(shown) ? `-H "${name}: ${value}"` : `-H ${quoted(`${name}: ${value}`)}`,
      );
  const query = parts.query === null ? "" : `${target.includes("?") ? "&" : "?"}${parts.query[0]}=`;
  return [
    "curl",
    { GET: "-si", HEAD: "-sI", OPTIONS: "-si -X OPTIONS" }[method],
    ...credential,
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    quoted(base + target + query) + (parts.query === null ? "" : `"${shown}"`),
  ].join(" ");
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
