import { service } from "@tapedeck/api";
import { createPlayer } from "@tapedeck/replay";
import { bodyOf, normalize, pinnedMoment, type Tape } from "@tapedeck/tape";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askOverHttp } from "../src/adapters/raw-http.ts";
import { functionAdapter } from "../src/adapters.ts";
import { askedOrigin, header, type ObservedResponse, text } from "../src/message.ts";
import { type Origin, startOrigin } from "../src/reference-server/origin.ts";

// The whole list was recorded once, on one page. Whatever page is asked for, the replay must cut it as the reference server does.
const list = "/orgs/lighthouse/repos";
let live: Origin;
let tape: Tape;

beforeAll(async () => {
  live = await startOrigin({ publicUrl: askedOrigin, now: () => pinnedMoment, limits: { anonymous: 1000 } });
  const target = `${list}?per_page=100`;
  const { status, headers, body } = await askOverHttp({ port: live.port, path: target }, null);
  const exchange = {
    request: { method: "GET", target, principal: "anonymous", headers: [], body: null },
    response: { status, headers, body: bodyOf(body) },
  };
  const exchanges = [normalize(exchange, pinnedMoment)];
  tape = { name: "list", origin: askedOrigin, recordedAt: pinnedMoment, exchanges };
});

afterAll(() => live.close());

const sizes = [
  "",
  "per_page=1",
  "per_page=7",
  "per_page=12",
  "per_page=36",
  "per_page=100",
  "per_page=0",
  "per_page=x",
];
const numbers = ["", "page=1", "page=2", "page=3", "page=6", "page=37", "page=0", "page=-1", "page=2&page=3"];

test.each(sizes)("pages with %j are cut as the reference server cuts them", async (size) => {
  const adapter = await functionAdapter.open(createPlayer({ tapes: [tape], api: service }));
  for (const number of numbers) {
    const target = [list, [size, number].filter(Boolean).join("&")].filter(Boolean).join("?");
    const [wanted, cut] = await Promise.all([
      askOverHttp({ port: live.port, path: target }, null),
      adapter.ask({ method: "GET", target, headers: {}, body: null }),
    ]);
    const shown = (answer: ObservedResponse) => ({
      target,
      status: answer.status,
      link: header(answer, "link"),
      body: text(answer),
    });
    expect(shown(cut)).toEqual(shown(wanted));
  }
  await adapter.close();
});
