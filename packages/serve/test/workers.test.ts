import { Agent, request } from "node:http";
import type { Worker } from "node:worker_threads";
import { type Handler, type IncomingRequest, type Outcome, type Player, recordMisses } from "@tapedeck/replay";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { control, ListenError, type Listening, listen, type WorkerEnd } from "../src/index.ts";
import { openWorkers, startWorker } from "../src/workers/open-workers.ts";
import { playerOf, tape } from "./tape.ts";

// So many that each thread has some of them.
const connections = 24;
const [first, second] = tape.exchanges as [(typeof tape.exchanges)[0], (typeof tape.exchanges)[0]];
const turned = {
  ...tape,
  name: "api.service.example/turned",
  exchanges: [1, 2, 3].map((nth) => ({
    request: { ...first.request, target: "/users/turns" },
    response: { ...first.response, body: { encoding: "utf8" as const, text: JSON.stringify({ nth }) } },
  })),
};

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

function ask(port: number, path: string, headers: Record<string, string> = {}, agent?: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request({ port, path, headers, agent }, (message) => {
      let body = "";
      message.setEncoding("utf8").on("data", (text: string) => {
        body += text;
      });
      message.on("end", () => resolve({ status: message.statusCode ?? 0, headers: message.headers, body }));
    });
    asked.on("error", reject).end();
  });
}

describe.each([1, 2])("a server of %i workers", (workers) => {
  const player = playerOf({ tapes: [tape, turned] });
  let server: Listening;
  beforeAll(async () => {
    server = await listen(player, { workers, control: control(player) });
  });
  beforeEach(() => player.reset());
  afterAll(() => server.close());
  /** Each on a connection of its own, all at once. */
  const askAll = (count: number, path: string): Promise<readonly Answer[]> =>
    Promise.all(Array.from({ length: count }, () => ask(server.port, path)));

  test("allows what the limit allows, and counts in one order", async () => {
    const answers = await askAll(4 * connections, "/users/ada");
    const allowed = answers.filter(({ status }) => status === 200);
    expect(allowed).toHaveLength(60);
    const left = allowed.map(({ headers }) => Number(headers["x-ratelimit-remaining"]));
    expect(left.toSorted((a, b) => b - a)).toEqual(Array.from({ length: 60 }, (_, at) => 59 - at));
    expect(player.journal().map(({ source }) => source.kind)).toEqual(
      Array.from(answers, (_, at) => (at < 60 ? "played" : "refused")),
    );
  });

  test("takes the turns of a sequence as they were recorded, whoever asks", async () => {
    const answers = await askAll(connections, "/users/turns");
    const inOrder = answers.toSorted(
      (a, b) => Number(b.headers["x-ratelimit-remaining"]) - Number(a.headers["x-ratelimit-remaining"]),
    );
    const nth = inOrder.map(({ body }) => JSON.parse(body).nth as number);
    expect(nth).toEqual(Array.from({ length: connections }, (_, at) => Math.min(at + 1, 3)));
  });

  test("is steered as one: clock, overrides and reset act on every connection", async () => {
    const url = `${server.url}/_tapedeck`;
    await fetch(`${url}/tapes?override=p`, {
      method: "PUT",
      body: '{"target":"/users/ada","json":{"overridden":true}}',
    });
    const { now } = (await (await fetch(`${url}/clock?advance=86400`, { method: "POST" })).json()) as { now: number };
    const answers = await askAll(connections, "/users/ada");
    expect(new Set(answers.map(({ body }) => body))).toEqual(new Set(['{"overridden":true}']));
    expect(new Set(answers.map(({ headers }) => headers["date"]))).toEqual(
      new Set([new Date(now * 1000).toUTCString()]),
    );
    await fetch(`${url}/reset`, { method: "POST" });
    expect(new Set((await askAll(connections, "/users/ada")).map(({ status }) => status))).toEqual(new Set([200]));
  });

  test("hides a secret that one connection sent wherever another repeats it", async () => {
    const secret = "h3Yq7sLw9Zb2Xk5Tn8Vd";
    await ask(server.port, "/users/ada", { authorization: `Bearer ${secret}` });
    await askAll(connections, `/users/ada?page=${secret}`);
    const entries = JSON.stringify(player.journal());
    expect(player.journal()).toHaveLength(connections + 1);
    expect(entries).not.toContain(secret);
  });

  test("shares its port with no other server, also of workers", async () => {
    const error = await listen(playerOf(), { workers: 2, port: server.port }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ListenError);
    expect((error as Error).message).toBe(
      `Cannot listen on 127.0.0.1:${server.port}: the port is in use; choose another one, or 0 for a free one`,
    );
  });

  test("gives each connection the same answer again, byte for byte, and any other one its own", async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (const [path, login] of [
      ["/users/ada", "ada"],
      ["/users/grace", "grace"],
      ["/users/ada", "ada"],
      ["/users/ada", "ada"],
    ])
      expect(JSON.parse((await ask(server.port, path ?? "", {}, agent)).body).login).toBe(login);
    expect(second.request.target).toBe("/users/grace");
    agent.destroy();
  });
});

