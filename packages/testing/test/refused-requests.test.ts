// What a test is told of requests that its tape does not answer.
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { openTape, RefusedError, type UseTapeOptions } from "../src/index.ts";
import { service } from "./tape-folder.ts";
import { failure, overHttps, tapingEachTest } from "./taping.ts";

const tapes = tapingEachTest();
const { tapedWith } = tapes;

test("a file that cannot be read fails the tests that ask for it, also where their client hides the error", async () => {
  await tapes.folder.put("all", ["/zen", '"one"']);
  await mkdir(join(tapes.folder.path, "all/api.service.example/users/ada"), { recursive: true });
  await writeFile(join(tapes.folder.path, "all/api.service.example/users/ada/GET.har"), "");
  const taped = tapedWith({ name: "all" });
  await taped(async () => expect((await fetch(`${service}/zen`)).status).toBe(200))();
  const hidden = taped(() => fetch(`${service}/users/ada`).catch(() => {}));
  expect((await failure(hidden())).message).toContain('"api.service.example/users/ada/GET.har": it is empty');
});

test("a request without a recording fails its test, and the client is told so that it does not try again", async () => {
  await tapes.folder.put("ada", ["/users/ada", "{}"]);
  const told: Error[] = [];
  const swallow = (error: Error): void => void told.push(error);
  const run = tapedWith()("ada", async () => {
    await fetch(`${service}/users/adda`).catch(swallow);
    await once(http.get(`${service.replace("https", "http")}/zen`), "response").catch(swallow);
    await overHttps("/users/eve").catch(swallow);
  });
  const error = await failure(run());
  expect(error).toBe(told[0]);
  expect(told.map(({ name, ...rest }) => ({ name, ...rest }))).toEqual(
    told.map(() => ({ name: "AbortError", code: "ECONNABORTED" })),
  );
  expect(told.every((each) => each instanceof RefusedError)).toBe(true);
  const [what, closest, record] = error.message.split("\n");
  expect([what, record]).toEqual([
    'Cannot replay GET /users/adda: tape "ada" does not have it',
    "  - record it: run this test with TAPEDECK=auto",
  ]);
  expect(closest).toContain("closest is GET /users/ada");
  expect(error.message.match(/record it/g)).toHaveLength(1);
  vi.stubEnv("CI", "true");
  expect((await failure(run())).message).toContain("TAPEDECK=auto on your own machine, and commit the recording");
});

test("a test whose client goes on trying after a refusal fails with the refusal", async () => {
  const run = tapedWith()("none", () => fetch(`${service}/zen`).catch(() => new Promise(() => {})));
  expect((await failure(run())).message).toMatch(/^Cannot replay GET \/zen: /);
});

test.each(["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"])(
  "a %s without a recording is a miss",
  async (method) => {
    await tapes.folder.put("ada", ["/users/ada", "{}"]);
    const run = tapedWith({ strict: false })("ada", async (tape) => {
      await expect(fetch(`${service}/users/eve`, { method })).rejects.toThrow(RefusedError);
      expect(tape.misses()).toMatchObject([{ method, target: "/users/eve" }]);
    });
    await run();
  },
);

test("a client that asks for text is told of a miss as well", async () => {
  const run = tapedWith()("none", () => fetch(`${service}/zen`, { headers: { accept: "text/plain" } }));
  expect((await failure(run())).message).toMatch(
    /^Cannot replay GET \/zen: nothing is recorded in ".*none"\n {2}- record it: /,
  );
});

