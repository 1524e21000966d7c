import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sharedFolder } from "../../../.ci/test-resources.ts";
import { tapedeck } from "./in-process.ts";

const folder = sharedFolder();
const taken = createServer().listen(0, "127.0.0.1");
await once(taken, "listening");
const { port: takenPort } = taken.address() as AddressInfo;
afterAll(() => void taken.close());
beforeAll(async () => {
  await writeFile(join(folder, "typo.json"), '{"requests":[{"pth":"/users/ada"}]}');
  await writeFile(join(folder, "half.json"), '{"requests":[{"path"');
  await writeFile(join(folder, "broken-api.json"), '{"name":"mine","rateLimit":{"limits":{"anonymous":-1}}}');
  const scheme =
    '{"preset":"gitlab","policies":[{"name":"users_api","algorithm":{"kind":"fixed-window","limit":1,"seconds":0}}]}';
  await writeFile(join(folder, "broken-scheme.json"), scheme);
  await writeFile(join(folder, "marked-scheme.json"), `\uFEFF${scheme}\r\n`);
  await writeFile(join(folder, "empty-scheme.json"), "");
  await writeFile(join(folder, "alias.json"), '{"name":"mine","rateLimit":{"limits":{"narrow":5,"somebody-else":5}}}');
  // With the byte order mark that editors on Windows write.
  await writeFile(join(folder, "marked.json"), '\uFEFF{"requests":[{"path":"/users/ada"}]}');
  await writeFile(join(folder, "header.json"), '{"requests":[{"path":"/a","headers":{"x y":"1"}}]}');
  await writeFile(join(folder, "half.har"), '{"log":{"entries":[');
  await writeFile(join(folder, "plan.json"), '{"requests":[{"path":"/users/ada","as":"nobody"}]}');
});

const from = "--from http://127.0.0.1:1";

