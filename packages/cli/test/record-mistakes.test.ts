import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createHttp2Server } from "node:http2";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { listRecordings } from "@tapedeck/tape/files";
import { generate } from "selfsigned";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { sharedFolder } from "../../../.ci/test-resources.ts";
import { type Ended, tapedeck as tapedeckProcess } from "./command.ts";
import { tapedeck } from "./in-process.ts";

const token = "ada-full-token-0123456789";

const folder = sharedFolder();
let from: string;
const servers: Server[] = [];

async function listening(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return (server.address() as AddressInfo).port;
}

const answers: Readonly<Record<string, RequestListener>> = {
  "/silent": () => {},
  "/half-silent": (_request, response) => response.write("the beginning"),
  "/reset": (request) => request.socket.destroy(),
  "/cut": (request, response) => response.write("the beginning", () => request.socket.destroy()),
  "/short": (request, response) => {
    response.writeHead(200, { "content-length": 100 }).write("the beginning", () => request.socket.end());
  },
  "/two-lengths": (request) =>
    request.socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\nabc"),
  "/no-length": (request) => request.socket.end("HTTP/1.1 200 OK\r\ncontent-length: many\r\n\r\nabc"),
  "/bad-chunk": (request) => request.socket.end("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nxyz\r\nabc"),
  "/bad-gzip": (_request, response) => response.writeHead(200, { "content-encoding": "gzip" }).end("plain"),
  "/not-http": (request) => request.socket.end("SSH-2.0-OpenSSH\r\n\r\n"),
};

/** Serves over TLS with a certificate for a name; resolves to its base URL, and a file with that certificate. */
async function secure(name: string, notAfterDate?: Date): Promise<{ url: string; authority: string }> {
  const { cert, private: key } = await generate([{ name: "commonName", value: name }], {
    extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: name }] }],
    ...(notAfterDate && { notBeforeDate: new Date(notAfterDate.getTime() - 86_400_000), notAfterDate }),
  });
  const port = await listening(createSecureServer({ cert, key }, (_request, response) => response.end("ok")));
  const authority = join(folder, `${port}.pem`);
  await writeFile(authority, cert);
  return { url: `https://localhost:${port}`, authority };
}

