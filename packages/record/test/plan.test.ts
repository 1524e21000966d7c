import { expect, test } from "vitest";
import { PlanError, readPlan } from "../src/index.ts";

test("readPlan() reads YAML and JSON alike", () => {
  const yaml =
    "name: cities\nrequests:\n  - path: /bicyclists/{city}\n    for: { city: [malaga, spb] }\n    pages: all\n";
  const plan = {
    name: "cities",
    requests: [{ path: "/bicyclists/{city}", for: { city: ["malaga", "spb"] }, pages: "all" }],
  };
  expect(readPlan(yaml, "plan.yaml")).toEqual(plan);
  expect(readPlan(JSON.stringify(plan, null, "\t"), "plan.json")).toEqual(plan);
  expect(readPlan(JSON.stringify(plan), "plan")).toEqual(plan);
  expect(readPlan("{ requests: [{ path: /zen }] }", "plan.yml").requests).toHaveLength(1);
});

test.each([
  ["an empty file", "", "plan.yaml", /it is empty/],
  ["many levels", `{"requests":${"[".repeat(1000)}${"]".repeat(1000)}}`, "plan.json", /more than 1000 levels/],
  ["JSON cut in half", '{"requests": [', "plan.json", /plan "plan.json" at line 1: it is not JSON from column 15 on/],
  ["an alias without an anchor", "requests: [*a]", "plan.yaml", /has no anchor \(&name\) before it/],
  [
    "aliases that unfold to too much",
    `${["a: &a [x,x,x,x,x,x,x,x,x]", "b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]", "c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]"].join("\n")}\nrequests: [*c,*c]`,
    "plan.yaml",
    /its aliases \(\*name\) repeat one another too often/,
  ],
  ["YAML that is none", "requests:\n  - path: [\n", "plan.yaml", /at line \d+: it is not YAML/],
  [
    "a list whose placeholder has no values",
    "requests:\n  - path: /repos/{name}\n    each: /users/{user}/repos\n    for: { usr: [ada] }\n",
    "plan.yaml",
    /line 2, requests\[0\]: \{user\} has no values in "for"; did you mean "usr"\?/,
  ],
  [
    "a list whose items nothing takes",
    "requests:\n  - path: /zen\n    each: /users/ada/repos\n",
    "plan.yaml",
    /"each" gives its items' members to placeholders, and neither path nor query has one for them, such as \{name\}/,
  ],
  [
    "a list to exhaust",
    "requests:\n  - { path: '/repos/{name}', each: /users/ada/repos, exhaust: true }\n",
    "plan.yaml",
    /"exhaust" asks for one thing: leave "each" out/,
  ],
  ["a list", "- path: /zen\n", "plan.yaml", /expected object/],
  ["a plan without requests", "name: x\n", "plan.yaml", /requests/],
  [
    "a typo in a step",
    "requests:\n  - path: /zen\n    tims: 3\n",
    "plan.yaml",
    /line 3, requests\[0\]\.tims: .*did you mean "times"/,
  ],
  ["a typo at the top", "request:\n  - path: /zen\n", "plan.yaml", /did you mean "requests"/],
  [
    "a wrong type",
    "requests:\n  - path: /zen\n    times: lots\n",
    "plan.yaml",
    /line 3, requests\[0\]\.times: .*found "lots"/,
  ],
  ["a path without a slash", "requests:\n  - path: zen\n", "plan.yaml", /line 2, requests\[0\]\.path/],
  [
    "a body of what reads",
    "requests:\n  - { path: /a, body: x }\n",
    "plan.yaml",
    /"body" is for POST, .* out of a GET/,
  ],
  ["pages of what writes", "requests:\n  - { path: /a, method: PUT, pages: 2 }\n", "plan.yaml", /out of a PUT$/],
  [
    "a method with a typo",
    "requests:\n  - path: /a\n    method: GTE\n",
    "plan.yaml",
    /line 3, requests\[0\]\.method: expected "GET" or .*, found "GTE"; did you mean "GET"\?$/,
  ],
  [
    "a word with a typo where a number may stand too",
    "requests:\n  - path: /a\n    pages: al\n",
    "plan.yaml",
    /requests\[0\]\.pages: expected "all" or .*, found "al"; did you mean "all"\?$/,
  ],
  ["a method like no other", "requests:\n  - { path: /a, method: BREW }\n", "plan.yaml", / or "PURGE", found "BREW"$/],
  [
    "a placeholder without values",
    "requests:\n  - path: /users/{nmae}\n    for: { name: [ada] }\n",
    "plan.yaml",
    /line 2, requests\[0\]: \{nmae\} has no values in "for"; did you mean "name"/,
  ],
  [
    "values without a placeholder",
    "requests:\n  - path: /a\n    for: { name: [ada] }\n",
    "plan.yaml",
    /neither path nor query has \{name\}/,
  ],
  ["exhaust with times", "requests:\n  - { path: /a, exhaust: true, times: 2 }\n", "plan.yaml", /leave "times"/],
])("readPlan() refuses %s, and says where and what", (_shows, text, file, message) => {
  let error: unknown;
  try {
    readPlan(text, file);
  } catch (thrown) {
    error = thrown;
  }
  expect(error).toBeInstanceOf(PlanError);
  expect(error).toMatchObject({ file, name: "PlanError" });
  expect((error as PlanError).message).toMatch(message);
});
