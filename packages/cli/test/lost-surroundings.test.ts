import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root, run } from "./command.ts";

test("a reader that has gone ends an export without a stack trace, as a shell expects", async () => {
  const ended = await run("sh", ["-c", "node packages/cli/src/main.ts export --format har | head -n 1"]);
  expect(ended).toEqual({ code: 0, stdout: "{\n", stderr: "" });
});

// Deno ends there before any program of its own starts.
test.each(["node", "bun"])("a working directory that was deleted is named, with what to do, on %s", async (runtime) => {
  const gone = await mkdtemp(join(tmpdir(), "tapedeck-gone-"));
  const main = join(root, "packages/cli/src/main.ts");
  const record = `record --from http://127.0.0.1:1 --plan plan.json`;
  const ended = await run("sh", ["-c", `cd '${gone}' && rmdir '${gone}' && '${runtime}' '${main}' ${record}`]);
  expect(ended).toEqual({
    code: 1,
    stdout: "",
    stderr:
      "tapedeck: Cannot work in this directory: it has been deleted; change to one that is there (cd), and run the command again\n",
  });
});
