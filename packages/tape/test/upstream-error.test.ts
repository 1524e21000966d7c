import { expect, test } from "vitest";
import { UpstreamError } from "../src/http/upstream-error.ts";

test.each([
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "https://api.example/", true],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "https://api.example/", true],
  ["CERT_HAS_EXPIRED", "https://localhost:4100/", false],
  ["EPROTO", "https://api.example/", false],
])("UpstreamError for %s from %s", (code, url, mayBeProxy) => {
  const { message } = new UpstreamError("GET", url, code, 30);
  expect(message).toMatch(new RegExp(`^Cannot record GET ${url}: no secure connection \\(${code}\\)\n {2}- `));
  expect(message.includes("it may be the proxy's")).toBe(mayBeProxy);
});
