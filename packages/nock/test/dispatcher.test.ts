// What goes by undici's global dispatcher: `fetch` as it was before nock replaced it, and calls that undici's package makes.
import { createPlayer } from "@tapedeck/replay";
import { Agent, Client, Pool, ProxyAgent, RetryAgent, request } from "undici";
import { afterEach, expect, test } from "vitest";
import { type Answering, mount, mountFallback, openNetwork } from "../src/index.ts";

openNetwork();
// Not the one that nock put in its place when it was loaded.
const held = globalThis.fetch;
const origin = "https://api.service.example";
afterEach(() => openNetwork());

/** Answers with what it was asked. */
const echo: Answering = {
  answer: ({ method, target, headers, body }) => ({
    status: 200,
    headers: [
      ["content-type", "application/json"],
      ["set-cookie", "a=1"],
      ["set-cookie", "b=2"],
    ],
    body: new Uint8Array(
      Buffer.from(
        JSON.stringify([
          method,
          target,
          headers["host"],
          headers["content-type"],
          Buffer.from((body ?? []) as Uint8Array).toString(),
        ]),
      ),
    ),
  }),
};

const form = new FormData();
form.append("a", "1");

test.each([
  ["a GET", "/users?a=b%20c+d", {}, ["GET", "/users?a=b%20c+d", "api.service.example", null, ""]],
  [
    "a text",
    "/users",
    { method: "POST", body: "é" },
    ["POST", "/users", "api.service.example", "text/plain;charset=UTF-8", "é"],
  ],
  [
    "a form",
    "/upload",
    { method: "PUT", body: form },
    ["PUT", "/upload", "api.service.example", /^multipart/, /name="a"\r\n\r\n1\r\n/],
  ],
] as const)("a fetch that was held before a player was mounted is answered: %s", async (_what, path, init, asked) => {
  for (const put of [() => mount(echo, { origin }), () => mountFallback(echo, (each) => each === origin)]) {
    const mounted = put();
    const response = await held(origin + path, init);
    expect(await response.json()).toEqual(
      asked.map((each) => (each instanceof RegExp ? expect.stringMatching(each) : each)),
    );
    expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    mounted.unmount();
  }
  const cause = { message: expect.stringContaining("Cannot connect to api.service.example"), code: "ECONNABORTED" };
  await expect(held(origin + path, init)).rejects.toMatchObject({ message: "fetch failed", cause });
});

test.each([1, 2])(
  "a dispatcher of version %i answers handlers of both kinds, waits for them, and is given back",
  async (version) => {
    const slot = Symbol.for(`undici.globalDispatcher.${version}`) as unknown as keyof typeof globalThis;
    const dispatcher = globalThis[slot] as unknown as { dispatch(options: object, handler: object): boolean };
    if (dispatcher === undefined) return;
    const { dispatch: real } = dispatcher;
    mount(echo, { origin });
    expect(dispatcher.dispatch).not.toBe(real);
    const options = {
      ...{ origin: new URL(origin), method: "PATCH", path: "/x", query: { tag: ["a", "b c"] } },
      headers: ["Content-Type", "text/plain", "host", "other.example"],
      body: (async function* () {
        yield Buffer.from("pie");
        yield "ces";
      })(),
    };
    const seen: unknown[] = [];
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    dispatcher.dispatch(options, {
      onConnect: (abort: unknown) => seen.push(typeof abort),
      onHeaders(status: number, raw: readonly Buffer[], resume: () => void) {
        seen.push(status, raw.map(String));
        setImmediate(() => seen.push("resumed") && resume());
        return false;
      },
      onData: (chunk: Buffer) => seen.push(JSON.parse(String(chunk))) > 0,
      onComplete: resolve,
      onError: reject,
    });
    await promise;
    const raw = ["content-type", "application/json", "set-cookie", "a=1", "set-cookie", "b=2"];
    const body = ["PATCH", "/x?tag=a&tag=b%20c", "other.example", "text/plain", "pieces"];
    expect(seen).toEqual(["function", 200, raw, "resumed", body]);

    const { promise: failed, resolve: fail } = Promise.withResolvers<unknown>();
    dispatcher.dispatch(
      { ...options, body: null },
      {
        onRequestStart: ({ abort }: { abort(reason: Error): void }) => abort.call({}, new Error("enough")),
        onResponseError: (_controller: unknown, error: unknown) => fail(error),
      },
    );
    expect(await failed).toBeInstanceOf(Error);
    openNetwork();
    expect(dispatcher.dispatch).toBe(real);
  },
);

test.each<[string, (url: URL) => Promise<{ readonly body: { json(): Promise<unknown> } }>]>([
  ["an Agent", ({ origin, pathname }) => new Agent().request({ origin, path: pathname, method: "GET" })],
  ["a Pool", ({ origin, pathname }) => new Pool(origin).request({ path: pathname, method: "GET" })],
  ["a Client", ({ origin, pathname }) => new Client(origin).request({ path: pathname, method: "GET" })],
  ["a RetryAgent", (url) => request(url, { dispatcher: new RetryAgent(new Agent()) })],
  ["a ProxyAgent", (url) => request(url, { dispatcher: new ProxyAgent("http://127.0.0.1:9") })],
])("%s of the package undici, of a client's own, is answered", async (_what, ask) => {
  mount(echo, { origin });
  const { body } = await ask(new URL(`${origin}/users`));
  expect(await body.json()).toEqual(["GET", "/users", "api.service.example", null, ""]);
  await expect(ask(new URL("http://192.0.2.1/x"))).rejects.toMatchObject({ code: "ECONNABORTED" });
});

test("a miss is an error that says so, and a client that gives up is told why", async () => {
  mount(createPlayer({ tapes: [] }), { origin });
  expect((await held(`${origin}/nothing`)).status).toBe(501);
  mount(echo, { origin: "https://other.example" });
  const gone = AbortSignal.abort(new Error("enough"));
  await expect(held("https://other.example/x", { signal: gone })).rejects.toThrow("enough");
});
