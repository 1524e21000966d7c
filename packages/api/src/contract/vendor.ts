import type { HeaderList } from "@tapedeck/tape";
import type { Api } from "../api.ts";

/**
 * Returns the same API with another vendor's word in header names and media types, both of the answers that it makes
 * and of recordings with either word.
 * @param word As it appears in names: `service` for `x-service-media-type`.
 * @see beyond-the-spec, "Vendor word"
 * @example
 * withVendor(service, "acme").requestId?.[0]; // "x-acme-request-id"
 */
export function withVendor(api: Api, word: string): Api {
  const [name, value] = api.requestId ?? [];
  return {
    ...api,
    headers: renamed(api.headers, word).map(([header, text]) => [
      header,
      header === "server" ? `${word}.example` : text,
    ]),
    requestId:
      name === undefined || value === undefined
        ? null
        : [name.replace(/^x-.*-request-id$/, `x-${word}-request-id`), value],
    behaviour: { ...api.behaviour, sentHeaders: renameVendor(word) },
  };
}

/**
 * Makes the function that renames the vendor's word in the headers of a recording, which has the word of the live API.
 * @example
 * renameVendor("github")(response.headers); // […, ["x-github-media-type", "github.v3; format=json"]]
 */
export function renameVendor(word: string): (headers: HeaderList) => HeaderList {
  return (headers) => renamed(headers, word);
}

function renamed(headers: HeaderList, word: string): HeaderList {
  const [recorded] = headers.flatMap(([name]) =>
    name.endsWith("-media-type") ? (/^x-([a-z][a-z0-9-]*)-media-type$/.exec(name)?.[1] ?? []) : [],
  );
  if (recorded === undefined || recorded === word) return headers;
  const title = word === "github" ? "GitHub" : word.charAt(0).toUpperCase() + word.slice(1);
  const pattern = new RegExp(`(^|x-)${recorded}(?=[.-])`, "gi");
  const rename = (text: string): string =>
    text.replace(
      pattern,
      (found, before: string) => before + (/[A-Z]/.test(found.slice(before.length)) ? title : word),
    );
  return headers.map(([name, value]) => [rename(name), namesVendor(name) ? rename(value) : value] as const);
}

function namesVendor(name: string): boolean {
  return name === "access-control-expose-headers" || name.endsWith("-media-type");
}
