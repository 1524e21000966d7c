import { passthrough, recordMisses } from "@tapedeck/replay";
import { expect, onTestFinished, test } from "vitest";
import { serveUpstream } from "../../../.ci/test-resources.ts";
import { forwardTo, type Listening, type ListenOptions, listen } from "../src/index.ts";
import { playerOf } from "./tape.ts";

/** A live API below a prefix, which tells what came, with links to itself. */
async function liveApi(): Promise<{ readonly from: string; readonly asked: string[] }> {
  const asked: string[] = [];
  const url = await serveUpstream((request, response) => {
    const { method = "", url = "", headers } = request;
    const here = `http://${headers.host}/base`;
    asked.push([method, url, headers.authorization].join(" ").trim());
    if (url === "/base/moved") response.writeHead(302, { location: `${here}/users/grace` }).end();
    else if (url.startsWith("/base/bytes/"))
      response.writeHead(200, { "content-type": url.slice("/base/bytes/".length) }).end(here);
    else if (url === "/base/down") response.writeHead(503).end("down");
    else
      response
        .writeHead(200, { "content-type": "application/json", link: `<${here}/x?page=2>; rel="next"` })
        .end(JSON.stringify({ url: here + url.slice("/base".length) }));
  });
  return { from: `${url}/base`, asked };
}

async function opened(handler: Parameters<typeof listen>[0], options: ListenOptions = {}): Promise<Listening> {
  const server = await listen(handler, options);
  onTestFinished(() => server.close());
  return server;
}

test.each([
  ["at once and late", false],
  ["compressed, too", true],
])("a server sends what a mode answers, %s", async (_how, compress) => {
  const { from, asked } = await liveApi();
  const player = playerOf();
  const server = await opened(recordMisses(player, forwardTo(from), { from }), { compress });
  for (const _ of [1, 2]) {
    const response = await fetch(`${server.url}/repos/ada/engine?x=1`);
    expect([response.headers.get("link"), await response.json()]).toEqual([
      `<${server.url}/x?page=2>; rel="next"`,
      { url: `${server.url}/repos/ada/engine?x=1` },
    ]);
  }
  expect((await fetch(`${server.url}/users/ada`)).headers.get("x-ratelimit-used")).toBe("3");
  expect(asked).toEqual(["GET /base/repos/ada/engine?x=1"]);
});

test("a server gives a mode the caller's own address", async () => {
  const { from } = await liveApi();
  const player = playerOf();
  const server = await opened(recordMisses(player, forwardTo(from), { from }));
  await fetch(`${server.url}/users/hopper`);
  expect(Object.keys(player.quotas())).toEqual(["address 127.0.0.1"]);
});

test("a server tells of a miss that nobody could answer", async () => {
  const closed = await listen(playerOf());
  await closed.close();
  const mode = recordMisses(playerOf(), forwardTo(closed.url), { from: closed.url });
  const server = await opened(mode);
  const response = await fetch(`${server.url}/users/adda`);
  expect([response.status, response.headers.get("x-tapedeck")]).toEqual([501, "miss"]);
  const { detail } = (await response.json()) as { detail: string };
  expect(detail).toMatch(
    /^Cannot replay GET \/users\/adda: no tape has it, and upstream had no answer\n {2}upstream: /,
  );
  expect(detail).toContain(`Cannot reach ${closed.url}: `);
});

test("forwardTo() puts requests as they came, leads links back, and leaves redirects and bytes alone", async () => {
  const { from, asked } = await liveApi();
  const player = playerOf();
  const server = await opened(passthrough(player, forwardTo(`${from}/`), { paths: ["/**"], player }));
  const headers = { authorization: "token any-will-do" };
  const posted = await fetch(`${server.url}/users/ada?a=1&a=2`, { method: "POST", body: "x", headers });
  expect([posted.headers.get("link"), await posted.json()]).toEqual([
    `<${server.url}/x?page=2>; rel="next"`,
    { url: `${server.url}/users/ada?a=1&a=2` },
  ]);
  const moved = await fetch(`${server.url}/moved`, { redirect: "manual" });
  expect([moved.status, moved.headers.get("location")]).toEqual([302, `${server.url}/users/grace`]);
  expect(await (await fetch(`${server.url}/bytes/image/png`)).text()).toBe(from);
  expect(asked).toEqual([
    "POST /base/users/ada?a=1&a=2 token any-will-do",
    "GET /base/moved",
    "GET /base/bytes/image/png",
  ]);
  expect(player.journal().map(({ status, cost, source }) => [status, cost, source.kind])).toEqual([
    [200, 0, "passed"],
    [302, 0, "passed"],
    [200, 0, "passed"],
  ]);
});

// They count the bytes of their texts.
test.each(["application/x-protobuf", "application/vnd.api+proto", "application/pdf", "application/x-tar", "binary/x"])(
  "forwardTo() leaves %s as it came, also where it is all text",
  async (type) => {
    const { from } = await liveApi();
    const server = await opened(forwardTo(from));
    expect(await (await fetch(`${server.url}/bytes/${type}`)).text()).toBe(from);
  },
);

test.each(["ftp://x/", "nonsense", "https://user:secret@x/", "https://x/?a=b"])("forwardTo(%j) is refused", (from) => {
  expect(() => forwardTo(from)).toThrow(/^Cannot pass requests on to /);
});
