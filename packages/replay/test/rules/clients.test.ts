import { expect, test } from "vitest";
import { stoppedClock } from "../../src/clock.ts";
import { createPlayer } from "../../src/handlers/player.ts";
import { ask, exchange, field, headers, jsonOf, origin, recordedAt, tape, utf8 } from "../exchanges.ts";
import { recorded, rule, ruleTest } from "./scene.ts";

rule("clients-1", ({ playerOf }) => {
  test.each([{ "content-type": "application/json" }, { "content-length": "0" }])("%j", (sent) => {
    expect(playerOf().answer(ask("/users/ada", sent))).toEqual(playerOf().answer(ask()));
  });
});

const pages = [1, 2].map((page) =>
  exchange({ target: `/users/ada/repos?page=${page}&q=x` }, { body: utf8(JSON.stringify([page])) }),
);

rule("clients-2", ({ playerOf }) => {
  test.each([
    ["page=2&q=x&page=2", [2]],
    ["page=1&page=2&q=x", [2]],
    ["per_page=7&page=2&q=x&per_page=30", [2]],
  ])("?%s", (query, body) => {
    const player = playerOf({ tapes: [tape(...pages)] });
    expect(jsonOf(player.answer(ask(`/users/ada/repos?${query}`)))).toEqual(body);
  });
  test("another parameter that is repeated is kept as it is", () => {
    const player = playerOf({ tapes: [tape(...pages)] });
    expect(player.answer(ask("/users/ada/repos?page=1&q=y&q=x")).status).toBe(501);
  });
});

rule("clients-3", ({ playerOf }) => {
  test.each(["/users/ada?per_page=100", "/zen?per_page=5", "/bicyclists/helsinki?per_page=1", "/user?per_page=100"])(
    "%s",
    (target) => {
      const sent = { authorization: "token full-t0ken" };
      expect(playerOf().answer(ask(target, sent)).status).toBe(200);
    },
  );
  test("on a list it counts", () => {
    const player = playerOf({ tapes: [tape(...pages)] });
    const bodies = ["", "&per_page=7"].map((size) => jsonOf(player.answer(ask(`/users/ada/repos?page=2&q=x${size}`))));
    expect(bodies).toEqual([[2], []]);
  });
});

rule("clients-4", ({ playerOf }) => {
  test.each(["//users/ada", "/users/ada/", "///users/ada//", `${origin}/users/ada`])("%s", (target) => {
    expect(playerOf().answer(ask(target))).toEqual(playerOf().answer(ask()));
  });
});

ruleTest("clients-5", ({ playerOf }) => {
  expect(playerOf().answer(ask("/users/ada", { "if-none-match": '"somebody-elses"' }))).toEqual(
    playerOf().answer(ask()),
  );
});

const linked = exchange(
  {},
  {
    headers: headers(
      ["link", `<${origin}/users?page=2>; rel="next"`],
      ["location", `${origin}/users/grace`],
      ["operation-location", `${origin}/jobs/1`],
      ["server", `${origin}.evil`],
    ),
    body: utf8(
      `{"url":"${origin}/users/ada","html_url":"https://service.example/ada","longer":"${origin}.evil/","escaped":"${origin.replaceAll("/", "\\/")}\\/x"}`,
    ),
  },
);

rule("clients-6", ({ playerOf }) => {
  test.each(["http://localhost:1", "http://127.0.0.1:8787", "https://box.example"])("asked at %s", (base) => {
    const reply = playerOf({ tapes: [tape(linked)] }).answer(ask("/users/ada", {}, { base }));
    expect(jsonOf(reply)).toEqual({
      url: `${base}/users/ada`,
      html_url: "https://service.example/ada",
      longer: `${origin}.evil/`,
      escaped: `${base}/x`,
    });
    expect(["link", "location", "operation-location", "server"].map((name) => field(reply, name))).toEqual([
      `<${base}/users?page=2>; rel="next"`,
      `${base}/users/grace`,
      `${base}/jobs/1`,
      `${origin}.evil`,
    ]);
  });
});

ruleTest("clients-7", ({ name, playerOf }) => {
  const player = playerOf({ tapes: [tape(linked)] });
  const reply = player.answer(ask("/api/v3/users/ada", {}, { base: "http://localhost:1" }));
  if (name === "service") expect(reply.status).toBe(501);
  else expect(jsonOf(reply)).toMatchObject({ url: "http://localhost:1/api/v3/users/ada" });
});

const own = new Date(recordedAt * 1000).toUTCString();

rule("clients-9", ({ playerOf }) => {
  test.each([
    [{ "x-amz-date": "20270203T040506Z" }, "Wed, 03 Feb 2027 04:05:06 GMT"],
    [{ "x-ms-date": "Wed, 03 Feb 2027 04:05:06 GMT" }, "Wed, 03 Feb 2027 04:05:06 GMT"],
    [{ date: "Wed, 03 Feb 2027 04:05:06 GMT" }, "Wed, 03 Feb 2027 04:05:06 GMT"],
    [{ date: "yesterday" }, own],
    [{}, own],
  ])("%j", (sent, date) => {
    const plain = createPlayer({ tapes: [tape(...recorded)], clock: stoppedClock(recordedAt) });
    const answers = [plain, playerOf()].map((player) => player.answer(ask("/answers/404", sent)));
    expect(answers.map((answer) => [answer.status, field(answer, "date")])).toEqual([
      [404, date],
      [404, own],
    ]);
  });
});
