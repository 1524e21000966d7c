import { Buffer } from "node:buffer";
import type { PollyConfig, Request as PollyRequest } from "@pollyjs/core";
import { anonymous, createSession, type HeaderList, isJson, prettyJson } from "@tapedeck/tape";
import { type Credential, knownSecrets, principalOf } from "../send/credential.ts";

/**
 * The configuration under which Polly.js itself finds what tapedeck recorded: by method, URL, body and who asks.
 * @param credentials The tokens that clients send, and their aliases; another token is `token`.
 * @example
 * new Polly("zen", { adapters: ["node-http"], persister: "fs", matchRequestsBy: matchRequestsBy() });
 */
export function matchRequestsBy(
  credentials: readonly Credential[] = [],
): Required<NonNullable<PollyConfig["matchRequestsBy"]>> {
  const scrubber = createSession({ secrets: knownSecrets(credentials), recorded: [] });
  return {
    method: true,
    order: true,
    headers: ({ authorization }) => {
      const principal = principalOf(authorization === undefined ? null : String(authorization), credentials);
      return principal === anonymous ? ({} as Record<string, string>) : { authorization: `[${principal}]` };
    },
    body: (body: string | Uint8Array, request: PollyRequest): string => {
      if (typeof body !== "string") return Buffer.from(body).toString("base64");
      const sent = {
        method: "",
        target: "/",
        principal: anonymous,
        headers: [],
        body: { encoding: "utf8", text: body },
      } as const;
      const text = scrubber.request(sent).body?.text ?? "";
      const headers: HeaderList = [["content-type", String(request.getHeader("content-type") ?? "")]];
      return isJson(headers) ? prettyJson(text) : text;
    },
    // As a fragment: Polly.js rewrites queries by rules of its own.
    url: (url) => {
      const sorted = new URL(scrubber.target(url));
      sorted.searchParams.sort();
      sorted.hash = sorted.search;
      sorted.search = "";
      return sorted.href;
    },
  };
}