test("a worker that ends is named and replaced; what is under way is answered before all are closed", async () => {
  const player = playerOf();
  const slow: Array<PromiseWithResolvers<Outcome>> = [];
  const both = Promise.withResolvers<void>();
  const answer = ({ target, ...given }: IncomingRequest): Outcome | Promise<Outcome> => {
    if (target !== "/slow") return player.answer({ target, ...given });
    const late = Promise.withResolvers<Outcome>();
    if (slow.push(late) === 2) both.resolve();
    return late.promise;
  };
  const started: Worker[] = [];
  const again = Promise.withResolvers<void>();
  const ends: WorkerEnd[] = [];
  const server = await openWorkers(
    answer,
    { host: "127.0.0.1", port: 0, tls: null },
    { workers: 2, onWorkerEnd: (end) => ends.push(end) },
    (settings) => {
      const worker = startWorker(settings);
      if (started.push(worker) === 3)
        worker.on("message", ({ kind }: { kind: string }) => kind === "listening" && again.resolve());
      return worker;
    },
  );
  await started[0]?.terminate();
  await again.promise;
  expect(ends).toEqual([{ worker: 1, reason: "it ended by itself" }]);
  const answers = await Promise.all(Array.from({ length: connections }, () => ask(server.port, "/users/ada")));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(player.journal()).toHaveLength(connections);

  const replies = Promise.allSettled([ask(server.port, "/slow"), ask(server.port, "/slow")]);
  await both.promise;
  const closed = server.shutdown(0.2);
  slow[0]?.resolve({ status: 200, headers: [["content-length", "2"]], body: new TextEncoder().encode("ok") });
  expect(await closed).toEqual({ cut: 1 });
  expect((await replies).map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await expect(ask(server.port, "/users/ada")).rejects.toThrow("ECONNREFUSED");
});

test("a stream that is recorded while it flows reaches the client of a worker, and the player", async () => {
  const { player, handler } = recordingStreams();
  const server = await listen(handler, { workers: 2 });
  expect([await ask(server.port, "/events"), await ask(server.port, "/events")]).toMatchObject([
    { status: 200, body: "data: 1\n\n" },
    { status: 200, body: "data: 1\n\n" },
  ]);
  expect(player.journal().map(({ source }) => source.kind)).toEqual(["passed", "played"]);
  await server.close();
});

/** A player whose misses are asked of a recorder, which tells later what it recorded. */
function recordingStreams(): { readonly player: Player; readonly handler: Handler } {
  const player = playerOf({ tapes: [] });
  const headers = [["content-type", "text/event-stream"]] as const;
  const answer = (): Outcome => ({
    kind: "stream",
    ...{ status: 200, headers, body: null },
    chunks: [{ afterMs: 0, bytes: new TextEncoder().encode("data: 1\n\n") }],
    recorded: Promise.resolve({ status: 200, headers, body: { encoding: "utf8", text: "data: 1\n\n" } }),
  });
  const recorder = Object.assign(() => Promise.reject(new TypeError("asked by answer() alone")), { answer });
  return { player, handler: recordMisses(player, recorder, { from: "http://localhost" }) };
}
