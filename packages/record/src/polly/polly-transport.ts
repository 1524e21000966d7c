import { Buffer } from "node:buffer";
import type http from "node:http";
import { headerList, type InformationalResponse, type RecordedResponse } from "@tapedeck/tape";
import { isSpooled, ownReason, rawFields } from "@tapedeck/tape/internal";
import { codeOf } from "@tapedeck/tape/upstream-error";
import { captureFlow, type OpenLarge, type OpenTap, type RecordedFlow } from "../flow/flow.ts";
import { isLateBody } from "../flow/late-body.ts";
import type { RecorderOptions } from "../recorder-options.ts";
import { createAgents, isProxyRefusal } from "../send/agents.ts";
import type { Transport, WireRequest } from "../send/transport.ts";
import { type CaptureOptions, Polly, type PollyEntry } from "./polly.ts";
import { responseIn } from "./polly-entry.ts";
import { type SaveEntry, TapePersister } from "./tape-persister.ts";
import { WireAdapter } from "./wire-adapter.ts";

type TransportLimits = Required<Pick<RecorderOptions, "timeoutSeconds" | "streamSeconds" | "chunked">> & {
  readonly maxBodyBytes?: number | undefined;
};

/** A client may wait for what comes with its answer; an answer that is slow within this time is handed on whole. */
const handOnAfterMs = 250;

/** Maximum number of informational responses before an answer: each is kept, and nothing else ends them. */
const maxInformational = 100;

/** A service may not know `Expect`, and wait for the body: RFC 9110, section 10.1.1. */
const continueAfterMs = 1000;

