import { expect, test } from "vitest";
import { ask, exchange, field, headers, jsonOf, origin, tape, utf8 } from "../exchanges.ts";
import { rule, ruleTest } from "./scene.ts";

/** A list of numbers, recorded on pages of a hundred. */
function listed(target: string, length: number) {
  const all = Array.from({ length }, (_, at) => at + 1);
  return Array.from({ length: Math.ceil(length / 100) }, (_, at) => {
    const next = `<${origin}${target}?per_page=100&page=${at + 2}>; rel="next"`;
    return exchange(
      { target: `${target}?per_page=100&page=${at + 1}` },
      {
        headers: (at + 1) * 100 < length ? headers(["link", next]) : headers(),
        body: utf8(JSON.stringify(all.slice(at * 100, at * 100 + 100))),
      },
    );
  });
}

const whole = tape(...listed("/users/ada/repos", 250), ...listed("/orgs/lighthouse/repos", 5));

rule("pages-1", ({ playerOf }) => {
  test.each([
    ["", 1, 30],
    ["?page=0", 1, 30],
    ["?page=2", 31, 30],
    ["?page=two", 1, 30],
    ["?per_page=7&page=3", 15, 7],
    ["?per_page=0", 1, 1],
    ["?per_page=500", 1, 100],
    ["?per_page=100&page=3", 201, 50],
    ["?page=99", undefined, 0],
  ])("%s", (query, first, length) => {
    const items = jsonOf(playerOf({ tapes: [whole] }).answer(ask(`/users/ada/repos${query}`))) as number[];
    expect([items[0], items.length]).toEqual([first, length]);
  });
});

ruleTest("pages-2", ({ playerOf }) => {
  const odd = exchange(
    { target: "/users/ada/repos?page=2&per_page=5" },
    { headers: headers(["link", `<${origin}/x>; rel="odd"`]), body: utf8('["as recorded"]') },
  );
  const player = playerOf({ tapes: [whole, tape(odd)] });
  const reply = player.answer(ask("/users/ada/repos?per_page=5&page=2"));
  expect([jsonOf(reply), field(reply, "link")]).toEqual([["as recorded"], `<${origin}/x>; rel="odd"`]);
});

rule("pages-3", ({ playerOf }) => {
  test.each([1, 7, 30, 99])("by %d", (size) => {
    const player = playerOf({ tapes: [whole] }, { limits: { anonymous: 1000, token: 5000 } });
    const all: number[] = [];
    for (let page = 1; page <= Math.ceil(250 / size); page += 1)
      all.push(...(jsonOf(player.answer(ask(`/users/ada/repos?per_page=${size}&page=${page}`))) as number[]));
    expect(all).toEqual(Array.from({ length: 250 }, (_, at) => at + 1));
  });
  test("not from one that was not", () => {
    const part = tape(...whole.exchanges.filter(({ request }) => !request.target.includes("page=3")));
    const reply = playerOf({ tapes: [part] }).answer(ask("/users/ada/repos?per_page=10"));
    expect(reply.status).toBe(501);
  });
});

rule("pages-4", ({ playerOf }) => {
  const base = "http://localhost:8787";
  const to = (page: number, rel: string) => `<${base}/users/ada/repos?per_page=90&page=${page}>; rel="${rel}"`;
  test.each([
    [1, [to(2, "next"), to(3, "last")]],
    [2, [to(1, "prev"), to(3, "next"), to(3, "last"), to(1, "first")]],
    [3, [to(2, "prev"), to(1, "first")]],
  ])("page %d of 3", (page, links) => {
    const asked = ask(`/users/ada/repos?per_page=90&page=${page}`, {}, { base });
    expect(field(playerOf({ tapes: [whole] }).answer(asked), "link")).toBe(links.join(", "));
  });
  test("one page alone", () => {
    expect(field(playerOf({ tapes: [whole] }).answer(ask("/orgs/lighthouse/repos")), "link")).toBeNull();
  });
});

rule("pages-5", ({ name, playerOf }) => {
  const owner = { login: "ada", id: 1, type: "User" };
  const keepers = { login: "lighthouse", id: 11, type: "Organization" };
  const lamp = { id: 301, full_name: "lighthouse/lamp", owner: keepers };
  const known = [
    exchange({ target: "/users/ada" }, { body: utf8(JSON.stringify(owner)) }),
    exchange({ target: "/repos/lighthouse/lamp" }, { body: utf8(JSON.stringify(lamp)) }),
  ];
  test.each(["/user/1/repos?per_page=100", "/organizations/11/repos", "/repositories/301"])("%s", (target) => {
    const reply = playerOf({ tapes: [whole, tape(...known)] }).answer(ask(target));
    expect(reply.status).toBe(name === "github" ? 200 : 501);
  });
});
