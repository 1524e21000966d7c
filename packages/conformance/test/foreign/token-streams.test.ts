// Clients that others wrote, reading streams: recorded through `tapedeck record --proxy`, replayed offline.
import { randomUUID } from "node:crypto";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import Anthropic from "@anthropic-ai/sdk";
import { createPlayer, type Player, type PlayerOptions, stoppedClock } from "@tapedeck/replay";
import { listen } from "@tapedeck/serve";
import type { Exchange, RecordedChunk } from "@tapedeck/tape";
import { readTapes } from "@tapedeck/tape/files";
import { streamText } from "ai";
import { EventSource } from "eventsource";
import OpenAI from "openai";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { serveUpstream, tempFolder } from "../../../../.ci/test-resources.ts";
import { throughProxy } from "./record-by.ts";
import { tokenStreams, tokens } from "./servers/token-streams.ts";

let folder: string;
beforeEach(async () => {
  folder = await tempFolder();
});

const messages = [
  { role: "user", content: "Tell me a story." },
  { role: "user", content: "A short one." },
] as const;
const apiKey = "sk-test-0123456789abcdefghijklmnop";

/** Gives the tokens of an answer as they come. */
type Client = (url: string, signal?: AbortSignal, asked?: readonly object[]) => AsyncIterable<string>;

async function* openai(url: string, signal?: AbortSignal, asked: readonly object[] = messages): AsyncIterable<string> {
  const client = new OpenAI({ apiKey, baseURL: `${url}/v1`, maxRetries: 0 });
  const request = { model: "m-1", stream: true, user: randomUUID(), messages: asked as [] } as const;
  const stream = await client.chat.completions.create(request, { signal: signal ?? null });
  for await (const { choices } of stream) if (choices[0]?.delta.content) yield choices[0].delta.content;
}

async function* anthropic(url: string, signal?: AbortSignal): AsyncIterable<string> {
  const client = new Anthropic({ apiKey, baseURL: url, maxRetries: 0 });
  const request = { model: "m-1", max_tokens: 10, stream: true } as const;
  const stream = await client.messages.create(
    { ...request, messages: [...messages], metadata: { user_id: randomUUID() } },
    { signal: signal ?? null },
  );
  for await (const event of stream)
    if (event.type === "content_block_delta" && event.delta.type === "text_delta") yield event.delta.text;
}

async function* vercel(url: string, signal?: AbortSignal): AsyncIterable<string> {
  const model = createOpenAICompatible({ name: "m", baseURL: `${url}/v1`, apiKey }).chatModel("m-1");
  let failed: unknown = null;
  const { textStream } = streamText({
    model,
    messages: [...messages],
    maxRetries: 0,
    ...(signal && { abortSignal: signal }),
    onError: ({ error }) => {
      failed = error;
    },
  });
  yield* textStream;
  if (failed !== null) throw failed;
}

const clients: ReadonlyArray<[name: string, client: Client]> = [
  ["openai", openai],
  ["@anthropic-ai/sdk", anthropic],
  ["ai", vercel],
];

async function all(coming: AsyncIterable<string>): Promise<string[]> {
  const texts: string[] = [];
  for await (const text of coming) texts.push(text);
  return texts;
}

/** Records what a client asks of the stand-in. */
async function record<T>(work: (url: string) => Promise<T>): Promise<T> {
  return throughProxy(await serveUpstream(tokenStreams), folder, work);
}

const ignored = [{ path: "/v1/**", ignore: ["body:/user", "body:/metadata/user_id"] }];

async function replay(
  options: Partial<PlayerOptions> = {},
): Promise<{ readonly player: Player; readonly url: string }> {
  const tapes = (await readTapes(folder)).map(({ tape }) => tape);
  const player = createPlayer({ tapes, match: ignored, ...options });
  const server = await listen(player);
  onTestFinished(() => server.close());
  return { player, url: server.url };
}

/** The recorded exchange with a second before each chunk. */
const slowly = ({ request, response }: Exchange): Exchange => {
  const chunks = (response.chunks ?? []).map(([bytes]): RecordedChunk => [bytes, 1000]);
  return { request, response: { ...response, chunks } };
};

/** The recorded exchange, its connection broken within the last event. */
const broken = ({ request, response }: Exchange): Exchange => {
  const text = response.body?.text?.slice(0, -10) ?? "";
  const [last = [0, 0], ...before] = (response.chunks ?? []).toReversed();
  const chunks: readonly RecordedChunk[] = [...before.toReversed(), [last[0] - 10, last[1]]];
  return { request, response: { ...response, body: { encoding: "utf8", text }, chunks, cut: "truncation" } };
};

async function endedIn(player: Player): Promise<string> {
  while (player.journal()[0]?.ended === undefined) await new Promise(setImmediate);
  return player.journal()[0]?.ended ?? "";
}

