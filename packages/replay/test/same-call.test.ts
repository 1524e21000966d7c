// Requests that the rule cannot tell apart, and that are two calls.
import { expect, test } from "vitest";
import { createPlayer, type PlayerOptions } from "../src/index.ts";
import { exchange, headers, tape, utf8 } from "./exchanges.ts";

test("a recording without headers, of a tool that leaves them out, answers each call", async () => {
  const player = createPlayer({ tapes: [tape(exchange({ headers: [] }, { body: utf8("1") }))] });
  for (const sent of [{ "x-amz-target": "Db.List" }, { "x-http-method-override": "DELETE" }, {}])
    expect(await (await player("http://localhost/users/ada", { headers: sent })).text()).toBe("1");
});

test("a miss names the header in which another call differs", async () => {
  const player = createPlayer({ tapes: [tape(exchange({ headers: headers(["x-amz-target", "Db.List"]) }))] });
  const said = await (await player("http://localhost/users/ada", { headers: { "x-amz-target": "Db.Limits" } })).text();
  expect(said).toContain("header x-amz-target: Db.List, not Db.Limits");
});

const web = "application/grpc-web+proto";
const connect = "application/connect+proto";
const inJson = "application/json";
test.each<
  [shows: string, recorded: string[], asked: string, answer: string, text?: string, options?: Partial<PlayerOptions>]
>([
  ["with parameters", [web], `${web}; charset=utf-8`, web],
  ["of another protocol", [web], connect, `header content-type: ${web}, not ${connect}`],
  ["of none, after that of another protocol", [web, ""], connect, "none"],
  ["of its own, before none", [web, ""], web, web],
  ["of another patch", ["application/merge-patch+json"], "application/json-patch+json", "header content-type: "],
  ["of its own", [inJson, "text/plain"], "text/plain", "text/plain"],
  ["of what a client sends by default", [inJson], "text/plain", inJson],
  ["of any other, without a body", [web], connect, web, ""],
  ["of any other, where the rule compares no body", [web], connect, web, "y", { rule: ["method", "path"] }],
  ["of any other, where a body is ignored", [web], connect, web, "y", { match: [{ path: "/**", ignore: ["body"] }] }],
])(
  "a body of one media type among others gets the answer %s",
  async (_shows, recorded, asked, answer, text, options = {}) => {
    const exchanges = recorded.map((type) =>
      exchange(
        {
          method: "POST",
          headers: [...(type === "" ? [] : [["content-type", type] as const]), ["x-tenant", "a"]],
          body: utf8(text === "" ? "" : "x"),
        },
        { body: utf8(`it is ${type || "none"}`) },
      ),
    );
    const player = createPlayer({ tapes: [tape(...exchanges)], ...options });
    const sent = { method: "POST", headers: { "content-type": asked }, body: text ?? "x" };
    expect(await (await player("http://localhost/users/ada", sent)).text()).toContain(
      answer.startsWith("header") ? answer : `it is ${answer}`,
    );
  },
);
