import { execFile } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { createCertificate } from "@tapedeck/serve/certificate";
import { beforeEach, expect, test } from "vitest";
import { tempFolder } from "../../../.ci/test-resources.ts";
import { root, startTapedeck as startProcess } from "./command.ts";
import { startTapedeck, tapedeck } from "./in-process.ts";

let folder: string;
beforeEach(async () => {
  folder = await tempFolder();
});

const replay = ["replay", "recordings", "--port", "0"];

/** Runs a line of a shell. */
async function run(line: string): Promise<string> {
  const PATH = `${root}/node_modules/.bin:${process.env["PATH"]}`;
  return (await promisify(execFile)("sh", ["-c", line], { cwd: folder, env: { ...process.env, PATH } })).stdout;
}

test("replay --tls says what to trust, and what it says works as it stands", async () => {
  const running = await startProcess([...replay, "--tls", "--json"]);
  const { url, certificate } = JSON.parse(running.line) as { url: string; certificate: string };
  expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
  const fetched = `fetch("${url}/users/ada").then((answer) => answer.json()).then(({ url }) => console.log(url))`;
  expect(await run(`NODE_EXTRA_CA_CERTS=${certificate} node --eval '${fetched}'`)).toBe(`${url}/users/ada\n`);
  expect(await readFile(certificate, "utf8")).not.toContain("PRIVATE");
  expect(await readdir(join(certificate, ".."))).toEqual(["ca.pem"]);
  expect((await running.stop()).code).toBe(0);
  await expect(stat(join(certificate, ".."))).rejects.toMatchObject({ code: "ENOENT" });
});

test("replay --tls-ca leaves the certificate where it was told, and shows commands that trust it", async () => {
  const file = join(folder, "ca.pem");
  const running = await startTapedeck([...replay, "--tls-ca", file]);
  expect(running.line).toBe(`tapedeck: replaying 39 exchanges on ${running.url}`);
  const port = new URL(running.url).port;
  const repos = await run(`curl -si --cacert ca.pem 'https://localhost:${port}/orgs/lighthouse/repos?per_page=20'`);
  expect(repos).toContain(`link: <https://localhost:${port}/orgs/lighthouse/repos?per_page=20&page=2>; rel="next"`);
  await expect(run(`curl -s https://localhost:${port}/users/ada`)).rejects.toMatchObject({ code: 60 });
  const { code, complaints } = await running.stop();
  const [trust, ...shown] = complaints.split("\n").map((line) => line.slice(10));
  expect([code, trust]).toEqual([0, `export NODE_EXTRA_CA_CERTS=${file}`]);
  expect(shown.slice(0, 3).map((line) => line.startsWith(`curl --cacert ${file} `))).toEqual([true, true, true]);
  const { subjectAltName } = new X509Certificate(await readFile(file));
  expect(subjectAltName).toMatch(/^DNS:localhost, IP Address:127.0.0.1, IP Address:(?:0:0:0:0:0:0:0|:):1$/);
});

test("replay --tls-cert and --tls-key show one's own, and write nothing", async () => {
  const { key, cert } = await createCertificate(["127.0.0.1"]);
  await Promise.all([writeFile(join(folder, "own.pem"), cert), writeFile(join(folder, "own.key"), key)]);
  const own = ["--tls-cert", join(folder, "own.pem"), "--tls-key", join(folder, "own.key")];
  const running = await startTapedeck([...replay, ...own, "--json"]);
  expect(JSON.parse(running.line)).toEqual({ event: "listening", url: running.url, exchanges: 39 });
  expect(JSON.parse(await run(`curl -s --cacert own.pem ${running.url}/users/ada`))).toMatchObject({ login: "ada" });
  await running.stop();
  expect((await readdir(folder)).sort()).toEqual(["own.key", "own.pem"]);
});

test.each<[what: string, options: string[], said: RegExp, exit?: number]>([
  ["a certificate without its key", ["--tls-cert", "own.pem"], /give --tls-cert FILE and --tls-key FILE, or --tls/, 2],
  ["a key without its certificate", ["--tls-key", "own.key"], /give --tls-cert FILE and --tls-key FILE, or --tls/, 2],
  [
    "both its own and one that is made",
    ["--tls-cert", "own.pem", "--tls-key", "own.key", "--tls-ca", "ca.pem"],
    /--tls-ca is the file for a certificate that tapedeck makes: leave it out/,
    2,
  ],
  [
    "a file that is not there",
    ["--tls-cert", "nowhere.pem", "--tls-key", "own.key"],
    /Cannot read ".*nowhere\.pem" \(--tls-cert\): no such file or directory; name a PEM file/,
  ],
  [
    "a key that is another's",
    ["--tls-cert", "own.pem", "--tls-key", "other.key"],
    /Cannot use ".*own\.pem" \(--tls-cert\) with ".*other\.key" \(--tls-key\): the TLS key is not that of the certificate/,
  ],
  [
    "a certificate that is none",
    ["--tls-cert", "own.key", "--tls-key", "own.key"],
    /Cannot use ".*own\.key" \(--tls-cert\) with ".*own\.key" \(--tls-key\): the TLS certificate cannot be read/,
  ],
  [
    "a folder that is not there",
    ["--tls-ca", "nowhere/ca.pem"],
    /Cannot write the certificate to ".*ca\.pem" \(--tls-ca\)/,
  ],
])("replay refuses %s", async (_what, options, said, exit = 1) => {
  const [{ key, cert }, other] = [await createCertificate(), await createCertificate()];
  await writeFile(join(folder, "own.pem"), cert);
  await writeFile(join(folder, "own.key"), key);
  await writeFile(join(folder, "other.key"), other.key);
  const words = options.map((word) => (word.startsWith("--") ? word : join(folder, word)));
  const { code, stdout, stderr } = await tapedeck([...replay, ...words]);
  expect({ code, stdout, stderr }).toEqual({ code: exit, stdout: "", stderr: expect.stringMatching(said) });
  expect(stderr).not.toMatch(/ {4}at |PRIVATE/);
});
