import { credentialsOf, plain, service, type Tokens } from "@tapedeck/api";
import { expect, test } from "vitest";
import { bucketOf, type Caller, identifier, principalOf } from "../src/principal.ts";
import { ask } from "./exchanges.ts";

/** Who sends a request with this `Authorization` to the home API. */
function identifierOf(tokens: Tokens): (authorization: string | undefined) => Caller {
  const identify = identifier(service, credentialsOf(tokens));
  return (authorization) => identify(ask("/user", { authorization }));
}

const full: Caller = { kind: "known", principal: "full", account: "ada" };
const limited: Caller = { kind: "known", principal: "limited", account: "ada" };
const other: Caller = { kind: "known", principal: "other", account: "other" };
const identify = identifierOf({
  full: { token: "full-t0ken", account: "ada" },
  limited: { token: "limited-t0ken", account: "ada" },
  other: "other:t0ken",
});

function basic(text: string): string {
  return `Basic ${btoa(text)}`;
}

test.each<[shows: string, authorization: string | undefined, caller: Caller]>([
  ["nobody without a header", undefined, { kind: "anonymous" }],
  ["token T", "token full-t0ken", full],
  ["Bearer T", "Bearer full-t0ken", full],
  ["Basic account:T", basic("ada:full-t0ken"), full],
  ["Basic without an account", basic(":full-t0ken"), full],
  ["Basic with a colon in the token", basic("ada:other:t0ken"), other],
  ["a scheme in any letters", "TOKEN full-t0ken", full],
  ["more blanks than one", "  bearer   full-t0ken ", full],
  ["another token of the same account", "token limited-t0ken", limited],
  ["a token that is not known", "token no-t0ken", { kind: "bad" }],
  ["a token in other letters", "token FULL-t0ken", { kind: "bad" }],
  ["an alias for a token", "token full", { kind: "bad" }],
  ["a token without a scheme", "full-t0ken", { kind: "bad" }],
  ["a scheme without a token", "token", { kind: "bad" }],
  ["a scheme that is not known", "Digest full-t0ken", { kind: "bad" }],
  ["nothing at all", "", { kind: "bad" }],
  ["two credentials", "token full-t0ken, token full-t0ken", { kind: "bad" }],
  ["Basic that is no base64", "Basic full-t0ken!", { kind: "bad" }],
  ["Basic without a colon", basic("full-t0ken"), { kind: "bad" }],
  ["Basic without a password", basic("ada:"), { kind: "bad" }],
])("identifier() tells %s", (_shows, authorization, caller) => {
  expect(identify(authorization)).toEqual(caller);
});

test.each([
  ["token T", "token whatever", "known"],
  ["Basic account:T", basic("ada:whatever"), "known"],
  ["what is malformed", "whatever", "bad"],
  ["nobody", undefined, "anonymous"],
])("identifier() without known credentials tells %s", (_shows, authorization, kind) => {
  expect(identifierOf({})(authorization).kind).toBe(kind);
});

test.each<[shows: string, caller: Caller, bucket: string, principal: string]>([
  ["an account's", full, "account ada", "full"],
  ["the same for another of its tokens", limited, "account ada", "limited"],
  ["the address's for nobody", { kind: "anonymous" }, "address 127.0.0.1", "anonymous"],
  ["the address's for a bad credential", { kind: "bad" }, "address 127.0.0.1", "anonymous"],
])("bucketOf() gives %s", (_shows, caller, bucket, principal) => {
  expect([bucketOf(caller, "127.0.0.1"), principalOf(caller)]).toEqual([bucket, principal]);
});

test.each([
  ["ApiKey full-t0ken", "full"],
  ["SSWS full-t0ken", "full"],
  ["full-t0ken", "full"],
  [basic("full-t0ken:"), "token"],
  ["AWS4-HMAC-SHA256 Credential=AKIA/20260101/x, Signature=abc", "token"],
  ['Digest username="ada", response="abc"', "token"],
  ["", "token"],
])("under plain no credential is bad: %s", (authorization, principal) => {
  const identify = identifier(plain, credentialsOf({ full: "full-t0ken" }));
  expect(principalOf(identify(ask("/x", { authorization })))).toBe(principal);
});
