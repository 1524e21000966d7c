// The same tests as the other runners have.
import assert from "node:assert/strict";
import test from "node:test";
import { useTape } from "@tapedeck/testing";
import { dir, from, octokit, read, token } from "../clients.ts";

const taped = useTape({ from, dir, tokens: { full: token } });

test(
  "reads an account over node:http",
  taped(async (tape) => {
    const { status, body } = await read("/users/ada");
    assert.deepEqual([status, JSON.parse(body).url], [200, `${from}/users/ada`]);
    assert.deepEqual((await read("/users/nobody-here")).status, 404);
    tape.assertAllPlayed();
  }),
);

test(
  "lists repositories with Octokit",
  taped(async (tape) => {
    const repositories = await octokit().paginate("GET /orgs/{org}/repos", { org: "lighthouse", per_page: 20 });
    assert.deepEqual(repositories.length, 36);
    const { data } = await octokit().request("GET /user");
    assert.deepEqual(data.login, "ada");
    tape.assertAllPlayed();
  }),
);

test(
  "reads accounts by fetch, and by the tape's own",
  taped(async (tape) => {
    const first = await fetch(`${from}/users/quietfox`);
    const { status } = await tape.fetch(`${from}/users/grace-lin`);
    assert.deepEqual([first.status, status], [200, 200]);
    assert.deepEqual([tape.misses(), tape.unplayed()], [[], []]);
  }),
);