describe.each(clients)("%s", (_name, client) => {
  test("is recorded, and replayed offline: at once, token by token, and left half-way", async () => {
    expect(await record((url) => all(client(url)))).toEqual(tokens);
    const recorded = (await readTapes(folder)).flatMap(({ tape }) => tape.exchanges);
    // Each part came alone, and stands in the file as text.
    expect(recorded[0]?.response.chunks?.length).toBeGreaterThanOrEqual(tokens.length);
    expect(recorded[0]?.response.body?.text).toContain("upon ");
    expect(JSON.stringify(recorded)).not.toContain(apiKey);

    const atOnce = await replay();
    expect(await all(client(atOnce.url))).toEqual(tokens);
    expect(atOnce.player.misses()).toEqual([]);

    const clock = stoppedClock(0);
    const slow = await replay({ clock, pace: "clock", beforeReplay: slowly });
    const came: string[] = [];
    const coming = (async () => {
      for await (const token of client(slow.url)) came.push(token);
    })();
    while (slow.player.journal().length === 0) await new Promise(setImmediate);
    let seconds = 0;
    for (let count = 1; count <= tokens.length; count += 1) {
      while (came.length < count) {
        // No more than one chunk is due, however often the client looks.
        expect(came.length).toBe(count - 1);
        clock.advance(1);
        seconds += 1;
        for (let turn = 0; turn < 50 && came.length < count; turn += 1) await new Promise(setImmediate);
      }
    }
    clock.advance(100);
    await coming;
    expect(came).toEqual(tokens);
    expect(seconds).toBeGreaterThanOrEqual(tokens.length);

    const left = await replay({ clock: stoppedClock(0), pace: "clock", beforeReplay: slowly });
    const gone = new AbortController();
    const reading = all(client(left.url, gone.signal)).catch((error: Error) => error.name);
    while (left.player.journal().length === 0) await new Promise(setImmediate);
    gone.abort();
    await reading;
    expect(await endedIn(left.player)).toBe("aborted");
  });

  test("meets a connection that breaks in mid-stream", async () => {
    await record((url) => all(client(url)));
    const halfway = await replay({ beforeReplay: broken });
    await expect(all(client(halfway.url))).rejects.toThrow();
    expect(await endedIn(halfway.player)).toBe("broken");
  });
});

test("a miss of a chat says which message of the list differs", async () => {
  await record((url) => all(openai(url)));
  const { player, url } = await replay();
  const [first] = messages;
  await expect(all(openai(url, undefined, [first, { role: "user", content: "A long one." }]))).rejects.toThrow("501");
  expect(player.misses()[0]?.closest?.differences).toEqual([
    { part: "body", at: "/messages/1/content", asked: '"A long one."', recorded: '"A short one."' },
  ]);
});

test("eventsource reconnects with Last-Event-ID, and a replay gives what followed then", async () => {
  const four = async (url: string): Promise<string[]> => {
    const source = new EventSource(`${url}/events`);
    const came: string[] = [];
    await new Promise<void>((resolve) => {
      source.onmessage = ({ data }) => {
        came.push(data as string);
        if (came.length === 4) resolve();
      };
    });
    source.close();
    return came;
  };
  const events = ["event 1", "event 2", "event 3", "event 4"];
  expect(await record(four)).toEqual(events);
  const { player, url } = await replay();
  expect(await four(url)).toEqual(events);
  expect(player.misses()).toEqual([]);
});

test("eventsource is left half-way, and asks on where its connection breaks: what was not recorded then is a miss", async () => {
  await record(
    (url) =>
      new Promise<void>((resolve) => {
        const source = new EventSource(`${url}/events`);
        source.addEventListener("message", ({ data }) => {
          if (data !== "event 4") return;
          source.close();
          resolve();
        });
      }),
  );
  const clock = stoppedClock(0);
  const until = async (done: () => boolean): Promise<void> => {
    while (!done()) await new Promise(setImmediate);
  };
  /** A source that has had the first of two events. */
  const begun = async ({ player, url }: Awaited<ReturnType<typeof replay>>): Promise<EventSource> => {
    const source = new EventSource(`${url}/events`);
    const came: unknown[] = [];
    source.onmessage = ({ data }) => came.push(data);
    await until(() => player.journal().length > 0);
    clock.advance(2);
    await until(() => came.length > 0);
    expect(came).toEqual(["event 1"]);
    return source;
  };

  const slow = await replay({ clock, pace: "clock", beforeReplay: slowly });
  (await begun(slow)).close();
  expect(await endedIn(slow.player)).toBe("aborted");

  const rule = ["method", "path", "header:last-event-id"];
  const cut = await replay({ rule, clock, pace: "clock", beforeReplay: (exchange) => broken(slowly(exchange)) });
  const source = await begun(cut);
  const refused = new Promise((resolve) => {
    source.onerror = ({ code }) => code !== undefined && resolve(code);
  });
  clock.advance(1);
  expect(await refused).toBe(501);
  expect(await endedIn(cut.player)).toBe("broken");
  expect(cut.player.misses()[0]?.closest?.differences).toMatchObject([{ part: "header:last-event-id", asked: "1" }]);
});
