import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { get, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { createWorld } from "@tapedeck/world";
import { expect, test } from "vitest";
import { sharedFolder } from "../../../.ci/test-resources.ts";
import { startTapedeck, tapedeck } from "./in-process.ts";

const token = "full-scope-token-0123456789";
const world = createWorld({ seed: 42, accounts: 1000, repositories: 10_000 });
const names = Array.from({ length: 12 }, (_, account) => world.user(account).login);
// The first account has nine repositories: more than a page of four.
const open = Array.from({ length: 12 }, (_, repository) => world.item(repository)).filter((item) => !item.private);
const plan = {
  requests: [
    { path: "/users/{name}", for: { name: names } },
    { path: "/users/{name}/repos", for: { name: names }, pages: "all" },
    ...open.map(({ full_name }) => ({ path: `/repos/${full_name}` })),
    { path: "/user", as: "full" },
    { path: "/user/repos", as: "full" },
    { path: `/users/${names[0]}/repos?per_page=4`, pages: "all" },
    { path: "/bicyclists/malaga" },
  ],
};

const folder = sharedFolder();

interface Answer {
  readonly target: string;
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

// Both are asked under one name, as links lead back to wherever the caller asked; the others are of the moment.
const ofTheMoment = /^(?:date|connection|keep-alive|x-service-request-id|x-ratelimit-.*)$/;

async function ask(base: string, target: string, authorization?: string): Promise<Answer> {
  const headers = { host: "fixtures.example", ...(authorization !== undefined && { authorization }) };
  const [response] = (await once(get(`${base}${target}`, { headers }), "response")) as [IncomingMessage];
  const lasting = Object.entries(response.headers).filter(([name]) => !ofTheMoment.test(name));
  return { target, status: response.statusCode, headers: Object.fromEntries(lasting), body: await text(response) };
}

async function askAll(base: string): Promise<readonly Answer[]> {
  const anonymous = [
    ...names.flatMap((name) => [`/users/${name}`, `/users/${name}/repos`]),
    ...open.map(({ full_name }) => `/repos/${full_name}`),
    ...["", "&page=2"].map((page) => `/users/${names[0]}/repos?per_page=4${page}`),
    "/bicyclists/malaga",
  ];
  const full = ["/user", "/user/repos"];
  const answers: Answer[] = [];
  for (const target of anonymous) answers.push(await ask(base, target));
  for (const target of full) answers.push(await ask(base, target, `token ${token}`));
  return answers;
}

test("a world is recorded like any API, verified, and replayed byte for byte", async () => {
  const [fixtures, planFile] = [join(folder, "fixtures"), join(folder, "plan.json")];
  await writeFile(planFile, JSON.stringify(plan));
  const environment = { T: token };
  const known = ["--token", "full=T", "--limit", "anonymous=5000"];
  const sizes = ["--world", "42", "--accounts", "1000", "--repositories", "10000"];
  const living = await startTapedeck(["replay", "--port", "0", ...sizes, ...known], environment);
  const [asked, lived] = [["--from", living.url, "--out", fixtures, "--plan", planFile], await askAll(living.url)];
  const recorded = await tapedeck(["record", ...asked, "--token", "full=T"], environment);
  await living.stop();
  expect(recorded.stderr).toMatch(/invalid 0, failed 0/);
  expect(recorded.code).toBe(0);
  expect((await tapedeck(["verify", fixtures])).code).toBe(0);

  const replaying = await startTapedeck(["replay", fixtures, "--port", "0", ...known], environment);
  const replayed = await askAll(replaying.url);
  await replaying.stop();
  expect(new Set(lived.map(({ status }) => status))).toEqual(new Set([200]));
  expect(replayed).toEqual(lived);
});
