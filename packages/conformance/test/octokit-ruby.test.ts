// A client in another language, over an HTTP stack of its own: octokit.rb on Faraday and net/http, from Debian's
// packages. Where Ruby or the library is not installed, the test says so and is left out.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { github } from "@tapedeck/api";
import { createPlayer } from "@tapedeck/replay";
import { control, listen } from "@tapedeck/serve";
import { readTapes } from "@tapedeck/tape/files";
import { expect, test } from "vitest";

const script = fileURLToPath(new URL("octokit-ruby.rb", import.meta.url));
const recordings = fileURLToPath(new URL("../../../recordings", import.meta.url));
const installed = spawnSync("ruby", ["-e", 'require "octokit"']).status === 0;
const leftOut = installed ? "" : " (left out: Debian's package ruby-octokit is not installed)";

test.skipIf(!installed)(`octokit.rb lists, paginates, is refused, and goes on after an hour${leftOut}`, async () => {
  const tapes = (await readTapes(recordings)).map(({ tape }) => tape);
  const player = createPlayer({ tapes, api: github });
  const server = await listen(player, { control: control(player) });
  const child = spawn("ruby", [script], { env: { ...process.env, TAPEDECK_URL: server.url } });
  const closed = once(child, "close");
  const [said, complaints] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await closed;
  await server.close();
  expect(complaints).toBe("");
  const seen = said
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(seen).toEqual([
    ["its own account", "ada"],
    ["a repository", "ada/difference-engine"],
    ["a list", ["difference-engine", "tabulator"]],
    ["a list of many pages", Array.from({ length: 36 }, (_, at) => `lamp-${String(at + 1).padStart(2, "0")}`)],
    ["an account by a link out of a body", "ada"],
    // One repository twice, six pages, one account.
    ["what is left", 60 - 9],
    ["refused", [403, 0, 3600]],
    ["the signed-in one goes on", "ada"],
    ["after an hour", ["ada", 59]],
    ["a miss", expect.stringContaining("/users/adda: 501")],
  ]);
  // Faraday tries any 5xx twice more, at once.
  expect(player.misses().map(({ target }) => target)).toEqual(["/users/adda", "/users/adda", "/users/adda"]);
});
