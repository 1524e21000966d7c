import http from "node:http";
import { compileApi, service } from "@tapedeck/api";
import { createPlayer, type Player } from "@tapedeck/replay";
import type { Tape } from "@tapedeck/tape";
import { writePolly } from "@tapedeck/tape/formats";
import { requireFor } from "../measuring/surroundings.ts";

/** Requests a recorded resource and returns its body. */
type AskFor = (at: number) => Promise<string>;

/** Sets up a peer for a number of resources. */
type Peer = (recordings: number) => Promise<AskFor>;

const origin = "http://api.service.example";
const bodyFor = (at: number): string => JSON.stringify({ target: `/things/${at}`, text: "x".repeat(1000) });
const byFetch: AskFor = async (at) => (await fetch(`${origin}/things/${at}`)).text();
const byHttp: AskFor = (at) =>
  new Promise((resolve, reject) => {
    const asked = http.request(`${origin}/things/${at}`, async (response) => {
      resolve(Buffer.concat(await response.toArray()).toString());
    });
    asked.on("error", reject).end();
  });

const all = (recordings: number): readonly number[] => Array.from({ length: recordings }, (_, at) => at);

function tapeOf(recordings: number): Tape {
  return {
    name: "things",
    origin,
    recordedAt: 1_767_225_600,
    exchanges: all(recordings).map((at) => ({
      request: { method: "GET", target: `/things/${at}`, principal: "anonymous", headers: [], body: null },
      response: {
        status: 200,
        headers: [["content-type", "application/json; charset=utf-8"]],
        body: { encoding: "utf8", text: bodyFor(at) },
      },
    })),
  };
}

const player = (recordings: number): Player =>
  createPlayer({
    tapes: [tapeOf(recordings)],
    api: compileApi({ rateLimit: { limits: { anonymous: Number.MAX_SAFE_INTEGER } } }, { base: service }),
  });

async function mounted(recordings: number, client: AskFor): Promise<AskFor> {
  const { mount } = await import("@tapedeck/nock");
  mount(player(recordings), { origin });
  return client;
}

/** The peers, each used as its documentation recommends. The others are compared with the first. */
export const peers: Readonly<Record<string, Peer>> = {
  "a Map and a Response": async (recordings) => {
    const answers = new Map(all(recordings).map((at) => [`/things/${at}`, bodyFor(at)]));
    const answer = async (input: Request): Promise<Response> => new Response(answers.get(new URL(input.url).pathname));
    return async (at) => (await answer(new Request(`${origin}/things/${at}`))).text();
  },
  "tapedeck, a function": async (recordings) => {
    const answer = player(recordings);
    return async (at) => (await answer(new Request(`${origin}/things/${at}`))).text();
  },
  "tapedeck over nock 14, fetch": (recordings) => mounted(recordings, byFetch),
  "nock 14, fetch": async (recordings) => {
    const nock = requireFor("nock")("nock");
    const scope = nock(origin).persist();
    for (const at of all(recordings)) scope.get(`/things/${at}`).reply(200, JSON.parse(bodyFor(at)));
    return byFetch;
  },
  "tapedeck over nock 14, node:http": (recordings) => mounted(recordings, byHttp),
  "a Map behind one interceptor of nock 14, node:http": async (recordings) => {
    const answers = new Map(all(recordings).map((at) => [`/things/${at}`, bodyFor(at)]));
    requireFor("nock")("nock")(origin)
      .persist()
      .get(/^/)
      .reply(200, (target: string) => answers.get(target));
    return byHttp;
  },
  "undici MockAgent, fetch": async (recordings) => {
    const { MockAgent, fetch, setGlobalDispatcher } = await import("undici");
    const agent = new MockAgent();
    agent.disableNetConnect();
    setGlobalDispatcher(agent);
    const pool = agent.get(origin);
    for (const at of all(recordings))
      pool
        .intercept({ path: `/things/${at}` })
        .reply(200, bodyFor(at), { headers: { "content-type": "application/json; charset=utf-8" } })
        .persist();
    return async (at) => (await fetch(`${origin}/things/${at}`)).text();
  },
  "MSW 2, fetch": async (recordings) => {
    const [{ http, HttpResponse }, { setupServer }] = await Promise.all([import("msw"), import("msw/node")]);
    const handlers = all(recordings).map((at) =>
      http.get(`${origin}/things/${at}`, () => HttpResponse.json(JSON.parse(bodyFor(at)))),
    );
    setupServer(...handlers).listen();
    return byFetch;
  },
  "Polly.js 6, node:http": async (recordings) => {
    const require = requireFor("record");
    const { Polly } = require("@pollyjs/core");
    // An exported tape is a recording of Polly's, except for its place.
    class InMemory extends require("@pollyjs/persister") {
      static get id(): string {
        return "in-memory";
      }
      async onFindRecording(): Promise<object> {
        return JSON.parse(writePolly([tapeOf(recordings)]).content);
      }
    }
    new Polly("things", {
      adapters: [require("@pollyjs/adapter-node-http")],
      persister: InMemory,
      mode: "replay",
      logLevel: "silent",
      recordIfMissing: false,
      matchRequestsBy: { headers: false, order: false },
    });
    return byHttp;
  },
};
