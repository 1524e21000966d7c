// Users whose session begins with a GET and stays the same through the login: each gets what was recorded for it.
import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPackWriter, openPack } from "@tapedeck/tape/files";
import { createSession } from "@tapedeck/tape/internal";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPlayer, type Player } from "../src/handlers/player.ts";
import { packKeys } from "../src/index/pack-keys.ts";
import { ask, exchange, origin, tape, textOf, utf8 } from "./exchanges.ts";

const password = (user: string): string => `correct-horse-of-${user}`;
const opaque = (seed: string): string => Buffer.from(seed.repeat(9)).toString("base64url").slice(0, 32);

/** What each user asks, one after the other, and its answers. */
function conversation(user: string) {
  const cookie = `sid=${opaque(`session of ${user}`)}`;
  const code = opaque(`code of ${user}`);
  const form: [string, string] = ["content-type", "application/x-www-form-urlencoded"];
  const sent = { headers: [["cookie", cookie]] as [string, string][] };
  const body = (text: string) => ({ method: "POST", headers: [form, ...sent.headers], body: utf8(text) });
  return [
    exchange({ target: "/" }, { headers: [["set-cookie", `${cookie}; Path=/`]], body: utf8("hello") }),
    exchange({ target: "/login", ...body(`user=${user}&password=${password(user)}`) }, { body: utf8("ok") }),
    exchange({ target: "/me", ...sent }, { body: utf8(user) }),
    exchange({ target: "/order", ...body("item=1") }, { body: utf8(`order of ${user}`) }),
    exchange(
      { target: "/authorize", ...sent },
      { status: 302, headers: [["location", `/cb?code=${code}`]], body: null },
    ),
    exchange(
      { target: "/token", method: "POST", headers: [form], body: utf8(`code=${code}`) },
      { body: utf8(`token of ${user}`) },
    ),
  ];
}

function recordedOf(...users: readonly string[]) {
  const session = createSession();
  return tape(...users.flatMap(conversation).map(session.exchange));
}

/** Asks what a user asked, and returns what it got. */
function said(player: Player, user: string): readonly string[] {
  const got: Record<string, string> = {};
  return conversation(user).map(({ request: { target, method, body } }) => {
    const text = body?.text?.replace(/code=.*/, `code=${got["code"]}`);
    const sent = {
      ...(got["sid"] && { cookie: `sid=${got["sid"]}` }),
      ...(text && { "content-type": "application/x-www-form-urlencoded" }),
    };
    const outcome = player.answer(ask(target, sent, { method, ...(text && { body: new TextEncoder().encode(text) }) }));
    for (const [, value] of outcome.headers)
      for (const [, name = "", own = ""] of value.matchAll(/(sid|code)=([^;]+)/g)) got[name] = own;
    return outcome.status === 501 ? "miss" : outcome.kind === undefined ? (textOf(outcome) ?? "") : "";
  });
}
const own = (user: string) => ["hello", "ok", user, `order of ${user}`, "", `token of ${user}`];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tapedeck-sessions-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

test("each user gets its own answers, in any order, as often as it asks", () => {
  const player = createPlayer({ tapes: [recordedOf("ada", "bob")] });
  for (const user of ["bob", "ada", "ada", "bob"]) expect(said(player, user)).toEqual(own(user));
  expect(player.misses()).toEqual([]);
  player.reset();
  for (const user of ["bob", "ada"]) expect(said(player, user)).toEqual(own(user));
});

test("so they do from a packed file", () => {
  const { keysOf, keyedBy } = packKeys({ origins: [origin] });
  const file = join(folder, "sessions.tapedeck");
  const writer = createPackWriter(file);
  const recorded = recordedOf("ada", "bob");
  writer.tape(`${recorded.name}.har`, recorded, (each) => keysOf(each, origin));
  writer.finish({ keyedBy, descriptions: null });
  const player = createPlayer({ tapes: openPack(file) });
  for (const user of ["bob", "ada"]) expect(said(player, user)).toEqual(own(user));
});

test("who has no session, or did not log in, gets nobody's answer but a miss", () => {
  const player = createPlayer({ tapes: [recordedOf("ada", "bob")] });
  const begun = player.answer(ask("/")).headers.find(([name]) => name === "set-cookie")?.[1] ?? "";
  for (const cookie of [undefined, "sid=of-somebody-else", begun.split(";")[0]])
    expect(player.answer(ask("/me", cookie ? { cookie } : {})).status).toBe(501);
  expect(player.misses().at(-1)?.advice).toContainEqual(
    expect.stringContaining("several sessions were recorded: log in as one of their clients did"),
  );
});

test("a recording of one session gives its bytes as they are, and any client its answers", () => {
  const recorded = recordedOf("ada");
  const player = createPlayer({ tapes: [recorded] });
  expect(said(player, "ada")).toEqual(own("ada"));
  expect(player.answer(ask("/")).headers).toContainEqual(["set-cookie", "sid=__redacted-cookie__; Path=/"]);
  expect(player.answer(ask("/me")).status).toBe(200);
});
