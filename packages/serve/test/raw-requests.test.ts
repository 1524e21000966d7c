import { beforeAll, describe, expect, test } from "vitest";
import { expectedOf, rawAnswersOf } from "./raw-answers.ts";
import { namedRequests, otherAnswers, otherNamedAnswers, rawRequests } from "./raw-requests.ts";
import { runtimeServers } from "./runtime-servers.ts";

describe.each(runtimeServers)("$name", (server) => {
  // One process for both: it takes longer to start than to answer.
  let answers: Awaited<ReturnType<typeof rawAnswersOf>>;
  beforeAll(async () => {
    answers = await rawAnswersOf(server);
  });

  test("answers what is no plain request as the table says", () => {
    expect(answers.anyName).toEqual(expectedOf(server));
  });

  test("that is told its names answers to no other", () => {
    const expected = Object.entries(namedRequests).map(([name, [, answer]]) => [name, answer]);
    expect(answers.ownNames).toEqual({ ...Object.fromEntries(expected), ...otherNamedAnswers[server.name] });
  });
});

test("no server takes a request that is hidden in another one's body", () => {
  const usual = Object.entries(rawRequests).map(([name, [, answer]]) => [name, answer] as const);
  const others = Object.values(otherAnswers).flatMap((answers) => Object.entries(answers));
  const taken = [...usual, ...others].filter(([, answer]) => answer.includes("/smuggled"));
  // After a refused CONNECT the connection goes on, by RFC 9110, section 9.3.6.
  expect(taken).toEqual([["a tunnel", "405 | 200 GET /smuggled http://localhost 0"]]);
});
