import { type CredentialForm, credentialsOf, plain, service, type Tokens } from "@tapedeck/api";
import { expect, test } from "vitest";
import { bucketOf, type Caller, identifier } from "../src/request/principal.ts";
import { ask } from "./exchanges.ts";

/** Who sends a request with this `Authorization` to the home API. */
function identifierOf(tokens: Tokens): (authorization: string | undefined) => Caller {
  const identify = identifier(service, credentialsOf(tokens));
  return (authorization) => identify(ask("/user", { authorization })).caller;
}

const full: Caller = { kind: "known", alias: "full", account: "ada" };
const limited: Caller = { kind: "known", alias: "limited", account: "ada" };
const other: Caller = { kind: "known", alias: "other", account: "other" };
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

test.each<[shows: string, caller: Caller, bucket: string]>([
  ["an account's", full, "account ada"],
  ["the same for another of its tokens", limited, "account ada"],
  ["the address's for nobody", { kind: "anonymous" }, "address 127.0.0.1"],
  ["the address's for a bad credential", { kind: "bad" }, "address 127.0.0.1"],
])("bucketOf() gives %s", (_shows, caller, bucket) => {
  expect(bucketOf(caller, "127.0.0.1")).toBe(bucket);
});

test.each([
  ["ApiKey full-t0ken", "full"],
  ["SSWS full-t0ken", "full"],
  ["full-t0ken", "full"],
  [basic("full-t0ken:"), "full"],
  ["AWS4-HMAC-SHA256 Credential=AKIA/20260101/x, Signature=abc", "token"],
  ['Digest username="ada", response="abc"', "token"],
  ["", "token"],
])("under plain no credential is bad: %s", (authorization, principal) => {
  const identify = identifier(plain, credentialsOf({ full: "full-t0ken" }));
  expect(identify(ask("/x", { authorization })).principal).toBe(principal);
});

const forms: ReadonlyArray<readonly [shows: string, credentials: readonly CredentialForm[]]> = [
  ["no description", []],
  ["a key in a header", [{ header: "x-api-key" }]],
  ["a key in a query", [{ query: "key" }]],
  ["a session in a cookie", [{ cookie: "sid" }]],
  ["Basic alone", [{ scheme: "basic" }]],
  ["any of several", [{ header: "x-api-key" }, { scheme: "bearer" }]],
];

test.each(forms)("identifier() names who sent a request as a recorder does, under %s", (_shows, credentials) => {
  const identify = identifier({ ...plain, credentials }, credentialsOf({ full: "full-t0ken" }));
  const keyed = { "x-api-key": "full-t0ken", cookie: "sid=full-t0ken" };
  const authorizations = [
    "Bearer full-t0ken",
    "Bearer 0ther-t0ken",
    basic("ada:full-t0ken"),
    basic("full-t0ken:"),
    undefined,
  ];
  for (const headers of [{}, keyed]) {
    const principals = authorizations.map(
      (authorization) =>
        identify(ask("/x?key=full-t0ken", { ...headers, ...(authorization && { authorization }) })).principal,
    );
    expect(principals).toEqual(["full", "token", "full", "full", "anonymous"]);
  }
});
