import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../.ci/property.ts";
import { createQuotaFinder } from "../src/send/quota-finder.ts";

const github = (asked: string): string =>
  /^\w+ \/search\/code/.test(asked) ? "code" : /^\w+ \/search\//.test(asked) ? "search" : "core";

test("whichever comes first, a path is told wrong once or twice, then the paths like it are told right", () => {
  const asked = [
    ...["GET /search/code", "GET /search/issues", "GET /users/1", "GET /repos/a/b", "GET /search/code", "GET /users/2"],
    ...["GET /search/issues", "GET /repos/a/c", "GET /search/users", "POST /repos/a/b/issues", "GET /gists"],
  ];
  for (let first = 0; first < asked.length; first += 1) {
    const quotas = createQuotaFinder();
    const order = [...asked.slice(first), ...asked.slice(0, first)];
    for (const each of [...order, ...order, ...order]) quotas.note(each, github(each));
    expect(order.map((each) => [each, quotas.find(each)])).toEqual(order.map((each) => [each, github(each)]));
    expect(quotas.find("GET /users/3"), `first ${asked[first]}`).toBe("core");
    expect(quotas.find("GET /search/labels"), `first ${asked[first]}`).toBe("search");
  }
});

test("a quota of its own is learnt for each path in the end", () =>
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.string({ unit: fc.constantFrom("/", "a", "b"), maxLength: 6 }), {
        minLength: 1,
        maxLength: 12,
      }),
      fc.infiniteStream(fc.constantFrom("x", "y", "z")),
      (paths, quotas) => {
        const told = new Map(paths.map((path) => [`GET /${path}`, quotas.next().value as string] as const));
        const finder = createQuotaFinder();
        const normal = (asked: string): string => asked.split(/[ /]+/).join("/");
        const distinct = new Map([...told].map(([asked, quota]) => [normal(asked), [asked, quota] as const]));
        for (let round = 0; round < 14; round += 1)
          for (const [asked, quota] of distinct.values()) finder.note(asked, quota);
        for (const [asked, quota] of distinct.values()) expect(finder.find(asked)).toBe(quota);
      },
    ),
    law(100),
  ));
