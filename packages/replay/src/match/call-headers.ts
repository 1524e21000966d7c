import { type HeaderList, headerOf } from "@tapedeck/tape";

/**
 * The headers that say what a request does, or to what: another method, AWS's and SOAP's operations, React's server actions,
 * WebDAV's depth and destination (RFC 4918, section 10), the source of a copy, Azure's range and lease, the steps of Google's uploads.
 */
export const callHeaders: readonly string[] = [
  "x-http-method-override",
  "x-http-method",
  "x-method-override",
  "x-amz-target",
  "soapaction",
  "next-action",
  "depth",
  "destination",
  "x-amz-copy-source",
  "x-ms-copy-source",
  "x-ms-range",
  "x-ms-lease-action",
  "x-goog-upload-command",
];

/** Each request to what reads one of these has it: a recording that does not leaves it unsaid. */
const namedAlways: ReadonlySet<string> = new Set(["x-amz-target", "soapaction", "next-action", "destination"]);

/** Returns whether what the headers of a request call stands in headers that no request to such a service leaves out. */
export function isNamedAlways(headers: HeaderList): boolean {
  return headers.every(([name]) => namedAlways.has(name) || !callHeaders.includes(name));
}

/** Returns what the headers of a request call, as text. */
export function callOf(headers: HeaderList): string {
  const said = callHeaders.flatMap((name) => {
    const value = headerOf(headers, name);
    return value === null ? [] : [`${name}: ${calledBy(name, value)}`];
  });
  return said.join("\n");
}

// A resource may be named by its whole address, which is the recorder's own, with a signature of this request. What the
// query says besides is the version that is copied: `versionId` of S3, `versionid` and `snapshot` of Azure.
function calledBy(name: string, value: string): string {
  if (name === "soapaction") return value.replace(/^"(.*)"$/, "$1");
  if (/method|^depth$/.test(name)) return value.toUpperCase();
  return /^destination$|-copy-source$/.test(name)
    ? value
        .replace(/^https?:\/\/[^/?#]*/i, "")
        .replace(/\?.*/s, (query) => query.match(/[?&](?:versionid|snapshot)=[^&#]*/gi)?.join("") ?? "")
        .replace(/^\//, "")
    : value;
}
