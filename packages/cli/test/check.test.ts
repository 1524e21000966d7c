import { spawn } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { type Origin, type OriginOptions, startOrigin } from "@tapedeck/conformance/reference-server";
import { generate } from "selfsigned";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { serveUpstream, tempFolder } from "../../../.ci/test-resources.ts";
import { root, runtimes, tapedeck as tapedeckProcess } from "./command.ts";
import { startTapedeck, tapedeck } from "./in-process.ts";

const token = "ada-full-token-0123456789";

let folder: string;
beforeEach(async () => {
  folder = await tempFolder();
});

async function standIn(options: OriginOptions = {}): Promise<Origin> {
  const origin = await startOrigin({ tokens: { [token]: { account: "ada", scopes: ["repo"] } }, ...options });
  onTestFinished(() => origin.close());
  return origin;
}

test("check finds a replay of the committed recordings well", async () => {
  const replay = await startTapedeck(["replay", "--port", "0", "--quiet", "--token", "token=T"], { T: token });
  const { code, stdout, stderr } = await tapedeck(["check", replay.url, "--api", "service", "--token-env", "T"], {
    T: token,
  });
  await replay.stop();
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/^held {12}remaining \+ used = limit$/m);
  expect(stdout).toMatch(
    /^tapedeck: http:\S+ \(api service\), 3\d of 40 requests; laws: 38 held, 0 broken, 7 not observable$/m,
  );
});

test("check ends with 1 on a broken law, shows it in lines for a shell, and hides the credential", async () => {
  const origin = await standIn({ fault: "basic-unknown" });
  const { code, stdout, stderr } = await tapedeck(["check", origin.url, "--api", "service", "--token-env", "T"], {
    T: token,
  });
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(stdout.split("\n").slice(-6).join("\n").replaceAll(origin.url, "URL")).toMatchInlineSnapshot(`
    "  the same token is no credential as basic
      by description, credentials
        curl -si -H "authorization: token $T" 'URL/user'  # 200, used 1 of 5000
        curl -si -u "x-access-token:$T" 'URL/user'  # 401, used 18 of 60
    tapedeck: URL (api service), 32 of 40 requests; laws: 38 held, 1 broken, 6 not observable
    "
  `);
  expect(stdout).not.toContain(token);
});

test("check --json is for machines", async () => {
  const origin = await standIn({ fault: "head-free" });
  const words = ["check", origin.url, "--api", "service", "--account", "ada", "--budget", "12", "--json"];
  const { code, stdout } = await tapedeck(words);
  const report = JSON.parse(stdout);
  expect({ code, sent: report.sent, broken: report.counts.broken }).toEqual({ code: 1, sent: 12, broken: 1 });
  expect(report.findings.find(({ verdict }: { verdict: string }) => verdict === "broken")).toMatchObject({
    law: "HEAD costs what GET costs",
    counterexample: [{ status: 200 }, { curl: `curl -sI '${origin.url}/users/ada'`, status: 200 }],
  });
  expect(origin.asked()).toBe(12);
});

