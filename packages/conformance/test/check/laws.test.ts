import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { github, service } from "@tapedeck/api";
import { check } from "@tapedeck/check";
import { laws, observe, ownWords } from "@tapedeck/check/internal";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { searchFrom } from "../../src/laws.ts";
import { startOrigin } from "../../src/reference-server/origin.ts";

const { seed, runs } = searchFrom(process.env, 100);

test(`whatever is left out of what was observed, no law is broken by the rest (seed ${seed})`, async () => {
  const value = "standin-token-0123456789";
  for (const vendor of ["service", "github"]) {
    const origin = await startOrigin({ vendor, tokens: { [value]: { account: "ada", scopes: ["repo"] } } });
    onTestFinished(() => origin.close());
    const run = await observe({
      url: origin.url,
      api: vendor === "github" ? github : service,
      token: { variable: "T", value },
    });
    fc.assert(
      fc.property(fc.subarray([...run.observed]), (observed) => {
        for (const law of laws) {
          const evaluation = law.evaluate(ownWords({ service: run.service, observed }), run.service);
          if (evaluation.kind === "broken") expect.fail(`${law.name}: ${evaluation.found}`);
        }
      }),
      { seed, numRuns: runs },
    );
  }
});

test("the lines of a counterexample run in a shell, and get what they say", async () => {
  const value = "standin-token-0123456789";
  const tokens = { [value]: { account: "ada", scopes: ["repo"] } };
  for (const fault of ["304-first-tag", "head-without-etag", "basic-unknown", "preflight-200", "malformed-taken"]) {
    const origin = await startOrigin({ tokens, fault });
    onTestFinished(() => origin.close());
    const { findings } = await check({ url: origin.url, api: service, token: { variable: "T", value } });
    const broken = findings.filter((finding) => finding.verdict === "broken");
    expect(broken.length).toBe(1);
    for (const { curl, status } of broken[0]?.counterexample ?? []) {
      const { stdout } = await promisify(execFile)("sh", ["-c", curl], { env: { ...process.env, T: value } });
      expect(stdout.split("\r\n")[0]).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    }
  }
});