test("a miss advises what can be written in a test", async () => {
  await tapes.folder.put("ada", ["/users/ada?fields=all", "{}"]);
  const missed = async (options: Partial<UseTapeOptions>, ...paths: readonly string[]): Promise<string> =>
    (
      await failure(
        tapedWith(options)("ada", async () => {
          for (const path of paths) await fetch(service + path);
        })(),
      )
    ).message;
  expect(await missed({}, "/users/ada?fields=none")).toMatchInlineSnapshot(`
    "Cannot replay GET /users/ada?fields=none: tape "ada" does not have it
      closest is GET /users/ada?fields=all (#1 on "api.service.example/users/ada"), which differs in parameter fields: all, not none
      - record it: run this test with TAPEDECK=auto
      - if the query does not matter there, leave it out: match: [{"path":"/users/ada","ignore":["query.fields"]}]"
  `);
  const twice = ["/users/ada?fields=all", "/users/ada?fields=all"];
  expect(await missed({ afterLast: "end" }, ...twice)).toMatchInlineSnapshot(`
    "Cannot replay GET /users/ada?fields=all: all that was recorded has been given (1 answer)
      the last was #1 on "api.service.example/users/ada"
      - record it: run this test with TAPEDECK=auto
      - if the last answer may be given again, let it stay: afterLast: "stay""
  `);
});

test("a test that fails for what it was refused says so, whatever its client made of it", async () => {
  const run = tapedWith()("none", async () => {
    await fetch(`${service}/users/ada`).catch(() => {});
    throw new TypeError("no account");
  });
  const { message, cause } = await failure(run());
  expect(message).toMatch(/^Cannot replay GET \/users\/ada[\s\S]*and then the test failed: no account$/);
  expect(cause).toBeInstanceOf(TypeError);
});

test("a test that expects a miss asks for it with strict: false, and asserts on it", async () => {
  const run = tapedWith({ strict: false })("none", async (tape) => {
    await expect(fetch(`${service}/users/ada`)).rejects.toThrow(RefusedError);
    expect(tape.misses()).toMatchObject([{ method: "GET", target: "/users/ada" }]);
    expect(tape.refusals()).toHaveLength(1);
  });
  await run();
});

test("a request that outlives its test is refused", async () => {
  await tapes.folder.put("ada", ["/users/ada", "{}"]);
  const ended = Promise.withResolvers<void>();
  let late: Promise<Error> | undefined;
  await tapedWith()("ada", () => {
    late = ended.promise.then(() => failure(fetch(`${service}/users/ada`)));
  })();
  ended.resolve();
  expect((await late)?.message).toContain('the test of tape "ada" has ended');
  const kept = await openTape({ from: service, dir: tapes.folder.path, name: "ada" });
  await kept.close();
  expect((await failure(kept.fetch(`${service}/users/ada`))).message).toContain('the test of tape "ada" has ended');
});

test("other hosts are refused, also where their client hides it", async () => {
  const run = tapedWith()("none", async () => {
    await fetch("https://telemetry.example/v3/9aa3d95b3bc440fa88ea12eaa4456161?key=secret").catch(() => {});
  });
  expect((await failure(run())).message).toMatchInlineSnapshot(`
    "Cannot ask GET telemetry.example/v3/__redacted-path__: no tape is open for this host, and tests do not reach the network
      open: https://api.service.example
      - give the test a tape of this host as well, or mend the client's base URL
      - a server of the test's own, on this machine, is let through by local: true"
  `);
});

test("a host that only another test has a tape of is refused, also where the client hides it", async () => {
  const elsewhere = "https://objects.example";
  await tapedWith({ from: elsewhere })("objects", () => {})();
  const run = tapedWith()("none", async () => {
    await fetch(`${elsewhere}/1`).catch(() => {});
  });
  expect((await failure(run())).message).toContain("Cannot ask GET objects.example/1: no tape is open for this host");
});

test("a server of the test's own is let through by local: true alone", async () => {
  const server = http.createServer((_request, response) => response.end("mine")).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  try {
    const ask = async (): Promise<void> => expect(await (await fetch(url)).text()).toBe("mine");
    await tapedWith({ local: true })("none", ask)();
    expect(await failure(tapedWith()("none", ask)())).toBeInstanceOf(RefusedError);
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