// Words are an array where one holds a space, or is empty.
test.each<[what: string, words: string | string[], code: number, message: RegExp]>([
  [
    "a difference to ignore that is no part of a request",
    ["replay", "--ignore", "/orders/** querry.t"],
    2,
    /^tapedeck: Cannot ignore "querry\.t": a part is path\.NUMBER of a segment, query, /,
  ],
  [
    "an alias without a credential",
    `record ${from} --plan plan.json --as full`,
    2,
    /Cannot ask as "full": no credential is given for it; name the variable that holds it \(--token-env NAME\)/,
  ],
  [
    "an alias of a drift without a credential",
    `drift ${from} --as full`,
    2,
    /Cannot ask as "full": no credential is given for it/,
  ],
  [
    "an unknown command",
    "replya",
    2,
    /unknown command 'replya'\n\(Did you mean replay\?\)\n\(.* --help lists the commands\)/,
  ],
  ["an unknown option", "replay --prot 1", 2, /unknown option '--prot'\n\(Did you mean --port\?\)/],
  ["no program after --", "replay --", 2, /Cannot run a program: none is named after --/],
  ["a port that is none", "replay --port x", 2, /Found "x", wanted a whole number from 0 to 65535/],
  ["a port in use", `replay --port ${takenPort}`, 1, /Cannot listen on 127.0.0.1:\d+: the port is in use/],
  [
    "a host that is not there",
    "replay --port 0 --host nosuchhost.invalid",
    1,
    /^tapedeck: Cannot listen on nosuchhost\.invalid:0: .*; choose an address of this machine: 127\.0\.0\.1 for/,
  ],
  ["a folder that is not there", "replay nowhere", 1, /Cannot replay "nowhere": no such folder/],
  ["a folder without recordings", "replay packages/cli/src", 1, /it holds no recording \(\*\.har\)/],
  [
    "a recording cut in half",
    `replay ${folder}`,
    1,
    /Cannot read recording "half\.har": it is not whole: it ends in the middle/,
  ],
  ["an API that is none", "replay --api gihub", 1, /neither plain, service, github, city-counts, nor a file/],
  ["an API with a wrong value", `replay --api ${folder}/broken-api.json`, 1, /limits\/anonymous/],
  ["an API with a typo", "replay --api githb", 1, /nor a file; did you mean "github"\?/],
  [
    "a rate limit that is no preset, nor a file",
    "replay --rate-limit opanai",
    1,
    /Cannot read the rate limit "opanai": it is no preset, nor a file; did you mean "openai"\?\n {2}- presets: github,/,
  ],
  [
    "a rate limit that cannot be",
    `replay --rate-limit ${folder}/broken-scheme.json`,
    1,
    /broken-scheme\.json\/policies\/2\/algorithm\/seconds/,
  ],
  [
    "a rate limit that is empty",
    `replay --rate-limit ${folder}/empty-scheme.json`,
    1,
    /empty-scheme\.json": it is empty; name a preset, or write a scheme into it/,
  ],
  [
    "a rate limit behind a byte order mark",
    `replay --rate-limit ${folder}/marked-scheme.json`,
    1,
    /marked-scheme\.json\/policies\/2\/algorithm\/seconds/,
  ],
  [
    "a rate limit without a window",
    "replay --rate-limit openai --window 5",
    1,
    /windowSeconds: the limit "requests" is a token-bucket, without a window/,
  ],
  [
    "a limit that is nobody's",
    "replay --limit anonymus=5",
    1,
    /Cannot set the limit of "anonymus": no policy, account or alias has this name; did you mean "anonymous"\?\n {2}- known: anonymous, token\n {2}- policies: core/m,
  ],
  [
    "a limit of a policy that there is not",
    "replay --rate-limit github --limit serch/token=5",
    1,
    /the policy "serch": there is none of this name; did you mean "search"\?\n {2}- policies: core, search, /,
  ],
  [
    "a limit of a policy that is nobody's",
    "replay --rate-limit github --limit search/tokn=5",
    1,
    /Cannot set the limit of "tokn": no account or alias has this name/,
  ],
  [
    "a limit of a policy that does not tell accounts apart",
    "replay --rate-limit jira --limit quota/token=5",
    1,
    /policies\/0\/limits: accounts have limits of their own only where "partition" has/,
  ],
  [
    "a limit of an alias",
    "replay --token narrow@ada=HOME_LONG --limit narrow=5",
    1,
    /"narrow": it spends that of its account; give --limit ada=NUMBER/,
  ],
  [
    "an API with a limit of an alias",
    `replay --token narrow@ada=HOME_LONG --api ${folder}/alias.json`,
    1,
    /"narrow": it spends that of its account; give --limit ada=NUMBER/,
  ],
  ["misses of an unknown kind", "replay --misses recrod", 2, /Allowed choices are explain, not-found, record/],
  ["nobody to record from", "replay --misses record", 2, /--misses record needs a live API: give --from/],
  ["nobody to pass to", "replay --pass /x", 2, /--pass needs a live API: give --from URL/],
  ["somebody who is asked nothing", `replay ${from}`, 2, /--from is not used: give --misses record, or/],
  ["a credential for nobody", "replay --token-env T", 2, /--token-env is the credential for --from/],
  ["an origin for nothing", "replay --origin https://x", 2, /--origin is written into recordings/],
  ["an origin of a folder", "replay --of https://x", 2, /--of chooses an origin of another tool's file/],
  ["a world that is recorded", `replay --world 1 --misses record ${from}`, 2, /--world replaces all/],
  ["a world and a folder", "replay recordings --world 1", 2, /--world replaces all recordings/],
  [
    "an end that is recorded",
    `replay --misses record ${from} --after-last end`,
    2,
    /would record each request anew: give --after-last stay or cycle/,
  ],
  ["a matcher that is none", "replay --match path,qery", 2, /Found "qery", wanted some of .*; did you mean "query"\?/],
  ["a pattern that is none", "replay --pass x", 2, /Found "x", wanted a path such as \/search\/\*\*/],
  [
    "a base that is none",
    "replay --pass /x --from https://x/?a",
    2,
    /Cannot use the URL "https:\/\/x\/": it has a query or a fragment; leave that out \(--from\)/,
  ],
  ["an upper folder that is not there", "replay nowhere recordings", 1, /Cannot replay "nowhere": no such/],
  ["a clock that is none", "replay --clock noon", 2, /Found "noon", wanted recorded, real, a time such as/],
  ["a limit without a name", "replay --limit 60", 2, /Found "60", wanted NAME=VALUE/],
  [
    "a variable that is not set",
    "replay --token full=NOT_SET",
    1,
    /variable NOT_SET is not set; put the credential into it/,
  ],
  ["two credentials of one alias", "replay --token full=A_A --token full@ada=B_B", 2, /have the same alias/],
  ["a credential that is too short", "replay --token full=HOME_SHORT", 1, /holds 5 characters/],
  ["a vendor that is no word", ["replay", "--vendor", "bad word"], 2, /wanted small letters, digits and hyphens/],
  ["no upstream", "record", 2, /required option '--from <url>' not specified/],
  ["an upstream that is no URL", "record --from api", 2, /Found "api", wanted a URL/],
  ["an upstream without its scheme", "record --from localhost:4100", 2, /did you mean http:..localhost:4100\?/],
  ["no way to record", `record ${from}`, 2, /give one of --plan FILE, --proxy PORT, --again REQUEST, or -- COMMAND/],
  [
    "a plan that is a folder",
    `record ${from} --plan recordings`,
    1,
    /the plan "recordings": it is a folder; name a file, as JSON or YAML/,
  ],
  [
    "a request that a plan does not have",
    `record ${from} --plan ${folder}/marked.json --only 2 --out ${folder}/out`,
    1,
    /Cannot record request 2 of the plan: it has 1; choose among 1 to 1 \(--only\)/,
  ],
  [
    "a header that HTTP does not allow",
    `record ${from} --plan ${folder}/header.json --out ${folder}/out`,
    1,
    /Cannot record GET \S+: it has a header with a name that HTTP does not allow \(\w+\)\n {2}- mend the header, in the plan or client/,
  ],
  [
    "a folder without a name",
    [...`record ${from} --plan ${folder}/marked.json --out`.split(" "), ""],
    2,
    /Cannot understand the call: the value of --out is empty; write it down, or leave it out/,
  ],
  [
    "an option in the place of a folder",
    `record ${from} --out --plan ${folder}/marked.json`,
    2,
    /Cannot understand the call: --out has no value: --plan stands in its place/,
  ],
  [
    "a URL in the place of a folder",
    `record --out http://127.0.0.1:1 --plan ${folder}/marked.json`,
    2,
    /'--out <dir>'.* Found "http:\/\/127\.0\.0\.1:1", wanted a path on this machine, not a URL/,
  ],
  [
    "an origin with a path",
    `record ${from} --origin https://x/v3 --plan ${folder}/marked.json`,
    2,
    /Found "https:\/\/x\/v3", wanted an origin, which has no path; did you mean https:\/\/x\?/,
  ],
  [
    "a file's content in the place of its name",
    ["replay", "--api", JSON.stringify({ name: "x".repeat(5000) })],
    1,
    /^.{0,300}$/m,
  ],
  [
    "a command in one word",
    [...`record ${from} --out ${folder}/out --`.split(" "), "curl x"],
    1,
    /Cannot run curl x: no such program; give its arguments one by one \(-- curl URL\), or to a shell/,
  ],
  ["a plan that is not there", `record ${from} --plan no.json`, 1, /the plan "no\.json": no such file/],
  ["a plan with a typo", `record ${from} --plan ${folder}/typo.json`, 1, /did you mean "path"/],
  ["half a plan", `record ${from} --plan ${folder}/half.json`, 1, /half\.json/],
  [
    "an alias without a credential",
    `record ${from} --out ${folder}/a --plan ${folder}/plan.json`,
    1,
    /asks as "nobody", and no credential has this alias\n {2}- known: anonymous; a further one: --token nobody=ENV_NAME/,
  ],
  [
    "an upstream that refuses",
    `record ${from} --out ${folder}/b --plan recordings/cyclists.plan.json`,
    1,
    /connection refused/,
  ],
  [
    "a command that is not there",
    `record ${from} --out ${folder}/c -- no-such-program`,
    1,
    /Cannot run no-such-program: no such program; is it installed, in PATH, and executable\?/,
  ],
  [
    "a command that is not there, with -- as its last argument",
    `record ${from} --out ${folder}/d -- no-such-program --`,
    1,
    /Cannot run no-such-program: no such program; is it installed, in PATH, and executable\?/,
  ],
  ["no recording to verify", "verify schemas", 1, /it holds no recording \(\*\.har\)/],
  ["nothing to verify", "verify nowhere", 1, /Cannot verify "nowhere": no such folder; name the folder/],
  ["a file to verify", "verify README.md", 1, /Cannot verify "README.md": it is not a folder/],
  ["nothing to export", "export nowhere --format har", 1, /"nowhere": no such folder; name the folder/],
  [
    "a file that cannot be written",
    `export --format har --to ${folder}/plan.json/all.har`,
    1,
    /Cannot write ".*all\.har": (?:not a directory|file already exists); name another file by --to/,
  ],
  ["a report beside an export", "export --format har --json", 2, /name a file with --to/],
  [
    "an error among many options",
    "replay --prot 1",
    2,
    /^.*\n.*\n\(npx @tapedeck\/cli replay --help lists its options\)\n$/,
  ],
])("%s: the message says what was found and what to do, and shows no stack", async (_what, words, code, message) => {
  const ended = await tapedeck(typeof words === "string" ? words.split(" ") : words, {
    HOME_SHORT: "12345",
    HOME_LONG: "1234567890",
  });
  expect(ended.stderr).toMatch(message);
  expect(ended.stderr).not.toMatch(/\n\s+at .*:\d+:\d+/);
  expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code, stdout: "" });
});

test("--help and --version end well", async () => {
  expect((await tapedeck(["--help"])).code).toBe(0);
  expect((await tapedeck(["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});
