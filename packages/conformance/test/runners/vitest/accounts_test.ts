// The same tests as the other runners have.
import { useTape } from "@tapedeck/testing";
import { expect, test } from "vitest";
import { dir, from, octokit, read, token } from "../clients.ts";

const taped = useTape({ from, dir, tokens: { full: token } });

test(
  "reads an account over node:http",
  taped(async (tape) => {
    const { status, body } = await read("/users/ada");
    expect([status, JSON.parse(body).url]).toEqual([200, `${from}/users/ada`]);
    expect((await read("/users/nobody-here")).status).toEqual(404);
    tape.assertAllPlayed();
  }),
);

test(
  "lists repositories with Octokit",
  taped(async (tape) => {
    const repositories = await octokit().paginate("GET /orgs/{org}/repos", { org: "lighthouse", per_page: 20 });
    expect(repositories.length).toEqual(36);
    const { data } = await octokit().request("GET /user");
    expect(data.login).toEqual("ada");
    tape.assertAllPlayed();
  }),
);

test(
  "reads accounts by fetch, and by the tape's own",
  taped(async (tape) => {
    const first = await fetch(`${from}/users/quietfox`);
    const { status } = await tape.fetch(`${from}/users/grace-lin`);
    expect([first.status, status]).toEqual([200, 200]);
    expect([tape.misses(), tape.unplayed()]).toEqual([[], []]);
  }),
);
