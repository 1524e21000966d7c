/** A link in a `Link` header. */
interface NamedLink {
  readonly url: string;
  /** In lower case; a link with several relations is listed once for each. */
  readonly rel: string;
}

const parameter = /\s*;\s*([^\s=;,]+)(?:=(?:"([^"]*)"|([^\s;,"]*)))?/g;
const link = new RegExp(`<([^<>]*)>((?:${parameter.source})*)`, "g");

/**
 * Parses a `Link` header, in order.
 * @see RFC 8288, section 3
 * @example
 * linksIn('</orders?page=2>; rel="next"'); // [{ url: "/orders?page=2", rel: "next" }]
 */
export function linksIn(value: string | null | undefined): readonly NamedLink[] {
  return Array.from((value ?? "").matchAll(link)).flatMap(([, url = "", parameters = ""]) => {
    const rel = Array.from(parameters.matchAll(parameter)).find(([, name]) => name?.toLowerCase() === "rel");
    const words = (rel?.[2] ?? rel?.[3] ?? "").toLowerCase().split(/\s+/);
    return words.filter((word) => word !== "").map((word) => ({ url, rel: word }));
  });
}
