import { afterAll, beforeAll, expect, test } from "vitest";
import { startCityOrigin } from "../../src/reference-server/city.ts";
import type { Origin } from "../../src/reference-server/origin.ts";
import { sendRequest } from "./send-request.ts";

const cities = ["benalmadena", "cordoba", "fuengirola", "helsinki", "malaga", "moscow", "spb"];

let origin: Origin;
beforeAll(async () => {
  origin = await startCityOrigin({ counts: { malaga: 7 } });
});
afterAll(() => origin.close());

test.each(cities)("/bicyclists/%s is a bare JSON integer", async (city) => {
  const { status, headers, text } = await sendRequest(`${origin.url}/bicyclists/${city}`);
  expect(status).toBe(200);
  expect(text).toMatch(/^\d+$/);
  expect(headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(Object.keys(headers).filter((name) => name.startsWith("x-"))).toEqual([]);
});

test("counts can be given", async () => {
  expect(await (await fetch(`${origin.url}/bicyclists/malaga`)).json()).toBe(7);
});

test.each(["paris", "Malaga", "constructor"])("/bicyclists/%s names the cities there are", async (city) => {
  const { status, text } = await sendRequest(`${origin.url}/bicyclists/${city}`);
  expect(status).toBe(404);
  for (const known of cities) expect(JSON.parse(text).message).toContain(known);
});

test.each([
  ["another path", "GET", "/users/ada", 404],
  ["no city", "GET", "/bicyclists", 404],
  ["too much path", "GET", "/bicyclists/spb/1", 404],
  ["HEAD", "HEAD", "/bicyclists/spb", 200],
  ["OPTIONS", "OPTIONS", "/bicyclists/spb", 204],
  ["POST", "POST", "/bicyclists/spb", 405],
])("%s", async (_shows, method, path, status) => {
  expect((await sendRequest(origin.url + path, { method })).status).toBe(status);
});

test("a credential counts for nothing", async () => {
  const { status } = await sendRequest(`${origin.url}/bicyclists/spb`, { headers: { authorization: "token nope" } });
  expect(status).toBe(200);
});
