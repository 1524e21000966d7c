import assert from "node:assert/strict";
import type { HeaderList } from "@tapedeck/tape";
import type { ContractTest } from "../contract-test.ts";
import { bare, bareTape } from "../fixtures/bare-tape.ts";
import { text } from "../message.ts";

const type: HeaderList[number] = ["content-type", "application/x-ndjson"];
const secret = "Kx82hdG63nd93jdG73";
const log = '{"id":12345,"note":"a line of a log that goes up, as many others do"}\n'.repeat(17_000);

const tape = bareTape(
  "uploads",
  bare(
    "/logs",
    { status: 201, headers: [type], body: { encoding: "utf8", text: "taken\n" } },
    { method: "POST", headers: [type], body: { encoding: "utf8", text: log } },
  ),
);

/** Contract tests of large uploads. */
export const uploads: readonly ContractTest[] = [
  {
    id: "uploads-1",
    setting: { tapes: [tape] },
    run: async ({ ask, player }) => {
      const answer = await ask("/logs", { method: "POST", headers: { [type[0]]: type[1] }, body: log });
      assert.deepEqual([answer.status, text(answer)], [201, "taken\n"]);
      assert.deepEqual([player.misses().length, player.unplayed().length], [0, 0]);
    },
  },
  {
    id: "uploads-2",
    setting: { tapes: [tape] },
    run: async ({ ask, player }) => {
      const body = `{"password":"${secret}"}\n${log}`;
      const answer = await ask("/logs", { method: "POST", headers: { [type[0]]: type[1] }, body });
      assert.equal(answer.status, 501);
      assert.match(text(answer), /differs in body/);
      assert.doesNotMatch(text(answer) + JSON.stringify(player.misses()), new RegExp(secret));
    },
  },
];
