import { execFile, spawn } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { type RequestOptions, request } from "node:https";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type Runtime, runtimes } from "../../../.ci/runtimes.ts";
import { sharedFolder } from "../../../.ci/test-resources.ts";
import { createCertificate } from "../src/certificate.ts";
import { control, listen } from "../src/index.ts";
import type { Tls } from "../src/server/tls.ts";
import { moved, playerOf, tape } from "./tape.ts";

interface Heard {
  readonly status: number | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** Asks as a client does that trusts this certificate and no other. */
async function ask(url: string, ca: string, options: RequestOptions = {}): Promise<Heard> {
  const asked = request(url, { ca, agent: false, ...options }).end();
  const [message] = (await once(asked, "response")) as [IncomingMessage];
  return { status: message.statusCode, headers: message.headers, body: await text(message) };
}

describe.each<[Runtime, string]>([
  ["node", "node:http"],
  ["deno", "node:http"],
  ["deno", "native"],
  ["bun", "node:http"],
  ["bun", "native"],
])("a server over TLS on %s, %s", (runtime, kind) => {
  let server: { readonly url: string; readonly port: number; readonly ca: string };
  const folder = sharedFolder();
  let stop: () => Promise<unknown>;
  beforeAll(async () => {
    const [program, ...words] = runtimes[runtime];
    const script = fileURLToPath(new URL("tls-server.ts", import.meta.url));
    const child = spawn(program, [...words, script, kind], { stdio: ["pipe", "pipe", "inherit"] });
    const closed = once(child, "close");
    stop = () => {
      child.stdin.end();
      return closed;
    };
    const [line] = await once(child.stdout, "data");
    server = JSON.parse(String(line));
    await writeFile(join(folder, "ca.pem"), server.ca);
  });
  afterAll(async () => {
    await stop?.();
  });

  test("answers as one without TLS does, and its links say https", async () => {
    const player = playerOf({ tapes: [tape, moved] });
    const plain = await listen(player);
    onTestFinished(() => plain.close());
    expect(server.url).toBe(`https://127.0.0.1:${server.port}`);
    await ask(`${server.url}/_tapedeck/reset`, server.ca, { method: "POST" });
    for (const target of ["/users/ada", "/users/lovelace", "/users/ada/repos?page=1", "/users/adda"]) {
      const heard = await ask(server.url + target, server.ca);
      const response = await fetch(plain.url + target, { redirect: "manual" });
      const secured = (said: string): string => said.replaceAll(plain.url, server.url);
      expect(secured(await response.text())).toBe(heard.body);
      for (const [name, value] of response.headers) {
        if (/^(?:connection|keep-alive|content-length)$/.test(name)) continue;
        expect(heard.headers[name], `${name} of ${target}`).toBe(secured(value));
      }
      expect(heard.status).toBe(response.status);
    }
    expect(JSON.parse((await ask(`${server.url}/users/ada`, server.ca)).body).url).toBe(`${server.url}/users/ada`);
    const far = await ask(`${server.url}/users/lovelace`, server.ca);
    expect([far.status, far.headers.location]).toEqual([301, `${server.url}/users/ada`]);
    const page = await ask(`${server.url}/users/ada/repos?page=1`, server.ca);
    expect(page.headers["link"]).toBe(`<${server.url}/users/ada/repos?page=2>; rel="next"`);
  });

  test("is trusted by its names alone, and only with its certificate", async () => {
    const url = `https://localhost:${server.port}`;
    const { status, body } = await ask(`${url}/users/ada`, server.ca, { family: 4 });
    expect([status, JSON.parse(body).url]).toEqual([200, `${url}/users/ada`]);
    const servername = "api.service.example";
    await expect(ask(`${server.url}/users/ada`, server.ca, { servername })).rejects.toMatchObject({
      code: "ERR_TLS_CERT_ALTNAME_INVALID",
    });
    const another = await createCertificate();
    await expect(ask(`${server.url}/users/ada`, another.cert)).rejects.toThrow(/certificate/);
  });

  test("has the control API", async () => {
    const own = await ask(`${server.url}/_tapedeck/health`, server.ca, { headers: { origin: server.url } });
    const page = await ask(`${server.url}/_tapedeck/health`, server.ca, {
      headers: { origin: server.url.replace("s:", ":") },
    });
    expect([own.status, page.status]).toEqual([200, 403]);
  });

  test.each<[client: string, program: string, ...words: string[]]>([
    ["curl", "curl", "-s", "--cacert", "FILE", "URL"],
    ["curl, HTTP/1.1", "curl", "-s", "--http1.1", "--cacert", "FILE", "URL"],
    ["fetch of Node", "node", "--eval", "fetch('URL').then((answer) => answer.text()).then(console.log)"],
    ["fetch of Deno", "deno", "eval", "fetch('URL').then((answer) => answer.text()).then(console.log)"],
    ["fetch of Bun", "bun", "--eval", "fetch('URL').then((answer) => answer.text()).then(console.log)"],
  ])("is asked by %s, which is given the certificate", async (_client, program, ...words) => {
    const file = join(folder, "ca.pem");
    const url = `https://localhost:${server.port}/users/grace`;
    const { stdout } = await promisify(execFile)(
      program === "curl" ? program : runtimes[program as Runtime][0],
      words.map((word) => word.replace("FILE", file).replace("URL", url)),
      { env: { ...process.env, NODE_EXTRA_CA_CERTS: file, DENO_CERT: file } },
    );
    expect(JSON.parse(stdout)).toEqual({ login: "grace", url });
  });
});

test("clients-8: a certificate is for this machine's names, for no other, and vouches for no other", async () => {
  const certificate = new X509Certificate((await createCertificate()).cert);
  expect(["127.0.0.1", "::1", "127.0.0.2"].map((address) => certificate.checkIP(address))).toEqual([
    "127.0.0.1",
    "::1",
    undefined,
  ]);
  expect(["localhost", "api.service.example"].map((name) => certificate.checkHost(name))).toEqual([
    "localhost",
    undefined,
  ]);
  expect(certificate.ca).toBe(false);
  const [one, two] = [await createCertificate(["db.test", "10.0.0.1"]), await createCertificate()];
  expect(new X509Certificate(one.cert).subjectAltName).toBe("DNS:db.test, IP Address:10.0.0.1");
  expect(one.key).not.toBe(two.key);
});

test.each<[what: string, spoil: (pair: Tls, other: Tls) => Tls, said: string]>([
  ["a key of another pair", ({ cert }, { key }) => ({ key, cert }), "the TLS key is not that of the certificate"],
  ["no certificate", ({ key }) => ({ key, cert: "" }), "the TLS certificate cannot be read"],
  ["the two exchanged", ({ key, cert }) => ({ key: cert, cert: key }), "the TLS certificate cannot be read"],
  ["no key", ({ cert }) => ({ key: "none", cert }), "the TLS key cannot be read"],
])("listen() refuses %s", async (_what, spoil, said) => {
  const [pair, other] = [await createCertificate(), await createCertificate()];
  const error = await listen(playerOf(), { host: "localhost", tls: spoil(pair, other) }).catch(
    (thrown: unknown) => thrown,
  );
  const { name, message } = error as Error;
  expect([name, message]).toEqual(["ListenError", expect.stringContaining(`Cannot listen on localhost:0: ${said}`)]);
  expect(message).not.toContain(pair.key.split("\n")[1]);
});

test.each([
  ["TLS to a server that has none", "https", "what came is TLS, and this server has none: ask it by http:, not https:"],
  ["HTTP to a server over TLS", "http", "what came is no TLS: ask this server by https:, not http:"],
])("a client that speaks %s is told of", async (_what, scheme, reason) => {
  const failures: unknown[] = [];
  const tls = scheme === "http" ? await createCertificate() : null;
  const server = await listen(playerOf(), { ...(tls && { tls }), onFailure: (failure) => failures.push(failure) });
  onTestFinished(() => server.close());
  await expect(fetch(`${scheme}://127.0.0.1:${server.port}/users/ada`)).rejects.toThrow();
  expect(failures).toEqual([{ status: 400, reason }]);
});

test("close() ends connections over TLS that are kept alive", async () => {
  const tls = await createCertificate();
  const player = playerOf();
  const server = await listen(player, { tls, control: control(player) });
  const asked = request(`${server.url}/users/ada`, { ca: tls.cert, headers: { connection: "keep-alive" } }).end();
  const [message] = (await once(asked, "response")) as [IncomingMessage];
  const { socket } = message;
  await text(message);
  const ended = once(socket, "close");
  await server.close();
  await ended;
});
