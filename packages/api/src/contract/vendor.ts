import type { Exchange } from "@tapedeck/tape";

/**
 * Makes the function that renames the vendor's word in a recording: it keeps the one that the live API sent, and replayed
 * under another word, the names of headers and media types follow.
 * @see beyond-the-spec, "Vendor word"
 * @example
 * renameVendor("github")(exchange).response.headers; // […, ["x-github-media-type", "github.v3; format=json"]]
 */
export function renameVendor(vendor: string): (exchange: Exchange) => Exchange {
  const title = vendor === "github" ? "GitHub" : vendor.charAt(0).toUpperCase() + vendor.slice(1);
  return (exchange) => {
    const { headers } = exchange.response;
    const recorded = headers.map(([name]) => /^x-([a-z][a-z0-9-]*)-media-type$/.exec(name)?.[1]).find(Boolean);
    if (recorded === undefined || recorded === vendor) return exchange;
    const word = new RegExp(`(^|x-)${recorded}(?=[.-])`, "gi");
    const rename = (text: string): string =>
      text.replace(
        word,
        (found, before: string) => before + (/[A-Z]/.test(found.slice(before.length)) ? title : vendor),
      );
    const renamed = headers.map(([name, value]) => [rename(name), namesVendor(name) ? rename(value) : value] as const);
    return { ...exchange, response: { ...exchange.response, headers: renamed } };
  };
}

function namesVendor(name: string): boolean {
  return name === "access-control-expose-headers" || name.endsWith("-media-type");
}
