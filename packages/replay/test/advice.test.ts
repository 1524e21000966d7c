import { compileApi, service } from "@tapedeck/api";
import { type Body, bytesOf } from "@tapedeck/tape";
import { toBase64 } from "@tapedeck/tape/internal";
import { expect, test } from "vitest";
import { createPlayer } from "../src/handlers/player.ts";
import { explain } from "../src/match/explain.ts";
import { defaultRule } from "../src/match/matchers.ts";
import { type Recording, recordingCommand } from "../src/match/record-command.ts";
import { ask, contextOf, exchange, indexFrom, request, tape, utf8 } from "./exchanges.ts";

const api = "https://api.service.example";

test.each<[what: string, origin: string, recording: Recording, command: string]>([
  ["the folder that is replayed", api, { out: "test/fixtures" }, `--from ${api} --out test/fixtures --`],
  ["a folder that a shell would take for two", api, { out: "ada's tapes" }, `--from ${api} --out 'ada'\\''s tapes' --`],
  [
    "that the port of a service on this machine is not known",
    "http://localhost",
    {},
    "--from http://localhost:PORT --out recordings --",
  ],
  [
    "the live API, where it is known",
    "http://localhost",
    { from: "http://127.0.0.1:4000/v3", out: "a" },
    "--from http://127.0.0.1:4000/v3 --out a --",
  ],
  [
    "the origin that is written",
    api,
    { from: "http://127.0.0.1:4000", origin: api },
    `--from http://127.0.0.1:4000 --out recordings --origin ${api} --`,
  ],
])("a miss, and the end of a sequence, tell %s", (_what, origin, recording, command) => {
  const tapes = [{ ...tape(exchange()), origin }];
  const player = createPlayer({ api: service, tapes, recording, afterLast: "end" });
  for (const target of ["/users/ada", "/users/ada", "/users/adda"]) player.answer(ask(target));
  const advice = player.misses().map(({ advice: [first = ""] }) => first);
  expect(advice).toEqual([
    `record it: npx @tapedeck/cli record ${command} sh -c 'curl "$TAPEDECK_URL/users/ada"'`,
    `record it: npx @tapedeck/cli record ${command} sh -c 'curl "$TAPEDECK_URL/users/adda"'`,
  ]);
});

test.each<[shows: string, recorded: string, asked: string, advice: string[]]>([
  ["a name", "/users/ada", "/users/adda", ['"adda" looks like a typo of "ada": if it is one, mend the client']],
  ["no name that is another", "/users/ada", "/users/grace", []],
  ["no number", "/books/1", "/books/3", []],
  ["no hidden value", "/__redacted-path.0123456789__/a", "/__redacted-path.0123456788__/b", []],
  [
    "a parameter",
    "/x?per_page=5",
    "/x?per_pag=5",
    ['"per_pag" looks like a typo of "per_page": if it is one, mend the client'],
  ],
  [
    "a parameter that was not recorded",
    "/users/ada/repos",
    "/users/ada/repos?pgae=2",
    ['"pgae" looks like a typo of "page": if it is one, mend the client'],
  ],
  ["no parameter of one letter that is another", "/x?s=5", "/x?a=5", []],
  ["no parameter that is spelled right", "/users/ada/repos", "/users/ada/repos?page=2", []],
])("a miss takes for a typo: %s", (_shows, recorded, asked, advice) => {
  const given = explain(indexFrom([[exchange({ target: recorded })]]), contextOf(request({ target: asked }))).advice;
  expect(given.filter((line) => line.includes("typo"))).toEqual(advice);
});

