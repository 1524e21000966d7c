// Answers that flow: how they are cut into chunks, and how they end. Read next: recording.ts, replaying.ts.
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRecorder } from "@tapedeck/record";
import { createPlayer, type Handler } from "@tapedeck/replay";
import { bodyOf, type RecordedResponse } from "@tapedeck/tape";
import { readTapes } from "@tapedeck/tape/files";
import fc from "fast-check";
import { bare, bareTape } from "../fixtures/bare-tape.ts";
import { type ContractLaw, law } from "../law.ts";
import { askedOrigin, text } from "../message.ts";
import { withAdapter } from "../with-adapter.ts";

/** A stream: its text, the places where that is cut into chunks, and how it ends. */
interface Flow {
  readonly target: string;
  readonly type: string;
  readonly words: readonly string[];
  readonly cuts: readonly number[];
  readonly end: "whole" | "truncation" | "client";
}

function flows(ends: readonly Flow["end"][]): fc.Arbitrary<Flow> {
  return fc.record({
    target: fc.constantFrom("/events", "/events?page=2", "/lines"),
    type: fc.constantFrom("text/event-stream", "application/x-ndjson", "application/json-seq"),
    words: fc.array(fc.constantFrom("data: zwölf\n\n", '{"n":1}\n', "🧮", "\r\n", "x".repeat(3000)), { maxLength: 6 }),
    cuts: fc.array(fc.nat(6000), { maxLength: 6 }),
    end: fc.constantFrom(...ends),
  });
}

/** Returns the chunks of a stream: a cut may lie within a character. */
function chunksOf({ words, cuts }: Flow): Uint8Array<ArrayBuffer>[] {
  const bytes = new TextEncoder().encode(words.join(""));
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return places
    .slice(1)
    .map((end, at) => bytes.slice(places[at], end))
    .filter(({ length }) => length > 0);
}

function recordedOf(flow: Flow): RecordedResponse {
  const chunks = chunksOf(flow);
  return {
    status: 200,
    headers: [["content-type", flow.type]],
    body: bodyOf(new TextEncoder().encode(flow.words.join(""))),
    chunks: chunks.map(({ length }) => [length, 0]),
    ...(flow.end !== "whole" && { cut: flow.end }),
  };
}

/** Laws of streams. */
export const streaming: readonly ContractLaw[] = [
  law({
    id: "streams-5",
    share: 1 / 2,
    cases: fc.array(flows(["whole", "truncation"]), { minLength: 1, maxLength: 4 }),
    holds: (generated, adapter) => {
      const tape = bareTape("flows", ...generated.map((flow) => bare(flow.target, recordedOf(flow))));
      return withAdapter(adapter, { tapes: [tape] }, async ({ ask, player }) => {
        const inTurn = async (own: readonly Flow[]): Promise<void> => {
          for (const { target, words, end } of own) {
            const answer = ask(target);
            if (end === "whole") assert.equal(text(await answer), words.join(""));
            else await assert.rejects(answer);
          }
        };
        // Clients of one resource take turns, those of different ones do not.
        await Promise.all(
          Object.values(Object.groupBy(generated, ({ target }) => target)).map((own = []) => inTurn(own)),
        );
        assert.deepEqual([player.unplayed(), player.misses()], [[], []]);
      });
    },
  }),
  law({
    id: "streams-6",
    level: "unit",
    share: 1 / 5,
    cases: fc.record({
      rounds: fc.array(
        fc.uniqueArray(flows(["whole", "truncation", "client"]), { minLength: 1, selector: ({ target }) => target }),
        { minLength: 1, maxLength: 2 },
      ),
      order: fc.array(fc.nat(3), { maxLength: 20 }),
      other: fc.array(fc.nat(3), { maxLength: 20 }),
    }),
    holds: async ({ rounds, order, other }) => {
      const [tapes, again] = [await recorded(rounds, order), await recorded(rounds, other)];
      assert.deepEqual(untimed(again), untimed(tapes));
      const player = createPlayer({ tapes });
      for (const all of rounds) await inOrder(await opened(player, all), other);
      assert.deepEqual([player.unplayed(), player.misses()], [[], []]);
    },
  }),
];

/** A client of a stream: takes the next chunk, or the end; returns whether there is more. */
type Client = () => Promise<boolean>;

/** Opens the streams in turn. @param live Where they come from, if they are live. */
async function opened(handler: Handler, all: readonly Flow[], live?: () => Promise<ServerResponse>): Promise<Client[]> {
  const clients: Client[] = [];
  for (const flow of all) {
    const asked = handler(new Request(askedOrigin + flow.target));
    const service = await live?.();
    service?.writeHead(200, { "content-type": flow.type }).flushHeaders();
    clients.push(clientOf(flow, await asked, service));
  }
  return clients;
}

function clientOf(flow: Flow, { body }: Response, service: ServerResponse | undefined): Client {
  const left = chunksOf(flow);
  const reader = body?.getReader();
  return async () => {
    const next = left.shift();
    if (next !== undefined) {
      service?.write(next);
      assert.deepEqual(new Uint8Array((await reader?.read())?.value ?? []), next);
    } else if (flow.end === "client") {
      const closed = service && once(service, "close");
      await reader?.cancel();
      await closed;
    } else if (flow.end === "truncation") {
      service?.destroy();
      await assert.rejects(async () => reader?.read());
    } else {
      service?.end();
      assert.equal((await reader?.read())?.done ?? true, true);
    }
    return next !== undefined;
  };
}

/** Lets clients go on in a given order, and then one after the other. */
async function inOrder(clients: Client[], order: readonly number[]): Promise<void> {
  const left = new Set(clients);
  const goOn = async (client: Client | undefined): Promise<void> => {
    if (client !== undefined && left.has(client) && !(await client())) left.delete(client);
  };
  for (const nth of order) await goOn(clients[nth]);
  for (const client of clients) while (left.has(client)) await goOn(client);
}

/** Records streams side by side: each chunk is sent when the client of the one before has it. */
async function recorded(rounds: readonly (readonly Flow[])[], order: readonly number[]) {
  const asked: ServerResponse[] = [];
  let came = Promise.withResolvers<void>();
  const server = createServer((_request, response) => {
    asked.push(response);
    came.resolve();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const next = async (): Promise<ServerResponse> => {
    await came.promise;
    came = Promise.withResolvers();
    return asked.at(-1) as ServerResponse;
  };
  const out = await mkdtemp(join(tmpdir(), "tapedeck-streaming-"));
  try {
    const from = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const recorder = await createRecorder({ from, out, origin: askedOrigin });
    try {
      for (const all of rounds) await inOrder(await opened(recorder.player, all, next), order);
    } finally {
      await recorder.close();
    }
    return (await readTapes(out)).map(({ tape }) => tape);
  } finally {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
    await rm(out, { recursive: true });
  }
}

function untimed(tapes: Awaited<ReturnType<typeof recorded>>): unknown {
  return tapes.map(({ exchanges }) =>
    exchanges.map(({ request, response: { chunks, ...response } }) => [
      request.target,
      response,
      chunks?.map(([length]) => length),
    ]),
  );
}
