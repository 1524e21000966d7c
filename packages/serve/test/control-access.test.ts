import type { IncomingRequest } from "@tapedeck/replay";
import { expect, onTestFinished, test } from "vitest";
import { type ControlAccess, control, controlOf, listen } from "../src/index.ts";
import { asking, moment, told } from "./asking-control.ts";
import { playerOf } from "./tape.ts";

test.each([
  ["localhost", "127.0.0.1"],
  ["127.0.0.1", "127.0.0.53"],
  ["[::1]", "::1"],
])("control answers under %s, asked from %s", async (name, address) => {
  const base = `http://${name}:8787`;
  const ask = asking("health", "GET", { base, address, headers: { origin: base } });
  expect((await told(playerOf(), ask))?.status).toBe(200);
});

const container = { address: "172.17.0.1", base: "http://172.17.0.2:8787" };
const token = "a-token-of-this-test";
const bearer = { authorization: `Bearer ${token}` };

test.each<[shows: string, access: ControlAccess, asked: Partial<IncomingRequest>, status: number]>([
  ["a network it was given", { from: ["172.17.0.0/16"] }, container, 200],
  ["an address it was given", { from: ["10.0.0.1", "172.17.0.1"] }, container, 200],
  ["anybody, if told so", { from: ["0.0.0.0/0", "::/0"] }, { ...container, address: "2001:db8::1" }, 200],
  ["this machine as before", { from: ["172.17.0.0/16"] }, {}, 200],
  ["this machine, under an address of another", {}, { base: "http://172.17.0.2:8787" }, 403],
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
  ["a scheme in small letters", { token }, { headers: { authorization: `bearer  ${token}` } }, 200],
  ["no token, on this machine", { token }, {}, 401],
  ["another token", { token }, { headers: { authorization: "Bearer another-token-of-it" } }, 401],
  ["the token in another scheme", { token }, { headers: { authorization: `token ${token}` } }, 401],
  ["the token of a page elsewhere", { token }, { headers: { ...bearer, origin: "http://evil.example" } }, 403],
])("control that lets others in: %s", async (_shows, access, further, status) => {
  const reply = await control(playerOf(), access)(asking("health", "GET", further));
  expect(reply?.status).toBe(status);
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