beforeAll(async () => {
  const port = await listening(createServer((request, response) => answers[request.url ?? ""]?.(request, response)));
  from = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

let nth = 0;

/** Records one path, and makes sure that nothing is told or kept that must not be. */
async function recordOne(base: string, path: string, environment: Record<string, string> = {}): Promise<Ended> {
  nth += 1;
  const plan = join(folder, `plan-${nth}.json`);
  const out = join(folder, `out-${nth}`);
  await writeFile(plan, JSON.stringify({ requests: [{ path }] }));
  const words = ["record", "--from", base, "--out", out, "--plan", plan, "--token-env", "T"];
  // Node reads NODE_EXTRA_CA_CERTS when it starts.
  const run = "NODE_EXTRA_CA_CERTS" in environment ? tapedeckProcess : tapedeck;
  const ended = await run([...words, "--retries", "0", "--timeout", "1"], { ...environment, T: token });
  expect(ended.stderr + ended.stdout).not.toMatch(new RegExp(`${token}|\\n\\s+at .*:\\d+:\\d+`));
  expect(await listRecordings(out)).toEqual([]);
  return ended;
}

test.each([
  ["/silent", /no whole answer within 1 s\n {2}- try again, or allow more time/],
  ["/half-silent", /no whole answer within 1 s\n {2}- try again, or allow more time/],
  ["/reset", /connection closed before the whole answer was there\n {2}- try again/],
  ["/cut", /connection closed before the whole answer was there\n {2}- try again/],
  ["/short", /connection closed before the whole answer was there\n {2}- try again/],
  ["/two-lengths", /what came is not HTTP \(HPE_.*\)\n {2}- check that the port/],
  ["/no-length", /what came is not HTTP \(HPE_INVALID_CONTENT_LENGTH\)\n {2}- check that the port/],
  ["/bad-chunk", /connection closed before the whole answer was there\n {2}- try again/],
  ["/bad-gzip", /its body is not what content-encoding says \(Z_DATA_ERROR\)\n {2}- tell the service's owner/],
  ["/not-http", /what came is not HTTP \(HPE_.*\)\n {2}- check that the port/],
])("record of %s says what was found, where, and what to do", async (path, message) => {
  const { code, stdout, stderr } = await recordOne(from, path);
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain(`failed    GET ${path} as token: Cannot record GET ${from}${path}: `);
  expect(stderr).toMatch(message);
  expect(stderr).toMatch(/to ask again for what is missing:\n {2}npx @tapedeck\/cli record .* --timeout 1 --only 1\n$/);
});

test.each<[string, () => Promise<{ url: string; authority?: string }>, RegExp]>([
  [
    "that is not there",
    async () => ({ url: "http://127.0.0.1:1" }),
    /connection refused\n {2}- is the service running/,
  ],
  [
    "that speaks no TLS",
    async () => ({ url: from.replace("http:", "https:") }),
    /no secure connection \(\w*(?:EPROTO|SSL)\w*\)\n {2}- check that the port speaks TLS; if it does not, ask by http:/,
  ],
  [
    "that speaks HTTP/2 alone",
    async () => {
      const server = createHttp2Server().listen(0, "127.0.0.1");
      await once(server, "listening");
      onTestFinished(() => void server.close());
      return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
    },
    /it speaks HTTP\/2 alone, .* \(EHTTP2\)\n {2}- have the service take HTTP\/1\.1 as well/,
  ],
  [
    "that nobody vouches for",
    async () => ({ url: (await secure("localhost")).url }),
    /no secure connection \(\w*SELF_SIGNED_CERT\w*\)\n {2}- no authority vouches for the certificate; .* NODE_EXTRA_CA_CERTS/,
  ],
  [
    "with another host's certificate",
    () => secure("other.example"),
    /no secure connection \(ERR_TLS_CERT_ALTNAME_INVALID\)\n {2}- the certificate is another host's/,
  ],
  [
    "with a certificate that has expired",
    () => secure("localhost", new Date("2020-01-02T00:00:00Z")),
    /no secure connection \(CERT_HAS_EXPIRED\)\n {2}- the certificate is not valid today; check this machine's clock/,
  ],
])("record of a service %s says so, and what to do", async (_what, service, message) => {
  const { url, authority } = await service();
  const { code, stderr } = await recordOne(
    url,
    "/a",
    authority === undefined ? {} : { NODE_EXTRA_CA_CERTS: authority },
  );
  expect(code).toBe(1);
  expect(stderr).toContain(`Cannot record GET ${url}/a: `);
  expect(stderr).toMatch(message);
});

const secret = "s3cr3t-of-ada";

test.each<[string, (file: (name: string, text: string) => Promise<string>) => Promise<string[]>, number, RegExp]>([
  [
    "in the base URL's user",
    async () => ["record", "--from", `http://ada:${secret}@a.example`, "--proxy", "0"],
    2,
    /Cannot use the URL "http:\/\/a\.example": it holds a credential; take it out of the URL, and name/,
  ],
  [
    "in the base URL's query",
    async () => ["record", "--from", `http://a.example/v3?key=${secret}`, "--proxy", "0"],
    2,
    /Cannot use the URL "http:\/\/a\.example\/v3": it has a query or a fragment; leave that out/,
  ],
  [
    "in what is no base URL",
    async () => ["record", "--from", `ada:${secret}@a.example`, "--proxy", "0"],
    2,
    /Cannot use the URL ".*a\.example": wanted a URL such as/,
  ],
  [
    "in the base URL for drift",
    async () => ["drift", "recordings", "--from", `http://ada:${secret}@a.example`],
    2,
    /"http:\/\/a\.example": it holds a credential/,
  ],
  [
    "in a broken JSON plan",
    async (file) => ["record", "--from", from, "--plan", await file("s.json", `{\n  "requests": ${secret}`)],
    1,
    /Cannot read plan ".*s\.json" at line 2: it is not JSON from column \d+ on/,
  ],
  [
    "in a broken YAML plan",
    async (file) => [
      "record",
      "--from",
      from,
      "--plan",
      await file("s.yaml", `requests:\n- path: /a\n  note: "${secret}`),
    ],
    1,
    /Cannot read plan ".*s\.yaml" at line 3: it is not YAML from column \d+ on/,
  ],
  [
    "in a plan's alias",
    async (file) => ["record", "--from", from, "--plan", await file("a.yaml", `requests: *${secret}`)],
    1,
    /Cannot read plan ".*a\.yaml": an alias \(\*name\) in it has no anchor/,
  ],
  [
    "in a broken description of an API",
    async (file) => ["replay", "--api", await file("p.json", `{"name": ${secret}}`)],
    1,
    /Cannot use the API description ".*p\.json": it is not JSON from line 1, column 10 on/,
  ],
  [
    "in place of a variable's name",
    async () => ["record", "--from", from, "--proxy", "0", "--token", `full=ghp_${"a".repeat(36)}`],
    1,
    /Cannot use the credential "full": the environment variable \(not shown, for it looks like the credential itself\) is not set/,
  ],
])("a secret %s is not told", async (_where, words, code, message) => {
  const file = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  const ended = await tapedeck(await words(file));
  expect(ended.stderr).toMatch(message);
  expect(ended.stderr).not.toMatch(new RegExp(`${secret}|ghp_a|\\n\\s+at .*:\\d+:\\d+`));
  expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code, stdout: "" });
});

test("a credential with its scheme is refused, and the place for the scheme is named", async () => {
  const words = ["record", "--from", from, "--proxy", "0", "--token-env", "T"];
  const { code, stderr } = await tapedeck(words, { T: `Token ${token}` });
  expect(stderr).toMatch(/T holds white space within the credential; leave out a scheme .*"scheme": "token"/);
  expect(stderr).not.toContain(token);
  expect(code).toBe(1);
});
