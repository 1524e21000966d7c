import { compileApi, service } from "@tapedeck/api";
import {
  createQuotaStore,
  createSharedPlayer,
  type IncomingRequest,
  type OutgoingResponse,
  type Player,
  runningClock,
} from "@tapedeck/replay";
import { expect, onTestFinished, test } from "vitest";
import { type ControlAccess, control, controlOf, listen } from "../src/index.ts";
import { playerOf, tape } from "./tape.ts";

const moment = 1_767_225_600;

function asking(target: string, method = "GET", further: Partial<IncomingRequest> = {}): IncomingRequest {
  return {
    method,
    target: target.startsWith("/") ? target : `/_tapedeck/${target}`,
    headers: {},
    body: null,
    base: "http://127.0.0.1:8787",
    address: "127.0.0.1",
    ...further,
  };
}

function told(player: Player, ask: IncomingRequest): { status: number; value: unknown } | null {
  const reply = control(player)(ask) as OutgoingResponse | null;
  if (reply === null) return null;
  const body = new TextDecoder().decode(reply.body ?? new Uint8Array());
  expect(reply.headers).toEqual([
    ["cache-control", "no-store"],
    ["content-length", String(reply.body?.length)],
    ["content-type", "application/json; charset=utf-8"],
  ]);
  expect(body.endsWith("\n")).toBe(true);
  return { status: reply.status, value: JSON.parse(body) };
}

/** A player that was asked for something it has, twice, and for something it has not. */
function usedPlayer(): Player {
  const player = playerOf();
  for (const target of ["/users/ada", "/users/ada", "/users/adda"]) player.answer(asking(target));
  return player;
}

const anonymous = { "address 127.0.0.1": { limit: 60, used: 2, remaining: 58, reset: moment + 3600 } };

test.each([
  ["GET", "health", { status: "ok", exchanges: 2 }],
  ["GET", "clock", { now: moment, time: "2026-01-01T00:00:00Z" }],
  ["POST", "clock?advance=3600", { now: moment + 3600, time: "2026-01-01T01:00:00Z" }],
  ["POST", "clock?advance=-60", { now: moment - 60, time: "2025-12-31T23:59:00Z" }],
  ["POST", "clock?set=2026-02-01T00:00:00Z", { now: 1_769_904_000, time: "2026-02-01T00:00:00Z" }],
  ["POST", "clock?set=1769904000", { now: 1_769_904_000, time: "2026-02-01T00:00:00Z" }],
  ["POST", "clock?set=1769904000&advance=60", { now: 1_769_904_060, time: "2026-02-01T00:01:00Z" }],
  ["GET", "quotas", anonymous],
  [
    "POST",
    "quotas/exhaust?bucket=address%20127.0.0.1",
    { "address 127.0.0.1": { limit: 60, used: 60, remaining: 0, reset: moment + 3600 } },
  ],
  [
    "POST",
    "quotas/exhaust?bucket=account%20token",
    { ...anonymous, "account token": { limit: 5000, used: 5000, remaining: 0, reset: moment + 3600 } },
  ],
  [
    "POST",
    "quotas/set?bucket=address%20127.0.0.1&remaining=1",
    { "address 127.0.0.1": { limit: 60, used: 59, remaining: 1, reset: moment + 3600 } },
  ],
  [
    "POST",
    "quotas/set?bucket=address%2010.0.0.1&limit=10&used=4&reset=2026-01-01T00:05:00Z",
    { ...anonymous, "address 10.0.0.1": { limit: 10, used: 4, remaining: 6, reset: moment + 300 } },
  ],
  ["POST", "quotas/reset?bucket=address%20127.0.0.1", {}],
  ["POST", "quotas/reset", {}],
  [
    "GET",
    "tapes",
    [
      {
        name: "api.service.example/users",
        origin: "https://api.service.example",
        recordedAt: moment,
        override: null,
        exchanges: 2,
        visible: 2,
      },
    ],
  ],
  [
    "GET",
    "unplayed",
    [{ tape: "api.service.example/users", place: 2, method: "GET", target: "/users/grace", principal: "anonymous" }],
  ],
  ["POST", "reset", { status: "ok" }],
])("control %s %s", (method, target, expected) => {
  expect(told(usedPlayer(), asking(target, method))).toEqual({ status: 200, value: expected });
});

