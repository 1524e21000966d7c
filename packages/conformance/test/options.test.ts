import { createRecorder } from "@tapedeck/record";
import { createPlayer } from "@tapedeck/replay";
import { listen } from "@tapedeck/serve";
import { openTape } from "@tapedeck/testing";
import { expect, test } from "vitest";

const from = "https://api.service.example";

test.each([
  ["openTape", () => openTape({ from, name: "none", ...{ mod: "replay" } }), '"mod"; did you mean "mode"?'],
  ["createPlayer", async () => createPlayer({ tapes: [], ...{ afterlast: "end" } }), "afterLast"],
  ["createRecorder", () => createRecorder({ from, out: "none", ...{ token: {} } }), "tokens"],
  ["listen", () => listen(createPlayer({ tapes: [] }), { host: "127.0.0.1", ...{ prot: 0 } }), "port"],
] as const)("%s refuses a mistyped option, for no compiler reads JavaScript", async (_name, call, meant) => {
  await expect(call()).rejects.toThrow(RangeError);
  await expect(call()).rejects.toThrow(meant);
});
