// The reference server serves what nobody here wrote: the documents that the live service's vendor publishes. Recorder, schemas
// and replay must take them as they are.
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { github } from "@tapedeck/api";
import { createRecorder, type Plan, recordPlan } from "@tapedeck/record";
import { createPlayer } from "@tapedeck/replay";
import { readTapes } from "@tapedeck/tape/files";
import { expect, test } from "vitest";
import { type RepositoryDocument, startOrigin, type UserDocument } from "../src/reference-server/origin.ts";

const folderOf = (name: string): string => dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));

interface Example {
  readonly value: unknown;
}

const { components }: { components: { examples: Readonly<Record<string, Example>> } } = JSON.parse(
  readFileSync(join(folderOf("@octokit/openapi"), "generated/api.github.com.json"), "utf8"),
);

function example<Document>(name: string): Document {
  return components.examples[name]?.value as Document;
}

function recorded(): readonly RepositoryDocument[] {
  const scenarios = join(folderOf("@octokit/fixtures"), "scenarios/api.github.com");
  return readdirSync(scenarios).flatMap((scenario) => {
    const answers: ReadonlyArray<{ readonly status: number; readonly path: string; readonly response: unknown }> =
      JSON.parse(readFileSync(join(scenarios, scenario, "normalized-fixture.json"), "utf8"));
    return answers
      .filter(({ status, path }) => status === 200 && /^\/repos\/[^/]+\/[^/]+$/.test(path))
      .map(({ response }) => response as RepositoryDocument);
  });
}

const octocat = example<UserDocument>("public-user-default-response");
const repositories = new Map(
  [example<RepositoryDocument>("full-repository-default-response"), ...recorded()].map((one) => [one.full_name, one]),
);
const owners = Array.from(repositories.values(), ({ owner }) => owner as UserDocument);
const accounts = Object.fromEntries([...owners, octocat].map((account) => [account.login, account]));

/** A document as a recording may hold it: the published one carries a token for cloning. */
function withoutSecrets(document: unknown): unknown {
  return JSON.parse(
    JSON.stringify(document, (name, value) => (name === "temp_clone_token" && value ? "__redacted-field__" : value)),
  );
}

test("published documents are recorded, fit their schemas, and are replayed as they were", async () => {
  expect([Object.keys(accounts).sort(), [...repositories.keys()].sort()]).toMatchInlineSnapshot(`
    [
      [
        "octocat",
        "octokit-fixture-org",
      ],
      [
        "octocat/Hello-World",
        "octokit-fixture-org/hello-world",
        "octokit-fixture-org/rename-repository-newname",
      ],
    ]
  `);
  const world = { accounts, repositories: [...repositories.values()], zen: ["Keep it logically awesome."] };
  const origin = await startOrigin({ world, now: () => 1_767_225_600 });
  const out = await mkdtemp(join(tmpdir(), "tapedeck-published-"));
  const plan: Plan = {
    requests: [
      { path: "/zen" },
      { path: "/users/octocat" },
      ...[...repositories.keys()].map((name) => ({ path: `/repos/${name}` })),
      ...Object.keys(accounts).map((login) => ({ path: `/users/${login}/repos` })),
    ],
  };
  const recorder = await createRecorder({ from: origin.url, out });
  const report = await recordPlan(recorder, plan);
  await recorder.close();
  await origin.close();
  expect({ ...report, invalid: recorder.summary().invalid }).toEqual({
    asked: plan.requests.length,
    failed: [],
    skipped: [],
    invalid: [],
  });

  const player = createPlayer({ tapes: (await readTapes(out)).map(({ tape }) => tape), api: github });
  await rm(out, { recursive: true });
  const replayed = async (path: string) => (await player(new Request(`https://api.github.com${path}`))).json();
  expect(await replayed("/users/octocat")).toEqual(withoutSecrets(octocat));
  for (const [name, document] of repositories)
    expect(await replayed(`/repos/${name}`)).toEqual(withoutSecrets(document));
  expect(player.misses()).toEqual([]);
});
