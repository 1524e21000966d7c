// npm itself publishes to a registry and installs from it, recorded once and then without the registry.
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createPlayer } from "@tapedeck/replay";
import { listen } from "@tapedeck/serve";
import { readTapes } from "@tapedeck/tape/files";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { serveUpstream, tempFolder } from "../../../../.ci/test-resources.ts";
import { run, tapedeck, throughProxy } from "./record-by.ts";

interface Verdaccio {
  readonly runServer: (
    configuration: object,
  ) => Promise<{ readonly listeners: (event: "request") => RequestListener[] }>;
}

let folder: string;
beforeEach(async () => {
  folder = await tempFolder();
});

/** A registry of its own, which knows no other. */
async function startRegistry(): Promise<string> {
  const { runServer } = createRequire(import.meta.url)("verdaccio") as Verdaccio;
  const registry = await runServer({
    self_path: folder,
    storage: join(folder, "storage"),
    auth: { htpasswd: { file: join(folder, "htpasswd"), max_users: 1 } },
    uplinks: {},
    packages: { "**": { access: "$all", publish: "$authenticated" } },
    web: { enable: false },
    // Its older tokens need a cipher that Node has no more.
    security: { api: { legacy: false, jwt: { sign: { expiresIn: "1d" } } } },
    logs: { type: "stdout", level: "fatal" },
  });
  const [listener] = registry.listeners("request");
  if (listener === undefined) throw new Error("verdaccio listens to no requests");
  return serveUpstream(listener);
}

const packages = [
  { name: "tape", version: "1.0.0", main: "index.js" },
  { name: "deck", version: "2.1.0", main: "index.js", dependencies: { tape: "^1.0.0" } },
];

/** Logs in, publishes two packages and installs them elsewhere, all in a folder of its own: what is then installed. */
async function publishAndInstall(registry: string, name: string): Promise<Readonly<Record<string, string>>> {
  const home = join(folder, name);
  const account = { name: "ada", password: "correct horse battery" };
  const login = await fetch(`${registry}/-/user/org.couchdb.user:ada`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ _id: "org.couchdb.user:ada", type: "user", roles: [], ...account }),
  });
  const { token } = (await login.json()) as { readonly token: string };
  await mkdir(home);
  const settings = [
    `registry=${registry}/`,
    `//${new URL(registry).host}/:_authToken=${token}`,
    `cache=${join(home, "cache")}`,
    ...["audit=false", "fund=false", "update-notifier=false", "ignore-scripts=true", "fetch-retries=0"],
  ];
  await writeFile(join(home, "npmrc"), settings.join("\n"));
  const npm = (cwd: string, ...words: readonly string[]) =>
    run("npm", words, { cwd, HOME: home, npm_config_userconfig: join(home, "npmrc") });
  for (const manifest of packages) {
    const source = join(home, manifest.name);
    await mkdir(source);
    await writeFile(join(source, "package.json"), JSON.stringify(manifest));
    await writeFile(join(source, "index.js"), `module.exports = ${JSON.stringify(manifest.name)};\n`);
    await npm(source, "publish");
  }
  const project = join(home, "project");
  await mkdir(project);
  await writeFile(join(project, "package.json"), '{ "name": "project", "private": true }');
  await npm(project, "install", "deck@2");
  const installed = (await readdir(project, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );
  const files = installed.map((entry) => join(entry.parentPath, entry.name)).sort();
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8")));
  return Object.fromEntries(
    files.map((file, at) => [file.slice(project.length), texts[at]?.replaceAll(registry, "{registry}") ?? ""]),
  );
}

test("npm publishes to a recorded registry, and installs from it what it published", async () => {
  const out = join(folder, "recordings");
  const recorded = await throughProxy(await startRegistry(), out, (server) => publishAndInstall(server, "recording"));
  expect(recorded["/node_modules/tape/index.js"]).toBe('module.exports = "tape";\n');
  const player = createPlayer({ tapes: (await readTapes(out)).map(({ tape }) => tape) });
  const server = await listen(player);
  onTestFinished(() => server.close());
  expect(await publishAndInstall(server.url, "replay")).toEqual(recorded);
  expect([player.misses(), player.unplayed()]).toEqual([[], []]);

  const unknown = await fetch(`${server.url}/unknown`, { method: "PUT", body: "{}" });
  expect([unknown.status, unknown.headers.get("x-tapedeck"), player.misses().length]).toEqual([501, "miss", 1]);
  expect((await tapedeck(["verify", out])).code).toBe(0);
});
