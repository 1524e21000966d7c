import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../../../.ci/any-text.ts";
import { type CheckReport, junitXml, reportText } from "../src/index.ts";

const [seed, runs] = [1_767_225_600, 200];

const report: CheckReport = {
  base: "http://127.0.0.1:8787",
  api: "service",
  otherService: null,
  budget: 40,
  sent: 3,
  findings: [
    { law: "remaining + used = limit", source: "service-api 8", verdict: "held", times: 3 },
    { law: "/rate_limit costs nothing", source: "beyond", verdict: "not observable", why: "it is <not> there & gone" },
    {
      law: "If-None-Match takes *",
      source: "RFC 9110, 13.1.2",
      verdict: "broken",
      found: 'If-None-Match: "a" was answered 200',
      counterexample: [
        {
          curl: `curl -si -H 'If-None-Match: "a"' 'http://127.0.0.1:8787/users/ada'`,
          status: 200,
          quota: { used: 3, limit: 60 },
        },
        { curl: `curl -sI 'http://127.0.0.1:8787/users/ada'`, status: 200, quota: null },
      ],
    },
  ],
};

test("a report for people tells law by law, with what is broken last", () => {
  expect(reportText(report)).toMatchInlineSnapshot(`
    "held            remaining + used = limit
    not observable  /rate_limit costs nothing: it is <not> there & gone
    broken          If-None-Match takes *
      If-None-Match: "a" was answered 200
      by RFC 9110, 13.1.2
        curl -si -H 'If-None-Match: "a"' 'http://127.0.0.1:8787/users/ada'  # 200, used 3 of 60
        curl -sI 'http://127.0.0.1:8787/users/ada'  # 200
    tapedeck: http://127.0.0.1:8787 (api service), 3 of 40 requests; laws: 1 held, 1 broken, 1 not observable"
  `);
});

test("a report for people says which options would let more laws be seen", () => {
  const unseen = (why: string) => ({ law: why, source: "", verdict: "not observable", why }) as const;
  const findings = [
    unseen("no username is known; give one by --param username=VALUE"),
    unseen("the list has 1 items; name a longer one by --param"),
    unseen("no token was given; name its environment variable by --token-env"),
    unseen("it is not there"),
  ];
  expect(
    reportText({ ...report, findings })
      .split("\n")
      .slice(-3),
  ).toEqual([
    expect.stringContaining("4 not observable"),
    "  - 2 of them for want of --param NAME=VALUE",
    "  - 1 of them for want of --token-env NAME",
  ]);
});

test("a report in JUnit XML has a test case for each law", () => {
  expect(junitXml(report)).toMatchInlineSnapshot(`
    "<?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="tapedeck check" tests="3" failures="1" errors="0" skipped="1">
      <testsuite name="http://127.0.0.1:8787" tests="3" failures="1" errors="0" skipped="1">
        <testcase classname="tapedeck.check" name="remaining + used = limit"/>
        <testcase classname="tapedeck.check" name="/rate_limit costs nothing">
          <skipped message="it is &#60;not&#62; there &#38; gone"/>
        </testcase>
        <testcase classname="tapedeck.check" name="If-None-Match takes *">
          <failure type="broken" message="If-None-Match: &#34;a&#34; was answered 200">by RFC 9110, 13.1.2
    curl -si -H 'If-None-Match: &#34;a&#34;' 'http://127.0.0.1:8787/users/ada'  # 200, used 3 of 60
    curl -sI 'http://127.0.0.1:8787/users/ada'  # 200</failure>
        </testcase>
      </testsuite>
    </testsuites>
    "
  `);
});

// What XML 1.0 cannot write, not even as a reference.
const unwritable = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
// What may stand in an attribute, and is read there as it is.
const attribute = /^(?:[^<&"\t\n\r]|&#\d+;)*$/;

test(`whatever a finding says, the XML is well-formed and says it (seed ${seed})`, () => {
  fc.assert(
    fc.property(anyText({ maxLength: 20 }), (found) => {
      const [, message = ""] =
        /<skipped message="([^"]*)"\/>/s.exec(
          junitXml({ ...report, findings: [{ law: "a", source: "b", verdict: "not observable", why: found }] }),
        ) ?? [];
      expect(message).toMatch(attribute);
      expect(message).not.toMatch(unwritable);
      const read = message.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
      expect(read).toBe(found.replace(unwritable, "\u{FFFD}"));
    }),
    { seed, numRuns: runs },
  );
});
