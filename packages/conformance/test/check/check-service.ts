import { service } from "@tapedeck/api";
import { type CheckOptions, type CheckReport, check } from "@tapedeck/check";
import { expect, onTestFinished } from "vitest";
import { type OriginOptions, startOrigin } from "../../src/reference-server/origin.ts";

export const value = "standin-token-0123456789";
export const token: { readonly variable: string; readonly value: string } = { variable: "T", value };
export const tokens: Readonly<Record<string, { readonly account: string; readonly scopes: readonly string[] }>> = {
  [value]: { account: "ada", scopes: ["repo"] },
};

/** Starts the reference server, until the test is over. */
export async function standIn(options: OriginOptions = {}): Promise<{ url: string; asked: () => number }> {
  const origin = await startOrigin({ tokens, ...options });
  onTestFinished(() => origin.close());
  return origin;
}

/** The laws of a verdict, and what is said of each. */
export function named(report: CheckReport, verdict: "broken" | "not observable"): Record<string, string> {
  return Object.fromEntries(
    report.findings
      .filter((finding) => finding.verdict === verdict)
      .map((finding) => [finding.law, "why" in finding ? finding.why : "found" in finding ? finding.found : ""]),
  );
}

export const noOverview: Readonly<Record<string, string>> = Object.fromEntries(
  ["costs nothing", "says what the headers say"].map((what) => [
    `the overview of the limit ${what}`,
    "the description has no overview of the limit",
  ]),
);
export const noListedValues = {
  "a value that is not listed is answered with those that are":
    "the description does not say how it answers to a value that is not listed",
};

export async function checkService(options: CheckOptions): Promise<CheckReport> {
  return await check({ api: service, ...options });
}

export const never: Readonly<Record<string, unknown>> = {
  "a refusal says that the limit is used up, and is not counted": expect.stringContaining("a tenth"),
  "what is told to be left is at most the limit": expect.stringContaining("told by four counters"),
  "what is left rises no faster than its algorithm allows": expect.stringContaining("told by four counters"),
};
