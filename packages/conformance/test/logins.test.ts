import { rm } from "node:fs/promises";
import { join } from "node:path";
import { verifyFolder } from "@tapedeck/verify/files";
import fc from "fast-check";
import { expect, test } from "vitest";
import { law } from "../../../.ci/property.ts";
import { serveUpstream, tempFolder } from "../../../.ci/test-resources.ts";
import { titleOf } from "../src/contract/rows.ts";
import { type ClientPlan, kindNames, miss } from "./logins/clients.ts";
import { record, replay, replayRecordingMisses, textOf, type Views } from "./logins/play.ts";
import { createService, passwords, type Service } from "./logins/service.ts";

const choices = fc.array(fc.nat(11), { minLength: 1, maxLength: 8 });
const orders = fc.array(fc.nat(11), { minLength: 1, maxLength: 24 });
// Users who log in alike are mistaken for each other first.
const clients = fc
  .uniqueArray(fc.constantFrom(...kindNames), { minLength: 1, maxLength: 2 })
  .chain((kinds) =>
    fc.uniqueArray(
      fc.record({ kind: fc.constantFrom(...kinds), user: fc.constantFrom(...Object.keys(passwords)), choices }),
      { minLength: 1, maxLength: 4, selector: ({ kind, user }) => `${kind} ${user}` },
    ),
  );
const plan = (kind: string, user: string): ClientPlan => ({ kind, user, choices: [0] });
/** Two users who log in like this, one after the other, and then in turns. */
const inTurns = (kind: string): [ClientPlan[], number[], number[], number] => [
  ["ada", "bob"].map((user) => plan(kind, user)),
  [0],
  [1, 0],
  0,
];
const rolling = "a session that each answer renews";
/** A session that anybody may have, beside somebody's. */
const anybodys: [ClientPlan[], number[], number[], number][] = [
  [[plan("a session by redirects", "ada"), plan("a session", "bob")], [3], [0], 1],
  [[plan(rolling, "cyd"), plan("a visitor's session", "ada"), plan(rolling, "ada")], [0], [0, 10], 0],
  [[plan("a session", "bob"), plan("a session", "ada"), plan("a visitor's session", "cyd")], [0], [0], 1],
];
const examples = [
  "digest",
  "a session that each answer renews",
  "a token, renewed at times",
  "a session",
  "a token in bodies",
  "a visitor's session",
  "a visitor's session, begun by a POST",
  "a session with tokens against forgery",
  "a session by redirects",
  "a session by a key",
];

/** What comes in place of a client's own answers, where it may only miss them. */
function wrongIn(plans: readonly ClientPlan[], recorded: Views, seen: Views): readonly string[] {
  return seen.flatMap((views, client) =>
    views.flatMap(({ whose }, step) => {
      const own = recorded[client]?.[step]?.whose;
      const { kind, user } = plans[client] as ClientPlan;
      return whose === own || whose === miss.whose ? [] : [`${kind}, ${user}, step ${step}: "${whose}" for "${own}"`];
    }),
  );
}

/** Logs in as somebody whom the recording does not have. */
const stranger = (plan: ClientPlan): ClientPlan => ({ ...plan, user: "eve" });
/** A recording that knows one user or key may be replayed with any. */
const takesAny: readonly string[] = ["basic", "basic, at times with a wrong password", "digest", "a key in a header"];

test(titleOf("principals-13"), async () => {
  let [service, runs]: [Service, number] = [createService(0), 0];
  const from = await serveUpstream((request, response) => service(request, response));
  const restart = (): void => {
    runs += 1;
    service = createService(runs);
  };
  const folder = await tempFolder();
  // Each counts as a run.
  const all = [...examples.map(inTurns), ...anybodys];
  await fc.assert(
    fc.asyncProperty(clients, orders, orders, fc.nat(4), async (plans, order, other, few) => {
      restart();
      const out = join(folder, String(runs));
      const seen = await record(from, out, plans, order);
      expect(await replay(out, plans, order)).toEqual(seen);
      expect((await verifyFolder(out)).report).toEqual({});
      const text = await textOf(out);
      restart();
      await record(from, out, plans, order);
      expect(await textOf(out)).toBe(text);
      for (const plan of plans.filter(({ kind }) => !takesAny.includes(kind))) {
        const [views = []] = await replay(out, [stranger(plan)], [0]);
        expect(views.filter(({ whose }) => Object.keys(passwords).some((user) => whose.endsWith(` ${user}`)))).toEqual(
          [],
        );
      }
      const expectOwn = (views: Views): void => expect(wrongIn(plans, seen, views)).toEqual([]);
      expectOwn(await replay(out, plans, other));
      expectOwn(await replay(out, plans, other, ["body:generated"]));
      restart();
      await record(from, out, plans, other);
      expectOwn(await replay(out, plans, order));
      const grown = `${out}-grown`;
      restart();
      const distinct = plans.filter(
        ({ kind }, at) =>
          !kind.includes("wrong password") &&
          // Any key is taken for a recorded one.
          !(kind === "a key in a header" && plans.slice(0, at).some((other) => other.kind === kind)),
      );
      const views = await record(from, grown, distinct, order);
      await rm(grown, { recursive: true, force: true });
      restart();
      await record(from, grown, distinct.slice(0, few), order);
      restart();
      const grownViews = await replayRecordingMisses(from, grown, distinct, other);
      expect(wrongIn(distinct, views, grownViews)).toEqual([]);
      expect(wrongIn(distinct, views, await replay(grown, distinct, order))).toEqual([]);
      for (const each of [out, grown]) await rm(each, { recursive: true, force: true });
    }),
    { ...law(all.length + 2), examples: all },
  );
}, 600_000);
