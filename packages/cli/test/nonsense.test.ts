import { cp, mkdir, mkdtemp, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serveUpstream, sharedFolder } from "../../../.ci/test-resources.ts";
import { commands } from "../src/commands.ts";
import { root } from "./command.ts";
import { tapedeck } from "./in-process.ts";

const upstream = "http://UPSTREAM";
const password = "s3cr3t-of-ada";

/** Calls that do something, by command: each is made with each of the command's options in turn. */
const calls: Readonly<Record<string, readonly (readonly string[])[]>> = {
  replay: [
    ["recordings", "--port", "0"],
    ["recordings", "--port", "0", "--misses", "record", "--from", upstream],
    ["one.har", "--port", "0"],
    ["--world", "1", "--accounts", "1", "--repositories", "0", "--port", "0"],
  ],
  record: [
    ["--from", upstream, "--out", "recorded", "--proxy", "0"],
    ["--from", upstream, "--out", "recorded", "--plan", "plan.json"],
    ["--from", upstream, "--origin", "https://cyclists.example", "--again", "GET /bicyclists/spb"],
  ],
  verify: [["recordings"]],
  check: [[upstream, "--budget", "1"]],
  drift: [["recordings", "--from", upstream, "--budget", "1"]],
  import: [["one.har", "--to", "imported"]],
  export: [["recordings", "--format", "har"]],
  show: [["recordings"]],
  prune: [["recordings"]],
  pack: [["recordings", "packed.tapedeck"]],
  unpack: [["packed.tapedeck", "unpacked"]],
};

const hostile = `http://ada:${password}@127.0.0.1:1/x?api_key=${password}`;
const values = [
  "",
  "?? ??",
  "foo",
  "-1",
  "1e999",
  "x".repeat(5000),
  "a\\0b%00",
  "folder",
  "file.txt",
  "file.txt/below",
  "not/there",
  "=",
  "foo=bar",
  hostile,
];
// What an option takes hardly depends on the call: all values at the first of each command.
const fewValues = ["", "foo", "not/there", hostile];

const folder = sharedFolder();
beforeAll(async () => {});
afterAll(async () => {
  process.chdir(root);
});

/** Makes a working directory for calls, and goes there. */
async function goToWork(): Promise<void> {
  const work = await mkdtemp(join(folder, "work-"));
  const [origin = ""] = await readdir(join(root, "recordings")).then((names) =>
    names.filter((name) => name.startsWith("cyclists.ex")),
  );
  await cp(join(root, "recordings", origin), join(work, "recordings", origin), { recursive: true });
  await cp(join(root, "recordings", origin, "bicyclists/spb/GET.har"), join(work, "one.har"));
  await mkdir(join(work, "folder"));
  await writeFile(join(work, "file.txt"), "words");
  await writeFile(join(work, "plan.json"), '{"requests":[{"path":"/bicyclists/spb"}]}');
  process.chdir(work);
}

const onDisk = async (): Promise<string> => (await readdir(".", { recursive: true })).sort().join("\n");

test.each(commands)("$name takes nonsense in any option for what it is", async ({ name, load }) => {
  const base = await serveUpstream((_request, response) => response.setHeader("x-a", "1").end("{}"));
  const command = await load({ environment: {}, program: [], done: () => {}, stop: undefined });
  await goToWork();
  const bad: string[][] = [];
  expect(calls[name]).toBeDefined();
  let before = await onDisk();
  for (const [nth, call] of calls[name]?.entries() ?? [])
    for (const { long, required } of command.options)
      for (const value of required ? (nth === 0 ? values : fewValues) : ["foo"]) {
        const at = call.indexOf(`${long}`);
        const given = (at < 0 ? call : call.toSpliced(at, 2)).map((word) => word.replace(upstream, base));
        const words = [name, ...given, ...(required ? [`${long}`, value] : [`${long}=${value}`])];
        const ended = await tapedeck(words, { HOME: join(folder, "home") }, / on https?:|through http|"listening"/);
        const after = await onDisk();
        // A report of findings goes to standard output.
        const failed = ended.code !== 0 && ended.stderr !== "";
        const named = [`${long}`, /^[^=:\\]+|./.exec(value)?.[0].slice(0, 9) ?? `${long}`, "(not shown"];
        const faults: readonly (readonly [boolean, string])[] = [
          [/\n\s+at |fault of tapedeck/.test(ended.stderr), "a stack"],
          [ended.stderr.includes(password), "a password"],
          [failed && !/^(?:tapedeck: Cannot|error:) /m.test(ended.stderr), "no error"],
          [failed && !named.some((each) => ended.stderr.includes(each)), "an error that names nothing"],
          [failed && after !== before, "something on disk"],
        ];
        const found = faults.filter(([is]) => is).map(([, what]) => what);
        if (found.length > 0) bad.push([found.join(", "), words.join(" ").slice(0, 200), ended.stderr.slice(0, 400)]);
        if (after === before) continue;
        await goToWork();
        before = await onDisk();
      }
  expect(bad).toEqual([]);
});
