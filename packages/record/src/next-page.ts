import { type Exchange, headerOf } from "@tapedeck/tape";

const parameter = /\s*;\s*([^\s=;,]+)(?:=(?:"([^"]*)"|([^\s;,"]*)))?/g;
const link = new RegExp(`<([^>]*)>((?:${parameter.source})*)`, "g");

/**
 * Where the next page is, by the `Link` header; null on the last one. A relative link comes back as a path.
 * @see RFC 8288, section 3
 * @example
 * nextPage(exchange); // "https://api.service.example/user/1/repos?page=2"
 */
export function nextPage({ request, response }: Exchange): string | null {
  const links = headerOf(response.headers, "link") ?? "";
  for (const [, url = "", parameters = ""] of links.matchAll(link)) {
    if (relationsOf(parameters).includes("next")) return absolute(url, request.target);
  }
  return null;
}

function relationsOf(parameters: string): readonly string[] {
  for (const [, name, quoted, bare] of parameters.matchAll(parameter)) {
    if (name?.toLowerCase() === "rel") return (quoted ?? bare ?? "").toLowerCase().split(/\s+/);
  }
  return [];
}

function absolute(url: string, target: string): string {
  if (URL.canParse(url)) return url;
  const { pathname, search } = new URL(url, new URL(target, "http://localhost"));
  return pathname + search;
}
