import { expect, test } from "vitest";
import { expectedOf, rawAnswersOf } from "./raw-answers.ts";
import { namedRequests, otherAnswers, otherNamedAnswers, rawRequests } from "./raw-requests.ts";
import { runtimeServers } from "./runtime-servers.ts";

test.each(runtimeServers)("$name answers what is no plain request as the table says", async (server) => {
  expect(await rawAnswersOf(server)).toEqual(expectedOf(server));
});

test.each(runtimeServers)("$name that is told its names answers to no other", async (server) => {
  const expected = Object.entries(namedRequests).map(([name, [, answer]]) => [name, answer]);
  expect(await rawAnswersOf(server, "own names")).toEqual({
    ...Object.fromEntries(expected),
    ...otherNamedAnswers[server.name],
  });
});

test("no server takes a request that is hidden in another one's body", () => {
  const usual = Object.entries(rawRequests).map(([name, [, answer]]) => [name, answer] as const);
  const others = Object.values(otherAnswers).flatMap((answers) => Object.entries(answers));
  const taken = [...usual, ...others].filter(([, answer]) => answer.includes("/smuggled"));
  // After a refused CONNECT the connection goes on, by RFC 9110, section 9.3.6.
  expect(taken).toEqual([["a tunnel", "405 | 200 GET /smuggled http://localhost 0"]]);
});
