// The limits of a real nginx, and a replay's that are described alike: the same requests are refused by both.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type IncomingMessage, type RequestOptions, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { compileApi } from "@tapedeck/api";
import type { Algorithm } from "@tapedeck/rate-limit";
import { createRecorder } from "@tapedeck/record";
import { createPlayer, stoppedClock } from "@tapedeck/replay";
import { listen } from "@tapedeck/serve";
import { anonymous, pinnedMoment } from "@tapedeck/tape";
import { readTapes } from "@tapedeck/tape/files";
import { expect, onTestFinished, test } from "vitest";
import { serveUpstream, tempFolder } from "../../../../.ci/test-resources.ts";
import { bodyFrom } from "../../src/fixtures/recorded.ts";

const hasNginx = spawnSync("nginx", ["-v"]).status === 0;
const leftOut = hasNginx ? "" : " (left out: Debian's package nginx is not installed)";

/** Starts nginx in a folder of its own, on a socket without a port, until the test ends. */
async function startNginx(location: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "tapedeck-nginx-"));
  await writeFile(join(folder, "large"), "x".repeat(200_000));
  // Its workers are nobody, whatever files are made for.
  await chmod(folder, 0o755);
  await chmod(join(folder, "large"), 0o644);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder};`);
  const configuration = `daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr notice; events {}
    http { access_log off; ${temporary.join(" ")}
      limit_req_zone $server_name zone=rate:1m rate=1r/m; limit_conn_zone $server_name zone=held:1m;
      server { listen unix:${folder}/socket; server_name one; root ${folder}; limit_conn_status 429; ${location} } }`;
  await writeFile(join(folder, "nginx.conf"), configuration);
  const parameters = ["-p", folder, "-c", join(folder, "nginx.conf")];
  const child = spawn("nginx", parameters, { stdio: ["ignore", "ignore", "pipe"], timeout: 30_000 });
  onTestFinished(async () => {
    const closed = once(child, "close");
    child.kill("SIGQUIT");
    child.kill("SIGTERM");
    await closed;
    await rm(folder, { recursive: true });
  });
  for await (const line of createInterface({ input: child.stderr })) if (/start worker process/.test(line)) break;
  child.stderr.resume();
  return join(folder, "socket");
}

/** A replay of one answer, limited by an algorithm. */
async function startReplay(algorithm: Algorithm, chunks?: Array<[bytes: number, milliseconds: number]>) {
  const rateLimits = { name: "nginx", policies: [{ name: "all", algorithm }], tell: [], refusal: { status: 429 } };
  const exchange = {
    request: { method: "GET", target: "/large", principal: anonymous, headers: [], body: null },
    response: { status: 200, headers: [], body: bodyFrom({ large: "x".repeat(20) }), ...(chunks && { chunks }) },
  };
  const tape = { name: "nginx", origin: "http://localhost", recordedAt: pinnedMoment, exchanges: [exchange] };
  const api = compileApi({ name: "nginx", rateLimits });
  const player = createPlayer({ tapes: [tape], api, clock: stoppedClock(pinnedMoment), pace: "clock" });
  const server = await listen(player);
  onTestFinished(() => server.close());
  return { port: new URL(server.url).port };
}

/** Asks, up to the head of the answer. */
async function opened(where: RequestOptions): Promise<IncomingMessage> {
  const asking = request({ ...where, path: "/large", agent: false }).end();
  const [answer] = (await once(asking, "response")) as [IncomingMessage];
  return answer.on("error", () => {});
}

async function statusOf(where: RequestOptions): Promise<number | undefined> {
  const answer = await opened(where);
  answer.destroy();
  return answer.statusCode;
}

async function statusesOf(where: RequestOptions, count: number): Promise<unknown[]> {
  const seen: unknown[] = [];
  while (seen.length < count) seen.push(await statusOf(where));
  return seen;
}

test.skipIf(!hasNginx)(`limit_req allows a burst, as a leaky bucket does${leftOut}`, async () => {
  const socketPath = await startNginx("limit_req zone=rate burst=4 nodelay; limit_req_status 429;");
  const replay = await startReplay({ kind: "leaky-bucket", capacity: 5, leakPerSecond: 1 / 60 });
  const allowed = [200, 200, 200, 200, 200, 429, 429, 429];
  expect(await statusesOf({ socketPath }, 8)).toEqual(allowed);
  expect(await statusesOf(replay, 8)).toEqual(allowed);
});

test.skipIf(!hasNginx)(`limit_conn frees a place when its client is gone, as concurrency does${leftOut}`, async () => {
  const socketPath = await startNginx("limit_conn held 1; limit_rate 1k;");
  const replay = await startReplay({ kind: "concurrency", limit: 1 }, [[32, 1000]]);
  for (const where of [{ socketPath }, replay]) {
    const first = await opened(where);
    expect([first.statusCode, await statusOf(where)]).toEqual([200, 429]);
    first.destroy();
    // When a server hears of it is its own affair.
    await expect.poll(() => statusOf(where), { interval: 10 }).toBe(200);
  }
});

test.skipIf(!hasNginx)(
  `what limit_req refuses is replayed in its place, since no answer told a limit${leftOut}`,
  async () => {
    const socketPath = await startNginx("limit_req zone=rate burst=2 nodelay; limit_req_status 429;");
    const from = await serveUpstream((asked, response) => {
      const onward = request({ socketPath, path: asked.url }, (answer) => {
        response.writeHead(answer.statusCode ?? 0, answer.headers);
        answer.pipe(response);
      });
      asked.pipe(onward);
    });
    const out = await tempFolder();
    const recorder = await createRecorder({ from, out, timeoutSeconds: 1 });
    const proxy = await listen(recorder.player);
    const seen = await statusesOf({ port: new URL(proxy.url).port }, 4);
    await proxy.close();
    await recorder.close();
    expect(seen).toEqual([200, 200, 200, 429]);
    expect(recorder.rateLimit.notes()).toHaveLength(1);
    const replay = await listen(createPlayer({ tapes: (await readTapes(out)).map(({ tape }) => tape) }));
    onTestFinished(() => replay.close());
    expect(await statusesOf({ port: new URL(replay.url).port }, 4)).toEqual(seen);
  },
);
