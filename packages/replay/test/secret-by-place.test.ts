// What a recorder hid when it looked back is found by the client that sent it, before it sends it where a rule knows it.
import type { Exchange } from "@tapedeck/tape";
import { createSanitizer } from "@tapedeck/tape";
import { expect, test } from "vitest";
import { createPlayer, type Player } from "../src/handlers/player.ts";
import { ask, exchange, headers, recordedAt, tape, textOf, utf8 } from "./exchanges.ts";

const [password, key] = ["hunter22x", "k3yoffew"];
const json = headers(["content-type", "application/json"]);
const post = (target: string, body: object): Exchange =>
  exchange({ method: "POST", target, headers: json, body: utf8(JSON.stringify(body)) }, { body: utf8(`"${target}"`) });
const logins = [
  post("/login", { user: "ada", password }),
  exchange({ target: "/me", headers: headers(["x-api-key", key]) }),
];

/** A player of what a recorder wrote that looked back. */
function playerOf(first: Exchange): Player {
  const sanitizer = createSanitizer({ recordedAt });
  const [early, ...later] = [first, ...logins].map((each) => sanitizer.exchange(each)) as [Exchange, ...Exchange[]];
  expect(JSON.stringify(early)).toContain(password);
  return createPlayer({ tapes: [tape(sanitizer.again(early), ...later)] });
}

const asked = ({ request: { method, target, body } }: Exchange) =>
  body === null
    ? ask(target, {}, { method })
    : ask(target, { "content-type": "application/json" }, { method, body: new TextEncoder().encode(body.text) });

test.each([
  ["a member of JSON", post("/register", { user: "ada", again: password })],
  ["two members", post("/register", { first: password, second: { is: `v1.${password}` } })],
  ["members that hide two secrets", post("/register", { first: password, second: key })],
  ["a query", exchange({ target: `/check?word=${password}&x=1` })],
  ["a path", exchange({ target: `/check/${password}/now` })],
  ["a text", exchange({ method: "POST", target: "/note", body: utf8(`It is ${password}, keep it`) })],
])("a password that a client sends early is found in %s, and another one is none", (_where, first) => {
  const player = playerOf(first);
  const other = JSON.parse(JSON.stringify(first).replaceAll(password, "hunter23y")) as Exchange;
  expect(player.answer(asked(other)).status).toBe(501);
  expect(player.answer(asked(first)).status).toBe(200);
  expect(player.answer(asked(other)).status).toBe(501);
  expect(JSON.stringify(player.misses().map(({ closest }) => closest?.differences))).not.toContain("hunter23y");
  expect(JSON.stringify([player.journal(), player.misses()])).not.toContain(password);
});

test("a word is no password, wherever a recording has one", () => {
  const player = playerOf(post("/register", { again: password }));
  expect(player.answer(asked(post("/register", { again: "friend" }))).status).toBe(501);
  expect(textOf(player.answer(asked(post("/register", { again: password }))))).toBe('"/register"');
});