test("check finds the same on Node, on Deno with the right to ask this machine alone, and on Bun", async () => {
  const found: Record<string, unknown> = {};
  for (const [name, [program = "", ...words]] of Object.entries(runtimes)) {
    const { url } = await standIn({ fault: "304-first-tag", vendor: "github", now: () => 1_767_225_600 });
    const child = spawn(program, [...words, "check", url, "--api", "github", "--token-env", "T", "--json"], {
      cwd: root,
      env: { ...process.env, T: token },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const { findings, sent } = JSON.parse((await text(child.stdout)).replaceAll(url, "http://127.0.0.1"));
    // The tag is that of a document with the port in its links.
    found[name] = JSON.parse(JSON.stringify({ findings, sent }).replace(/[0-9a-f]{64}/g, "tag"));
  }
  expect(found["deno"]).toEqual(found["node"]);
  expect(found["bun"]).toEqual(found["node"]);
  expect(JSON.stringify(found["node"])).toContain('"verdict":"broken"');
});

test("check --junit writes the report for a CI system, too", async () => {
  const file = join(folder, "check.xml");
  const origin = await standIn({ fault: "zen-two-lines" });
  const { code, stdout } = await tapedeck(["check", origin.url, "--api", "service", "--junit", file]);
  expect(code).toBe(1);
  expect(stdout).toContain("broken          every document fits its schema");
  const xml = await readFile(file, "utf8");
  expect(xml).toMatch(
    /<testcase classname="tapedeck.check" name="every document fits its schema">\n\s+<failure type="broken"/,
  );
});

test("check speaks TLS, and says what is wrong with a certificate", async () => {
  const origin = await standIn();
  const altNames = [{ type: 2 as const, value: "localhost" }];
  const { cert, private: key } = await generate([{ name: "commonName", value: "localhost" }], {
    extensions: [{ name: "subjectAltName", altNames }],
  });
  // What stands before a service and speaks TLS for it, as a proxy does.
  const server = createSecureServer({ cert, key }, async (incoming, outgoing) => {
    const { host: _, ...headers } = incoming.headers;
    const answer = await fetch(origin.url + incoming.url, {
      method: incoming.method ?? "GET",
      headers: Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string]),
    });
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
    outgoing.end(new Uint8Array(await answer.arrayBuffer()));
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `https://localhost:${(server.address() as AddressInfo).port}`;
  const refused = await tapedeck(["check", url, "--api", "service"]);
  expect(refused.stderr).toMatch(
    /Cannot check OPTIONS https:\S+\/zen: no secure connection \(DEPTH_ZERO_SELF_SIGNED_CERT\)\n.*NODE_EXTRA_CA_CERTS/,
  );
  expect(refused.code).toBe(1);
  const trusted = join(folder, "ca.pem");
  await writeFile(trusted, cert);
  const words = ["check", url, "--api", "service", "--account", "ada", "--public-url", origin.url];
  // Node reads it when it starts.
  const checked = await tapedeckProcess(words, { NODE_EXTRA_CA_CERTS: trusted });
  expect(checked.stdout).toMatch(/, 0 broken, /);
  expect(checked.code).toBe(0);
});

test("check says of a place where something else answers that it does", async () => {
  const url = await serveUpstream((_, outgoing) =>
    outgoing.writeHead(404, { "content-type": "text/html" }).end("<h1>No</h1>"),
  );
  const { code, stdout, stderr } = await tapedeck(["check", "--api", "service", url]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(
    /^tapedeck: Cannot check http:\S+: the API "service" does not answer there: GET \/zen was answered 404/,
  );
});

test.each<[string, string[], number, RegExp]>([
  ["no URL", [], 2, /missing required argument 'url'/],
  ["a URL that is none", ["nowhere"], 2, /Found "nowhere", wanted a URL/],
  ["a URL with a credential", ["http://ada:hunter22@127.0.0.1:1"], 2, /it holds a credential; .* --token-env/],
  ["a URL with a query", ["http://127.0.0.1:1/?a=b"], 2, /it has a query or a fragment/],
  ["no budget", ["http://127.0.0.1:1", "--budget", "0"], 2, /Found "0", wanted a whole number from 1/],
  ["a variable that is not set", ["http://127.0.0.1:1", "--token-env", "NOT_SET"], 1, /variable NOT_SET is not set/],
  [
    "a credential in place of a variable",
    ["http://127.0.0.1:1", "--token-env", "a-b"],
    2,
    /the name of an environment variable/,
  ],
  [
    "an API that nobody knows",
    ["http://127.0.0.1:1", "--api", "mine"],
    1,
    /Cannot use the API description "mine": it is neither plain, service/,
  ],
  ["half a repository", ["http://127.0.0.1:1", "--repository", "engine"], 2, /wanted OWNER\/NAME/],
  ["nobody there", ["http://127.0.0.1:1"], 1, /Cannot check GET http:\/\/127.0.0.1:1\/: connection refused\n/],
])("check with %s says what was found and what to do", async (_what, words, code, message) => {
  const ended = await tapedeck(["check", ...words]);
  expect(ended.stderr).toMatch(message);
  expect(ended.stderr).not.toMatch(/\n\s+at .*:\d+:\d+/);
  expect(ended.stderr).not.toContain("hunter22");
  expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code, stdout: "" });
});
