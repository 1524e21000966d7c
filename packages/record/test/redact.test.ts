import { expect, test } from "vitest";
import { serveUpstream, tempFolder } from "../../../.ci/test-resources.ts";
import { exchangesIn, record, textsIn } from "./recording.ts";

test("recordings keep the rules they were recorded by, and a later run goes by them without being told", async () => {
  const from = await serveUpstream((_request, response) => response.end("well"));
  const out = await tempFolder();
  const first = { from, out, redact: { names: ["colour"], keep: ["access_token"] } };
  await record(first, ({ ask }) => ask({ target: "/a?colour=blue&access_token=abc" }));
  await record({ from, out }, ({ ask }) => ask({ target: "/b?colour=red" }));
  const asked = (await exchangesIn(out)).map(({ request }) => request.target);
  expect(asked).toEqual([
    "/a?colour=__redacted-parameter.234__&access_token=abc",
    "/b?colour=__redacted-parameter.31__",
  ]);
  for (const text of Object.values(await textsIn(out))) expect(text).toContain('"redact": {');
});

test("recorder refuses rules that cannot be", async () => {
  const options = { from: "http://localhost", out: await tempFolder(), redact: { shapes: { key: "(" } } };
  await expect(record(options, async () => {})).rejects.toThrow('the shape "key" is no regular expression');
});