test.each([
  [
    "what is a nonce by its name",
    "/auth?nonce=shp8&state=jeue",
    "/auth?nonce=cl9g&state=xstp",
    "all that differs looks generated: if it is made anew each time, leave it out: --ignore '/auth query.nonce query.state', or " +
      '{"path":"/auth","ignore":["query.nonce","query.state"]} in "match" of api.json',
  ],
  [
    "a signature and its time",
    "/file?X-Amz-Date=20261122T075427Z&X-Amz-Signature=__redacted-parameter.40e8e8596c__",
    "/file?X-Amz-Date=20261122T075430Z&X-Amz-Signature=__redacted-parameter.a53d8f8a36__",
    "all that differs looks generated: if it is made anew each time, leave it out: --ignore '/file query.X-Amz-Date query.X-Amz-Signature', or " +
      '{"path":"/file","ignore":["query.X-Amz-Date","query.X-Amz-Signature"]} in "match" of api.json',
  ],
  [
    "a salt and the digest that it is in, as Subsonic's",
    "/rest/ping?u=ada&t=__redacted-parameter.40e8e8596c__&s=c19b2d",
    "/rest/ping?u=ada&t=__redacted-parameter.a53d8f8a36__&s=sesame",
    "a salt differs, and the digest that it is in: if it is made anew each time, leave it out: --ignore '/rest/ping query.t query.s', or " +
      '{"path":"/rest/ping","ignore":["query.t","query.s"]} in "match" of api.json',
  ],
  [
    "some parameters",
    "/things?sort=up",
    "/things?sort=down",
    "if the query does not matter there, leave it out: --ignore '/things query.sort'",
  ],
  [
    "nothing where the path is another",
    "/users/ada?at=1",
    "/users/adda?at=2",
    '"adda" looks like a typo of "ada": if it is one, mend the client',
  ],
])("a miss says how to leave out %s", (_shows, recorded, asked, advice) => {
  const given = explain(indexFrom([[exchange({ target: recorded })]]), contextOf(request({ target: asked }))).advice;
  expect(given.slice(1)).toEqual([advice]);
});

test("a miss says where a client sends the port of the address that it asks, in bytes that no recorder may change", () => {
  const names = (port: number) => ({ method: "POST", body: utf8(`\0\x22ipp://localhost:${port}/printers/a`) });
  const { advice } = explain(indexFrom([[exchange(names(41_965))]]), contextOf(request(names(36_913))));
  expect(advice[1]).toMatch(/one port when recording and replaying/);
});

test.each([
  [
    "lines of JSON by what differs in them",
    ['{"id":"1"}', '{"user":"ada","at":"2026-01-01T00:00:00Z"}\n'].join("\n"),
    ['{"id":"1"}', '{"user":"ada","at":"2026-01-02T00:00:00Z"}\n'].join("\n"),
    "/log body:/1/at",
  ],
  [
    "a JWT that a client signs anew",
    "assertion=__redacted-jwt.6e2e124a2e__",
    "assertion=__redacted-jwt.e422d705a1__",
    "/log body:/assertion",
  ],
  ["a text as a whole, on its path alone", "<id>1</id>", "<id>2</id>", "/log body"],
  [
    "a nonce of WS-Security, and the digest of it and the password",
    '<P Type="x#PasswordDigest">__redacted-password.5fe__</P><N>__redacted-field.0123456789__</N>',
    '<P Type="x#PasswordDigest">__redacted-password.61a__</P><N>__redacted-field.abcdefabcd__</N>',
    "/log body:generated",
  ],
  ["a segment that a client made up", "/log/m1795377061833.0", "/log/m1795377061884.1", "/log/* path.2"],
  ["a digest in the path", "/log/-s.rjXxouKiRUTpa1s_sg%3D%3D", "/log/gjwx4rP703jt0W..1PWczg%3D%3D", "/log/* path.2"],
  [
    "generated values in a text, whatever the alphabet of base64",
    "<id>.s6OrjXxouKiRUTpa1s6sg==</id>",
    "<id>gjwx4rP703.t0Wpq1PWczg==</id>",
    "/log body:generated",
  ],
])("a miss says how to leave out %s, and that leaves it out", (_shows, recorded, asked, ignore) => {
  const type = asked.startsWith("assertion") ? "application/x-www-form-urlencoded" : "text/plain";
  const headers = { "content-type": type };
  const [target, body] = recorded.startsWith("/") ? [asked, ""] : ["/log", asked];
  const on = recorded.startsWith("/") ? { target: recorded } : { target, body: utf8(recorded) };
  const tapes = [tape(exchange({ method: "PUT", headers: Object.entries(headers), ...on }))];
  const sent = ask(target, headers, { method: "PUT", ...(body !== "" && { body: new TextEncoder().encode(body) }) });
  const player = createPlayer({ tapes });
  expect(player.answer(sent).status).toBe(501);
  expect(player.misses()[0]?.advice.at(-1)).toContain(`leave it out: --ignore '${ignore}'`);
  const [path = "", ...parts] = ignore.split(" ");
  expect(createPlayer({ tapes, match: [{ path, ignore: parts }] }).answer(sent).status).toBe(200);
});

