// Which requests a policy counts, as an observer finds it out: what was recorded is told, and allowed, where it was.
import fc from "fast-check";
import { expect, test } from "vitest";
import { createObserver, type SchemeFile } from "../../src/index.ts";
import { noon } from "../one-policy.ts";
import { service } from "../service.ts";

type Told = Readonly<Record<string, string>>;
type Answer = readonly [line: string, told: Told];

const draft7 = (limit: number, left: number, seconds: number): Told => ({
  ratelimit: `limit=${limit}, remaining=${left}, reset=${seconds}`,
  "ratelimit-policy": `${limit};w=${seconds}`,
});
const draft8 = (name: string, limit: number, left: number): Told => ({
  ratelimit: `"${name}"; r=${left}; t=60`,
  "ratelimit-policy": `"${name}"; q=${limit}; w=60`,
});
const legacy = (limit: number, left: number): Told => ({
  "x-ratelimit-limit": `${limit}`,
  "x-ratelimit-remaining": `${left}`,
  "x-ratelimit-reset": `${noon + 60}`,
});

function observed(answers: readonly Answer[], hide?: (text: string) => string): SchemeFile {
  const observer = createObserver();
  for (const [line, told] of answers) {
    const [method = "", path = ""] = line.split(" ");
    observer.observe({ status: 200, headers: Object.entries(told) }, noon, { address: "::1", method, path }, hide);
  }
  return observer.scheme() ?? expect.fail("nothing was seen");
}

test.each<[shows: string, answers: Answer[], scopes: unknown[]]>([
  [
    "limiters of two paths without a name, and a path without any",
    [
      ["GET /a/1", draft7(3, 2, 60)],
      ["GET /b", draft7(50, 49, 3600)],
      ["GET /a/2", draft7(3, 1, 60)],
      ["GET /c", {}],
      ["GET /b", draft7(50, 48, 3600)],
    ],
    [{ when: { paths: ["/a/**"] } }, { when: { paths: ["/b/**"] } }],
  ],
  [
    "three headers, by path",
    [
      ["GET /a", legacy(3, 2)],
      ["GET /b", legacy(50, 49)],
      ["GET /a", legacy(3, 1)],
    ],
    [{ when: { paths: ["/a/**"] } }, { when: { paths: ["/b/**"] } }],
  ],
  [
    "limiters that have names",
    [
      ["GET /a", draft8("a", 3, 2)],
      ["GET /b", draft8("b", 5, 4)],
      ["GET /a", draft8("a", 3, 1)],
    ],
    [{ when: { paths: ["/a/**"] } }, { when: { paths: ["/b/**"] } }],
  ],
  [
    "everything but one path",
    [
      ["GET /users/1", legacy(9, 8)],
      ["GET /health", {}],
      ["GET /teams", legacy(9, 7)],
      ["GET /", legacy(9, 6)],
    ],
    [{ unless: { paths: ["/health/**"] } }],
  ],
  [
    "a part of a folder",
    [
      ["GET /v1/users", legacy(9, 8)],
      ["GET /v1/status", {}],
      ["GET /v1/users/ada", legacy(9, 7)],
    ],
    [{ when: { paths: ["/v1/users/**"] } }],
  ],
  [
    "methods that write",
    [
      ["POST /things", legacy(9, 8)],
      ["GET /things", {}],
      ["PUT /things", legacy(9, 7)],
    ],
    [{ when: { methods: ["POST", "PUT"] } }],
  ],
  [
    "an answer from a cache says nothing, where others of its path tell",
    [
      ["GET /things", legacy(9, 8)],
      ["GET /things", {}],
    ],
    [{}],
  ],
  [
    "a limit that changes on one path is one",
    [
      ["GET /a", legacy(9, 8)],
      ["GET /b", legacy(5, 4)],
      ["GET /a", legacy(5, 3)],
    ],
    [{}],
  ],
])("%s", (_shows, answers, scopes) => {
  const file = observed(answers);
  expect(file.policies?.map(({ when, unless }) => ({ ...(when && { when }), ...(unless && { unless }) }))).toEqual(
    scopes,
  );
  if (scopes.length === 1 && Object.keys(scopes[0] as object).length === 0) return;
  const { ask } = service(JSON.parse(JSON.stringify(file)));
  for (const [line, told] of answers) {
    const [method = "", path = ""] = line.split(" ");
    expect(ask(path, { method }).headers).toEqual(told);
  }
});

test("a path that holds a secret is named in no scheme", () => {
  const told = (used: number): Told => ({ "x-used-weight-1m": `${used}` });
  const answers: Answer[] = [
    ["GET /hooks/s3cr3t", told(5)],
    ["GET /hooks/s3cr3t", told(10)],
    ["GET /open", told(12)],
    ["GET /s3cr3t", {}],
  ];
  const hide = (text: string): string => text.replaceAll("s3cr3t", "__redacted-token__");
  expect(JSON.stringify(observed(answers))).toContain("s3cr3t");
  expect(JSON.stringify(observed(answers, hide))).not.toContain("s3cr3t");
});

test("whatever told, and was not, a replay tells again", () => {
  const paths = ["/", "/a", "/a/1", "/a/2", "/b", "/b/c", "/b/c/d", "/e"];
  const limiters = fc.uniqueArray(fc.constantFrom(...paths), { maxLength: 3 });
  const requests = fc.array(fc.constantFrom(...paths), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(limiters, requests, (mounted, asked) => {
      const used = new Map<string, number>();
      const answers = asked.map((path): Answer => {
        const own = mounted.toSorted().filter((each) => `${path}/`.startsWith(`${each}/`) || each === "/");
        for (const each of own) used.set(each, (used.get(each) ?? 0) + 1);
        const items = own.map((each) => draft8(`at${each.replaceAll("/", "-")}`, 12, 12 - (used.get(each) ?? 0)));
        const told = (name: string): string => items.map((item) => item[name]).join(", ");
        return [
          `GET ${path}`,
          items.length === 0 ? {} : Object.fromEntries(Object.keys(draft8("", 0, 0)).map((name) => [name, told(name)])),
        ];
      });
      if (answers.every(([, told]) => Object.keys(told).length === 0)) return;
      const { ask } = service(observed(answers));
      for (const [line, told] of answers) expect(ask(line.slice(4)).headers).toEqual(told);
    }),
  );
});
