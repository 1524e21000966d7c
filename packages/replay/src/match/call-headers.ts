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

/** Returns what the headers of a request call, as text. */
export function callOf(headers: HeaderList): string {
  const said = callHeaders.flatMap((name) => {
    const value = headerOf(headers, name);
    return value === null ? [] : [`${name}: ${calledBy(name, value)}`];
  });
  return said.join("\n");
}

// A resource may be named by its whole address, which is the recorder's own, with a signature of this request.
function calledBy(name: string, value: string): string {
  if (name === "soapaction") return value.replace(/^"(.*)"$/, "$1");
  return /^destination$|-copy-source$/.test(name)
    ? value.replace(/^https?:\/\/[^/?#]*/i, "").replace(/\?.*/s, "")
    : value;
}