/** Sends with Polly.js, which records the answers. Other requests of the process pass. */
export function openPollyTransport({
  timeoutSeconds,
  maxBodyBytes,
  streamSeconds,
  chunked,
}: TransportLimits): Transport {
  const reading = new Map<string, (entry: PollyEntry) => void>();
  const polly = createPolly((ticket, entry) => reading.get(ticket)?.(entry));
  const adapter = polly.adapters.get(WireAdapter.id) as unknown as WireAdapter;
  const agents = createAgents(true);
  const freshAgents = createAgents(false);
  const sending = new Set<Promise<void>>();
  const failing = new Set<(code: string) => void>();
  let tickets = 0;

  return {
    send<T>(
      { method, url, target, headers, body }: WireRequest,
      read: (response: RecordedResponse) => Promise<T>,
      openLarge: OpenLarge,
      open?: OpenTap,
      fresh = false,
    ): Promise<T> {
      const ticket = String(tickets++);
      let sent: http.ClientRequest | null = null;
      let late: Error | null = null;
      const informational: InformationalResponse[] = [];
      let flow: RecordedFlow & Partial<Pick<RecordedResponse, "reason" | "status">> = {};
      // A stream has a time limit of its own.
      const tap: OpenTap = (head, cut) => {
        clearTimeout(timer);
        return open?.({ ...head, informational: [...informational] }, cut) ?? null;
      };
      const fail = (code: string): void => {
        late = Object.assign(new Error("ended"), { code });
        // On Deno, a request that has its answer has no listener left.
        sent?.on("error", () => {});
        sent?.destroy(late);
      };
      const timer = setTimeout(fail, timeoutSeconds * 1000, "ETIMEDOUT");
      failing.add(fail);
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      let isRead = false;
      reading.set(ticket, (entry) => {
        clearTimeout(timer);
        failing.delete(fail);
        isRead = true;
        // Here, and not when Polly.js has finished with it: the caller should not wait for that.
        responseIn(entry, maxBodyBytes)
          .then((response) => {
            if (isProxyRefusal(response.status, url)) throw Object.assign(new Error("proxy"), { code: "EPROXYAUTH" });
            // What had come with it, before the request was destroyed, is parsed to its end.
            if (late !== null) throw late;
            return read(asItCame(response, flow, informational));
          })
          .then(resolve, reject);
      });
      const expected = isLateBody(body) ? body : null;
      let patience: NodeJS.Timeout | undefined;
      /** An answer without a 100 before it: upstream does not want the body. */
      const refuse = (): void => {
        clearTimeout(patience);
        expected?.give(null);
      };
      const ended = (error?: Error): void => {
        refuse();
        clearTimeout(timer);
        failing.delete(fail);
        reading.delete(ticket);
        if (isRead && error === undefined) return;
        // The service may close a kept connection just as the next request goes out.
        const isStale = error && !hasHead && sent?.reusedSocket && /^(?:ECONNRESET|EPIPE)$/.test(codeOf(error));
        if (isStale && late === null) late = Object.assign(new Error("stale connection"), { code: "ECONNSTALE" });
        // In the middle of a body this looks like a connection that the other side closed.
        reject(late ?? error ?? new Error("Polly.js gave an answer that it did not record"));
      };
      // An upload may take as long as the service goes on reading it.
      async function* upload(pieces: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
        for await (const piece of pieces) {
          if (!hasHead) timer.refresh();
          yield piece;
        }
      }
      let hasHead = false;
      const options: CaptureOptions = {
        ...(isSpooled(body) && { upload: upload(body.pieces()) }),
        capture: (response) => {
          hasHead = true;
          refuse();
          const { statusCode: status = 0, statusMessage } = response;
          // A 101 that names no protocol comes as an answer.
          if (status === 101) fail("EUPGRADE");
          const said = { status, ...ownReason(status, statusMessage) };
          return captureFlow(
            response,
            {
              maxBytes: maxBodyBytes,
              seconds: open ? streamSeconds : timeoutSeconds,
              chunked,
              handOnAfterMs: open && handOnAfterMs,
              openLarge,
            },
            tap,
            (came) => {
              flow = { ...came, ...said };
            },
          );
        },
        // A connection without the body that was announced takes no other request.
        agent: (fresh || expected ? freshAgents : agents).for(url),
        target,
        onSent(request): void {
          sent = request;
          if (expected !== null) {
            request.once("continue", expected.want);
            patience = setTimeout(expected.want, continueAfterMs);
          }
          // Deno would retry a request of any method by itself on a new connection, and the service would act twice.
          Object.assign(request, { _retrying: true });
          let informed = 0;
          request.on("information", ({ statusCode: status, rawHeaders }) => {
            informed += 1;
            if (informed > maxInformational) return void (request.destroyed || fail("EINFORMATIONAL"));
            // A 100 concerns only the connection: RFC 9110, section 15.2.1.
            if (status !== 100) informational.push({ status, headers: headerList(rawFields(rawHeaders)) });
          });
          // A 101: no answer follows, and no other event tells that the request has ended.
          request.once("upgrade", (_head, socket) => {
            socket.destroy();
            late = Object.assign(new Error("switched protocols"), { code: "EUPGRADE" });
            request.emit("error", late);
          });
        },
      };
      const asked = adapter.send(method, !isSpooled(body) && body.length > 0 ? Buffer.from(body) : "", {
        ticket,
        url: url.href,
        headers,
        parsedArguments: { options },
        ended,
      });
      const done = asked.catch(ended).then(() => void sending.delete(done));
      sending.add(done);
      return promise;
    },
    breakOff() {
      for (const fail of failing) fail("ECLOSED");
    },
    async close() {
      await Promise.all(sending);
      await polly.stop();
      agents.destroy();
    },
  };
}

function asItCame(
  response: RecordedResponse,
  { coding, ...flow }: RecordedFlow & Partial<Pick<RecordedResponse, "status">>,
  informational: readonly InformationalResponse[],
): RecordedResponse {
  const headers = coding ? headerList([...response.headers, ["content-encoding", coding]]) : response.headers;
  return { ...response, headers, ...flow, ...(informational.length > 0 && { informational }) };
}

function createPolly(save: SaveEntry): Polly {
  const polly = new Polly("tapedeck", {
    adapters: [WireAdapter as never],
    logLevel: "silent",
    matchRequestsBy: { body: false, headers: false, method: false, order: false, url: false },
    mode: "record",
    persister: TapePersister as never,
    persisterOptions: { disableSortingHarEntries: true, keepUnusedRequests: true, tape: { save } },
    recordFailedRequests: true,
  });
  // It copies its enumerable configuration for each request, and reads only this there.
  for (const key of Object.keys(polly.config)) {
    Object.defineProperty(polly.config, key, { enumerable: key === "recordFailedRequests" });
  }
  return polly;
}
