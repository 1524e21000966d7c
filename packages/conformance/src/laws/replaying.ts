import assert from "node:assert/strict";
import { checkResponse, github } from "@tapedeck/api";
import { anonymous, type Exchange, normalize, pinnedMoment } from "@tapedeck/tape";
import { arbitrary } from "@tapedeck/world/arbitraries";
import fc from "fast-check";
import { countersIn } from "../counters.ts";
import { type ContractLaw, law } from "../law.ts";
import { askedOrigin, header, type ObservedResponse, text } from "../message.ts";
import { withAdapter } from "../with-adapter.ts";
import { withPlayer, world } from "./scenario/player-fixture.ts";
import { runScenario, scenarios } from "./scenario/scenario.ts";

/** Laws of replay. */
export const replaying: readonly ContractLaw[] = [
  law({
    id: "replay-1",
    share: 1 / 2,
    cases: scenarios(),
    holds: async (scenario, adapter) => {
      const received: ObservedResponse[][] = [];
      for (const _time of ["first", "second"]) {
        const answers: ObservedResponse[] = [];
        await runScenario(adapter, scenario, { onResponse: (answer) => answers.push(answer) });
        received.push(answers);
      }
      assert.deepEqual(received[1], received[0]);
    },
  }),
  law({
    id: "replay-2",
    cases: fc.array(
      fc.oneof(
        arbitrary({ exchange: "user" }),
        arbitrary({ exchange: "repository" }),
        arbitrary({ exchange: "repositories" }),
      ),
      {
        minLength: 1,
        maxLength: 5,
      },
    ),
    holds: (generated, adapter) => {
      const recorded = generated.map((each) => normalize(sendable(each), pinnedMoment));
      // Requests use the recorded origin, so that no link is rewritten.
      const tape = { name: "own", origin: askedOrigin, recordedAt: pinnedMoment, exchanges: recorded };
      const tokens = { token: "token-of-the-tape" };
      return withAdapter(adapter, { tapes: [tape], tokens }, async ({ ask, player }) => {
        for (const { request, response } of recorded) {
          const as = request.principal === anonymous ? {} : { as: request.principal };
          const answer = await ask(request.target, as);
          assert.equal(answer.status, response.status);
          assert.deepEqual(JSON.parse(text(answer)), JSON.parse(response.body?.text ?? "null"));
          for (const name of ["etag", "last-modified", "content-type", "link"])
            assert.equal(header(answer, name) ?? null, fieldOf(response.headers, name), name);
        }
        assert.deepEqual(player.unplayed(), []);
        assert.deepEqual(player.misses(), []);
      });
    },
  }),
  law({
    id: "schemas-1",
    cases: fc.record({
      account: fc.nat(world.population.accounts - 1),
      repository: fc.nat(world.population.repositories - 1),
      as: fc.constantFrom("anonymous", "full", "narrow"),
      page: fc.integer({ min: 1, max: 3 }),
    }),
    holds: ({ account, repository, as, page }, adapter) =>
      withPlayer(adapter, { anonymous: 9, token: 9, kind: "github", played: "world" }, async ({ ask }) => {
        const { login } = world.user(account);
        const targets = [`/users/${login}`, `/users/${login}/repos?per_page=5&page=${page}`, "/user", "/user/repos"];
        for (const target of [...targets, `/repos/${world.repository(repository).full_name}`, "/rate_limit"]) {
          const answer = await ask(target, { as });
          const checked = checkResponse(github, { method: "GET", target }, answer.status, JSON.parse(text(answer)));
          assert.ok(checked, `${answer.status} to ${target} has no schema`);
          assert.deepEqual(checked.problems, [], target);
          assert.ok(countersIn(answer), target);
        }
      }),
  }),
];

// A schema allows text that is not a valid header value.
function sendable({ request, response }: Exchange): Exchange {
  const headers = response.headers.filter(([, value]) => /^[!-~](?:[ -~]*[!-~])?$/.test(value));
  return { request, response: { ...response, headers } };
}

function fieldOf(headers: Exchange["response"]["headers"], wanted: string): string | null {
  const values = headers.filter(([name]) => name === wanted).map(([, value]) => value);
  return values.length === 0 ? null : values.join(", ");
}
