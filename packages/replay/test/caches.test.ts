import { github } from "@tapedeck/api";
import { createScrubber, type Exchange, type RecordedResponse } from "@tapedeck/tape";
import { expect, test } from "vitest";
import { knownApi } from "../src/request/known-api.ts";
import { exchange, layerOf } from "./exchanges.ts";

test("of answers that are read as they are asked for, 8,192 at most stay ready", () => {
  const late = (response: RecordedResponse): RecordedResponse => ({
    status: response.status,
    get headers() {
      return response.headers;
    },
    body: response.body,
  });
  const recorded = Array.from({ length: 3 * 8192 }, (_, at): Exchange => {
    const { request, response } = exchange({ target: `/users/${at}` });
    return { request, response: late(response) };
  });
  const layer = layerOf(recorded, 0);
  const [all, again] = [[...layer], [...layer]];
  expect(all.length).toBe(recorded.length);
  expect(all.some((prepared, at) => again[at] === prepared)).toBe(false);
  const few = layerOf(recorded.slice(0, 7000), 0);
  const [[once], [twice]] = [[...few], [...few]];
  expect(once === twice).toBe(true);
});

test("the routes of 32,768 targets, and of 4 Mi characters, are remembered: the latest", () => {
  const routesOf = (count: number, length: number): boolean[] => {
    const { match } = knownApi(github, 0, [], createScrubber() as never, null);
    const targets = Array.from({ length: count }, (_, at) => `/${at}/${"x".repeat(length)}`);
    const routes = targets.map((target) => match("GET", target));
    return [0, count - 1].map((at) => match("GET", targets[at] as string) === routes[at]);
  };
  expect(routesOf(3 * 32_768, 1)).toEqual([false, true]);
  expect(routesOf(200, 65_536)).toEqual([false, true]);
  expect(routesOf(60, 60)).toEqual([true, true]);
});