test("bytes that look generated in base64 are left out as a whole, since in bytes nothing else can be", () => {
  const of = (call: number): Body => ({
    encoding: "base64",
    text: toBase64(Uint8Array.of(1, 1, 0, 11, 255, call, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)),
  });
  const sent = ask("/log", {}, { method: "PUT", body: bytesOf(of(2)) });
  const tapes = [tape(exchange({ method: "PUT", target: "/log", body: of(1) }))];
  const player = createPlayer({ tapes });
  expect(player.answer(sent).status).toBe(501);
  expect(player.misses()[0]?.advice.at(-1)).toContain("leave it out: --ignore '/log body'");
  expect(createPlayer({ tapes, match: [{ path: "/log", ignore: ["body"] }] }).answer(sent).status).toBe(200);
});

test("a batch whose requests have dates of their own, under a boundary of its own, is advised to leave these out", () => {
  const batch = (boundary: string, day: number) => ({
    type: `multipart/mixed; boundary=${boundary}`,
    body: `--${boundary}\r\n\r\nDELETE /b HTTP/1.1\r\ndate: Thu, 0${day} Jan 2026 00:00:00 GMT\r\n\r\n--${boundary}--\r\n`,
  });
  const [recorded, sent] = [batch("boundary", 1), batch("batch_a5ad2b5e-a14a-416c-9ab9-fe28770efba0", 2)];
  const headers = [["content-type", recorded.type]] as const;
  const tapes = [tape(exchange({ method: "POST", target: "/batch", headers, body: utf8(recorded.body) }))];
  const body = new TextEncoder().encode(sent.body);
  const asked = ask("/batch", { "content-type": sent.type }, { method: "POST", body });
  const player = createPlayer({ tapes });
  expect(player.answer(asked).status).toBe(501);
  expect(player.misses()[0]?.advice.at(-1)).toContain("leave it out: --ignore '/batch body:generated'");
  const match = [{ path: "/batch", ignore: ["body:generated"] }];
  expect(createPlayer({ tapes, match }).answer(asked).status).toBe(200);
});

test("a miss names a path without what is ignored of it, so that the next run is answered too", () => {
  const of = (n: number) => ({
    method: "PUT",
    target: `/log/gjwx4rP703jt0W..1PWcz${n}%3D%3D`,
    body: utf8(`{"id":"6e2e124a-2e00-4000-8000-00000000000${n}"}`),
  });
  const sent = (n: number) => {
    const { target, method, body } = of(n);
    return ask(target, {}, { method, body: new TextEncoder().encode(body.text) });
  };
  const tapes = [tape(exchange(of(1)))];
  const match = [{ path: "/log/*", ignore: ["path.2"] }];
  const player = createPlayer({ tapes, match });
  expect(player.answer(sent(2)).status).toBe(501);
  expect(player.misses()[0]?.advice.at(-1)).toContain("--ignore '/log/* body:/id'");
  const told = [...match, { path: "/log/*", ignore: ["body:/id"] }];
  expect(createPlayer({ tapes, match: told }).answer(sent(3)).status).toBe(200);
});