test("control GET journal tells what was asked, and GET misses why there was no answer", () => {
  const player = usedPlayer();
  expect(told(player, asking("journal"))?.value).toMatchObject([
    { at: moment, method: "GET", target: "/users/ada", principal: "anonymous", status: 200, cost: 1 },
    { target: "/users/ada", source: { kind: "played", place: 1 } },
    { target: "/users/adda", status: 501, cost: 0, source: { kind: "missed" } },
  ]);
  expect(told(player, asking("misses"))?.value).toMatchObject([
    { target: "/users/adda", text: expect.stringMatching(/^Cannot replay GET \/users\/adda: no tape has it\n/) },
  ]);
});

test("control POST reset forgets what was played, spent and missed", () => {
  const player = usedPlayer();
  told(player, asking("reset", "POST"));
  expect([player.quotas(), player.journal(), player.misses(), player.unplayed().length]).toEqual([{}, [], [], 2]);
});

const refusals: ReadonlyArray<readonly [shows: string, ask: IncomingRequest, status: number, message: RegExp]> = [
  [
    "an unknown operation",
    asking("nothing"),
    404,
    /^No operation GET nothing: GET health, .*POST reset, GET openapi\.json$/,
  ],
  [
    "a bucket of another name",
    asking("quotas/set?bucket=token&used=1", "POST"),
    400,
    /^Not a bucket: "token"; one is named "account NAME"/,
  ],
  [
    "an account that nobody has",
    asking("quotas/exhaust?bucket=account%20tokn", "POST"),
    400,
    /^No account "tokn"; did you mean "account token"\?: there is token$/,
  ],
  ["nothing to set", asking("quotas/set?bucket=address%201", "POST"), 400, /^Nothing to do: give limit, used/],
  ["no bucket", asking("quotas/set?used=1", "POST"), 400, /^Nothing to do: give \?bucket=NAME/],
  ["half a request", asking("quotas/set?bucket=address%201&used=0.5", "POST"), 400, /^Not a whole number for used/],
  [
    "more than the limit",
    asking("quotas/set?bucket=address%201&used=61", "POST"),
    400,
    /used is 61, and the limit 60$/,
  ],
  [
    "a sum that is not the limit",
    asking("quotas/set?bucket=address%201&used=1&remaining=1", "POST"),
    400,
    /used 1 and remaining 1 do not make the limit 60$/,
  ],
  [
    "a window that has ended",
    asking(`quotas/set?bucket=address%201&reset=${moment}`, "POST"),
    400,
    /its window cannot end at 1767225600, since it is 1767225600/,
  ],
  ["to reset a bucket of another name", asking("quotas/reset?bucket=x", "POST"), 400, /^Not a bucket: "x"/],
  ["an override without a name", asking("tapes", "PUT"), 400, /^Nothing to do: give \?override=NAME, and the answers/],
  [
    "to remove an override that is not there",
    asking("tapes?override=x", "DELETE"),
    404,
    /^No override "x": there is none$/,
  ],
  ["a known operation by another method", asking("clock", "DELETE"), 404, /^No operation DELETE clock/],
  ["a name that every object has", asking("constructor"), 404, /^No operation GET constructor/],
  ["nothing to do to the clock", asking("clock", "POST"), 400, /^Nothing to do: give \?advance=SECONDS or \?set=TIME$/],
  ["no number of seconds", asking("clock?advance=soon", "POST"), 400, /^Not a whole number of seconds: "soon"$/],
  ["a fraction of a second", asking("clock?advance=0.5", "POST"), 400, /^Not a whole number of seconds: "0.5"$/],
  ["no seconds at all", asking("clock?advance=", "POST"), 400, /^Not a whole number of seconds: ""$/],
  ["too many seconds", asking("clock?advance=9007199254740993", "POST"), 400, /^Not a whole number/],
  ["no time", asking("clock?set=tomorrow", "POST"), 400, /^Not a time: "tomorrow"; give 2026-01-01T00:00:00Z$/],
  ["a time beyond all calendars", asking("clock?set=9007199254740991", "POST"), 400, /^Not a time: no calendar/],
  ["a move beyond all calendars", asking("clock?advance=8640000000000", "POST"), 400, /^Not a time: no calendar/],
  ["a good time with a bad move", asking("clock?set=0&advance=soon", "POST"), 400, /^Not a whole number/],
  ["no bucket", asking("quotas/exhaust", "POST"), 400, /^Nothing to do: give \?bucket=NAME/],
  ["another machine", asking("health", "GET", { address: "192.0.2.7" }), 403, /^The control API answers this machine/],
  [
    "no address",
    asking("health", "GET", { address: "" }),
    403,
    /^The control API answers this machine alone; to let others in, give it their addresses, or a token$/,
  ],
  [
    "a name from elsewhere, as after a DNS rebinding",
    asking("health", "GET", { base: "http://evil.example:8787" }),
    403,
    /^The control API is not to be had under the name evil\.example$/,
  ],
  ["a name that looks like ours", asking("health", "GET", { base: "http://127.0.0.1.evil.example" }), 403, /evil/],
  [
    "a page of another origin",
    asking("reset", "POST", { headers: { origin: "https://evil.example" } }),
    403,
    /^The control API answers no other origin's page$/,
  ],
  ["a page of no origin", asking("reset", "POST", { headers: { origin: "null" } }), 403, /no other origin's page$/],
  ["a page on another port", asking("reset", "POST", { headers: { origin: "http://127.0.0.1:99" } }), 403, /no other/],
];

test.each(refusals)("control refuses %s", (_shows, ask, status, message) => {
  const player = usedPlayer();
  const before = [player.clock(), player.quotas(), player.journal().length];
  const answer = told(player, ask);
  expect(answer).toEqual({ status, value: { message: expect.stringMatching(message) } });
  expect([player.clock(), player.quotas(), player.journal().length]).toEqual(before);
});

test.each([
  ["localhost", "127.0.0.1"],
  ["127.0.0.1", "127.0.0.53"],
  ["[::1]", "::1"],
])("control answers under %s, asked from %s", (name, address) => {
  const base = `http://${name}:8787`;
  const ask = asking("health", "GET", { base, address, headers: { origin: base } });
  expect(told(playerOf(), ask)?.status).toBe(200);
});

const container = { address: "172.17.0.1", base: "http://172.17.0.2:8787" };
const token = "a-token-of-this-test";
const bearer = { authorization: `Bearer ${token}` };

test.each<[shows: string, access: ControlAccess, asked: Partial<IncomingRequest>, status: number]>([
  ["a network it was given", { from: ["172.17.0.0/16"] }, container, 200],
  ["an address it was given", { from: ["10.0.0.1", "172.17.0.1"] }, container, 200],
  ["anybody, if told so", { from: ["0.0.0.0/0", "::/0"] }, { ...container, address: "2001:db8::1" }, 200],
  ["this machine as before", { from: ["172.17.0.0/16"] }, {}, 200],
  ["another network", { from: ["172.18.0.0/16"] }, container, 403],
  [
    "an address under a name that may be rebound",
    { from: ["172.17.0.0/16"] },
    { ...container, base: "http://evil.example" },
    403,
  ],
  [
    "a page of another origin",
    { from: ["172.17.0.0/16"] },
    { ...container, headers: { origin: "http://evil.example" } },
    403,
  ],
  ["the token, from anywhere", { token }, { ...container, base: "http://tapedeck:8787", headers: bearer }, 200],
  ["no token, on this machine", { token }, {}, 401],
  ["another token", { token }, { headers: { authorization: "Bearer another-token-of-it" } }, 401],
  ["the token in another scheme", { token }, { headers: { authorization: `token ${token}` } }, 401],
  ["the token of a page elsewhere", { token }, { headers: { ...bearer, origin: "http://evil.example" } }, 403],
])("control that lets others in: %s", (_shows, access, further, status) => {
  const reply = control(playerOf(), access)(asking("health", "GET", further)) as OutgoingResponse;
  expect(reply.status).toBe(status);
});

test.each<[access: ControlAccess, message: RegExp]>([
  [{ from: ["172.17.0.0/33"] }, /^Cannot let "172\.17\.0\.0\/33" call the control API: give an address, or a network/],
  [{ from: ["somebody.example"] }, /^Cannot let "somebody\.example" call/],
  [{ from: [""] }, /^Cannot let "" call/],
  [{ token: "short" }, /^Cannot guard the control API: its token has 16 letters and digits at least/],
  [{ token: "with white space in it" }, /and no space$/],
])("control refuses to be opened by %j", (access, message) => {
  expect(() => control(playerOf(), access)).toThrow(message);
});

test("controlOf() sends the token it is given", async () => {
  const player = playerOf();
  const server = await listen(player, { control: control(player, { token }) });
  onTestFinished(() => server.close());
  await expect(controlOf(server.url).health()).rejects.toMatchObject({ status: 401 });
  expect(await controlOf(server.url, { token }).clock.advance(60)).toBe(moment + 60);
});

test("control has nothing to say to a request that is not its own", () => {
  for (const target of ["/users/ada", "/_tapedeck", "/x/_tapedeck/health", "/_TAPEDECK/health"]) {
    expect(control(playerOf())(asking(target))).toBeNull();
  }
});

test("control cannot move a clock that is nobody's to move", () => {
  const player = playerOf({ clock: () => moment });
  expect(told(player, asking("clock?advance=1", "POST"))).toEqual({
    status: 409,
    value: { message: "This clock cannot be moved" },
  });
  const running = playerOf({ clock: runningClock(() => moment * 1000 + 999) });
  expect(told(running, asking("clock?advance=1", "POST"))?.value).toMatchObject({ now: moment + 1 });
});

test("control on a socket: the limit is used up, the clock moves on, and it is there again", async () => {
  const player = playerOf();
  const server = await listen(player, { control: control(player) });
  try {
    const status = async (path: string, method = "GET") => (await fetch(server.url + path, { method })).status;
    expect(await status("/users/ada")).toBe(200);
    expect(await status("/_tapedeck/quotas/exhaust?bucket=address%20127.0.0.1", "POST")).toBe(200);
    expect(await status("/users/ada")).toBe(403);
    expect(await status("/_tapedeck/clock?advance=3599", "POST")).toBe(200);
    expect(await status("/users/ada")).toBe(403);
    expect(await status("/_tapedeck/clock?advance=1", "POST")).toBe(200);
    expect(await status("/users/ada")).toBe(200);
  } finally {
    await server.close();
  }
});

test("control on a socket steers a shared player: what is set, exhausted and reset of a bucket is so for all that count in the store", async () => {
  const store = createQuotaStore();
  const policies = [
    {
      name: "core",
      partition: ["account"],
      algorithm: { kind: "fixed-window", limit: 60, seconds: 3600 },
      unless: { paths: ["/users/grace"] },
    },
    {
      name: "grace",
      partition: ["account"],
      algorithm: { kind: "token-bucket", capacity: 5, refillPerSecond: 1 },
      when: { paths: ["/users/grace"] },
    },
  ] as const;
  const rateLimits = { name: "own", policies, tell: "x-ratelimit", refusal: { status: 429 } } as const;
  const api = compileApi({ rateLimits }, { base: service });
  const [steered, other] = await Promise.all(
    [0, 1].map(async () => {
      const player = createSharedPlayer({ api, tapes: [tape], store });
      const server = await listen(player, { control: control(player) });
      onTestFinished(() => server.close());
      return server;
    }),
  );
  const { exhaust, setQuota, resetQuotas, quotas, setPace, reset, clock } = controlOf(steered?.url ?? "");
  const asked = async (path: string) => {
    const { status, headers } = await fetch(other?.url + path);
    return [status, headers.get("x-ratelimit-remaining")];
  };
  const [core, grace] = ["core address 127.0.0.1", "grace address 127.0.0.1"];

  expect(await exhaust(core)).toMatchObject({ [core]: { limit: 60, used: 60, remaining: 0 } });
  expect(await asked("/users/ada")).toEqual([429, "0"]);
  expect(await asked("/users/grace")).toEqual([200, "4"]);
  expect(await setQuota(core, { limit: 10, used: 3 })).toMatchObject({ [core]: { limit: 10, remaining: 7 } });
  expect(await asked("/users/ada")).toEqual([200, "6"]);
  expect(Object.keys(await resetQuotas("grace"))).toEqual([core]);
  expect(await quotas()).toMatchObject({ [core]: { used: 4 } });
  expect(await resetQuotas("address 127.0.0.1")).toEqual({});
  expect(await asked("/users/ada")).toEqual([200, "59"]);

  await setPace(0);
  await reset();
  expect(await quotas()).toMatchObject({ [core]: { used: 1 } });
  expect(await clock.advance(1)).toBe(moment + 1);
  await expect(exhaust("nobody")).rejects.toMatchObject({
    status: 400,
    message: expect.stringMatching(/Not a bucket/),
  });
  await expect(resetQuotas("nobody")).rejects.toMatchObject({ status: 400 });
  await expect(setQuota(grace, { used: 6 })).rejects.toMatchObject({ status: 400 });
});
