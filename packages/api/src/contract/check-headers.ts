import { validate } from "@tapedeck/schema";
import type { HeaderList } from "@tapedeck/tape";
import type { BodyCheck, Operation } from "../api.ts";
import { schemaOf } from "./check-body.ts";

/** The documents whose headers the contract shows, and the line of text that has most of them. */
const documents = /^(?:user|own-user|account|repository|repositories|zen)$/;

// Counters belong to the rate limit, and the media type's name contains the vendor's word.
const others = /^\/(?:x-ratelimit-.*|x-.*-media-type)$/;
// It changes on every call, so it has no fixed content; and it is not JSON.
const notOfText = /^\/(?:etag|content-type)$/;

/**
 * Validates the headers of a successful answer against the contract; returns null for an operation whose headers the
 * contract does not show.
 * @see service-api, sections 4.1 and 9
 * @example
 * const { operation } = matchRoute(service, "GET", "/users/ada");
 * checkHeaders(operation, 200, [["content-type", "text/html"]])?.problems[0]?.path; // "/content-type"
 */
export function checkHeaders(operation: Operation | null, status: number, headers: HeaderList): BodyCheck | null {
  const schema = operation === null || status !== 200 ? null : schemaOf(operation);
  if (schema === null || !documents.test(schema)) return null;
  const found = validate("response-headers", Object.fromEntries(headers)).filter(
    ({ path }) => !others.test(path) && !(schema === "zen" && notOfText.test(path)),
  );
  const versions = headers.flatMap(([name, value]) => {
    const [, vendor] = /^x-([a-z0-9-]+)-media-type$/.exec(name) ?? [];
    const expected = `${vendor}.v3; `;
    return vendor === undefined || value.startsWith(expected)
      ? []
      : [{ path: `/${name}`, expected: `a media type that begins with ${expected.trim()}`, found: value }];
  });
  return { schema: "response-headers", problems: [...found, ...versions] };
}