test("a miss tells the path below which the API was recorded", () => {
  const document = { openapi: "3.1.0", servers: [{ url: "/v2" }], paths: { "/users/{id}": { get: {} } } };
  const described = compileApi({ base: "/v2" }, { document });
  const player = createPlayer({ api: described, tapes: [tape(exchange())] });
  player.answer(ask("/users/eve"));
  expect(player.misses()[0]?.advice[0]).toContain(`record --from ${api}/v2 --out`);
  expect(player.answer(ask("/users/ada", {}, { method: "PUT" })).status).toBe(405);
});

test("what a miss advises to run takes a client's text for text", () => {
  const player = createPlayer({ api: service, tapes: [tape(exchange())] });
  player.answer(ask("/users/$(id)'`x`"));
  expect(player.misses().map(({ advice }) => advice[0]?.split(" -- ")[1])).toEqual([
    `sh -c 'curl "$TAPEDECK_URL/users/%24%28id%29%27%60x%60"'`,
  ]);
});

test.each([
  [{ range: "bytes=4-7" }, `--header "Range: bytes=4-7" `],
  [{ "if-none-match": '"1"', "x-tenant": "b" }, String.raw`--header "If-None-Match: \"1\"" --header "X-Tenant: b" `],
  [{ "x-tenant": "$(id)" }, ""],
])("what a miss advises to run asks with the compared headers %j", (sent, told) => {
  const rule = [...defaultRule, "header:x-tenant"];
  const player = createPlayer({ api: service, rule, tapes: [tape(exchange())] });
  player.answer(ask("/users/eve", sent));
  expect(player.misses()[0]?.advice[0]?.split(" -- ")[1]).toBe(`sh -c 'curl ${told}"$TAPEDECK_URL/users/eve"'`);
});

test.each(["Basic YWRhOnMzY3IzdA==", "Bearer s3cr3t", "SharedKey ada:s3cr3t"])(
  "what a miss advises to run sends the scheme that was sent: %s",
  (authorization) => {
    const player = createPlayer({ tapes: [tape(exchange())] });
    player.answer(ask("/users/eve", { authorization }));
    const [scheme, secret] = authorization.split(" ") as [string, string];
    const advice = player.misses()[0]?.advice.join() ?? "";
    expect(advice).toContain(`--header "Authorization: ${scheme} $TOKEN"`);
    expect(advice).not.toContain(secret);
  },
);

test("what a miss advises to run shows no scheme that may be a secret", () => {
  const player = createPlayer({ tapes: [tape(exchange())] });
  player.answer(ask("/users/eve", { authorization: "Zk93hfJd82hsKqpW01mn v2" }));
  expect(JSON.stringify(player.misses())).not.toContain("Zk93hfJd82hsKqpW01mn");
  expect(player.misses()[0]?.advice[0]).toContain('--header "Authorization: $TOKEN"');
});

test("a member more than none is ignored with the body, which has no other name", () => {
  const player = createPlayer({ api: service, tapes: [tape(exchange({ method: "POST", body: utf8("{}") }))] });
  player.answer(ask("/users/ada", {}, { method: "POST", body: new TextEncoder().encode('{"a":1}') }));
  expect(player.misses()[0]?.advice.at(-1)).toContain("leave it out: --ignore '/users/ada body'");
});

test("recordingCommand() has curl sign a login by Digest anew", () => {
  const asked = request({ target: "/x", principal: "token" });
  const command = recordingCommand(asked, "http://localhost", {}, { base: "" }, 'Digest username="ada", nonce="1"');
  expect(command).toMatch(/ --out recordings -- sh -c 'curl --digest --user NAME:PASSWORD "\$TAPEDECK_URL\/x"'$/);
});
