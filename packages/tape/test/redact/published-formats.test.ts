import fc from "fast-check";
import { expect, test } from "vitest";
import { createScrubber } from "../../src/redact/scrubber.ts";
import gitleaks from "../fixtures/gitleaks.json" with { type: "json" };

const id = "an id, no secret";

/** The rules that find what stays, and why it does. */
const leftOut: Readonly<Record<string, string>> = {
  "adobe-client-id": id,
  "asana-client-id": id,
  "bitbucket-client-id": id,
  "curl-auth-header": "as short as words",
  "curl-auth-user": "a user without a name, or a password as short as words",
  "discord-client-id": id,
  "facebook-access-token": "no prefix; hidden under its name",
  "flutterwave-public-key": "public",
  "freemius-secret-key": "other quotes within quotes",
  jwt: "parts that are no JSON; real ones stand in token-formats.test.ts",
  "jwt-base64": "parts that are no JSON; real ones stand in token-formats.test.ts",
  "kubernetes-secret-yaml": "no YAML; a real one stands in strange-places.test.ts",
  "linkedin-client-id": id,
  "looker-client-id": id,
  "messagebird-client-id": id,
  "new-relic-user-api-id": id,
  "plaid-client-id": id,
  "private-key": "no PEM; real ones stand in token-formats.test.ts",
  "sendbird-access-id": id,
  "slack-app-token": "shorter than what is issued",
  "slack-webhook-url": "signs that no webhook has",
  "sourcegraph-access-token": "digests look alike, if it has no prefix",
  "square-access-token": "zeros in base64 begin alike",
  "sumologic-access-id": id,
};

const scrubber = createScrubber();

/** Returns texts that a rule finds, each with the token in it. */
function samplesOf(regex: string): ReadonlyArray<readonly [text: string, token: string]> {
  const source = regex
    .replace(/\(\?-?i\)/g, "")
    .replace(/\(\?-?i:/g, "(?:")
    .replaceAll("(?s:.)", "[^]")
    // A dot in a host's name.
    .replace(/(?<!\\)\.(?![*+?{\])])/g, "\\.")
    .replaceAll("\\z", "$")
    .replaceAll("(?P<", "(?<")
    .replace(/\[?\[:alnum:\]\]?/g, (all) => (all.startsWith("[[") ? "[A-Za-z0-9]" : "A-Za-z0-9"))
    .replace(/\\[bB]/g, "");
  const pattern = new RegExp(`^(?:${source})$`);
  return fc.sample(fc.noBias(fc.stringMatching(pattern)), { numRuns: 8, seed: 7 }).map((text) => {
    const groups = pattern.exec(text)?.slice(1) ?? [];
    return [text, groups.find((group = "") => group.length >= 8) ?? text];
  });
}

test("whatever a rule of gitleaks finds is hidden, but for those that are left out", () => {
  const rules = Object.entries(gitleaks.rules);
  const leave = rules.filter(([name, regex]) => {
    // What looks like many other values is found beside the name of its service; we hide it under the name of a secret.
    const isBeside = regex.includes("[\\w.-]{0,50}?(?:");
    const told = `${name.toUpperCase().replaceAll("-", "_")}=`;
    return samplesOf(regex).some(([text, token]) =>
      scrubber.text(isBeside ? `${told}${token}\n` : `it is:\n${text}\n`).includes(token),
    );
  });
  expect(rules).toHaveLength(221);
  expect(leave.map(([name]) => name)).toEqual(Object.keys(leftOut));
});
