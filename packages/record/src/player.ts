import type {
  Handler,
  IncomingRequest,
  OpenedSocket,
  Outcome,
  OutgoingResponse,
  StreamedResponse,
} from "@tapedeck/replay";
import { asksForSocket, handlerOf, ownProblem, relinked } from "@tapedeck/replay/internal";
import { bytesOf, type Exchange, type HeaderList, headerOf } from "@tapedeck/tape";
import { bodilessStatuses, forwardedRequestFields, forwardedResponseFields } from "@tapedeck/tape/internal";
import { UpstreamError } from "@tapedeck/tape/upstream-error";
import { createChunkQueue } from "./flow/chunk-queue.ts";
import { isLateBody, lateBody } from "./flow/late-body.ts";
import { RecorderError } from "./recorder-error.ts";
import { TooSoonError } from "./send/rate-limiter.ts";
import type { RecordRequest } from "./send/record-request.ts";
import type { RecordedService } from "./send/upstream.ts";

/**
 * Sends a request to the service with the given `Authorization` header; the address is the one that the client asked.
 */
type Send = (question: RecordRequest, authorization: string | null, address: string) => Promise<Exchange>;

/**
 * Opens a WebSocket at the service and records its messages; returns an exchange if the service gives another answer.
 */
type Connect = (
  question: RecordRequest,
  authorization: string | null,
  address: string,
) => Promise<OpenedSocket | Exchange>;

/** A handler that asks the service each time. */
export interface RecordingHandler extends Handler {
  readonly answer: (ask: IncomingRequest) => Promise<Outcome>;
  readonly expected: NonNullable<Handler["expected"]>;
}

/**
 * Makes a handler of a recorder. If the service gives no answer, the client gets a 502; if the rate limit leaves
 * nothing to spend, a 429; if the folder cannot be written, a 500. These are ours, and are not recorded.
 */
export function createRecordingPlayer(
  send: Send,
  connect: Connect,
  upstream: RecordedService,
  rewriteLinks: boolean,
): RecordingHandler {
  const answer = async (ask: IncomingRequest): Promise<Outcome> => {
    const { method, target, headers, body, base: address } = ask;
    const { base, origin: written } = upstream;
    const fields = Object.entries(headers).flatMap(([name, value]) => {
      if (value === undefined) return [];
      const text = [value].flat().join(", ");
      // A server refuses to move a file to another server: RFC 4918, section 9.9.4.
      return [[name, name === "destination" ? text.replace(address, base) : text] as const];
    });
    const ownOrigins = rewriteLinks ? [base, new URL(base).origin, written] : [];
    const streamed = Promise.withResolvers<StreamedResponse>();
    const question: RecordRequest = {
      method,
      onStream: ({ status, reason, headers, informational = [] }, cut) => {
        const queue = createChunkQueue();
        const fields = forwardedResponseFields(headers, method);
        const length = headerOf(headers, "content-encoding") ? null : headerOf(headers, "content-length");
        streamed.resolve({
          kind: "stream",
          status,
          ...(reason !== undefined && { reason }),
          headers: length === null ? fields : [...fields, ["content-length", length]],
          body: null,
          chunks: queue.chunks,
          informational,
          trailers: queue.trailers,
          ended: (ending) => {
            if (ending !== "sent") cut("client");
            queue.release();
          },
        });
        return queue;
      },
      target,
      // The recorder itself decides these two.
      headers: {
        ...Object.fromEntries(forwardedRequestFields(fields, ["accept-encoding", "authorization"])),
        ...(body !== null && isLateBody(body) && { expect: "100-continue" }),
      },
      body: body ?? new Uint8Array(),
      issuedBefore: ask.issuedBefore,
    };
    try {
      const authorization = fields.find(([name]) => name === "authorization")?.[1] ?? null;
      if (asksForSocket(ask)) {
        const came = await connect(question, authorization, address);
        return relinked("kind" in came ? came : responseOf(came), ownOrigins, address);
      }
      const exchange = send(question, authorization, address);
      const whole = exchange.then(responseOf);
      const recorded = exchange.then(({ response }) => response);
      recorded.catch(() => {});
      const first = Promise.race([streamed.promise.then((stream) => ({ ...stream, recorded })), whole]);
      return relinked(await first, ownOrigins, address);
    } catch (error) {
      const detail = (error as Error).message;
      if (error instanceof UpstreamError)
        return ownProblem(502, "upstream", { title: "The upstream gave no answer", detail });
      if (error instanceof RecorderError)
        return ownProblem(500, "recorder", { title: "The answer could not be recorded", detail });
      if (!(error instanceof TooSoonError)) throw error;
      const spent = ownProblem(429, "reserve", { title: "The rate limit is spent down to its reserve", detail });
      return { ...spent, headers: [...spent.headers, ["retry-after", String(error.seconds)]] };
    }
  };
  const expected: RecordingHandler["expected"] = async (ask) => {
    const body = lateBody(Number(ask.headers["content-length"] ?? 0));
    const outcome = answer({ ...ask, body });
    const proceed: Handler["answer"] = (whole) => {
      body.give(whole.body);
      return outcome;
    };
    return (await Promise.race([outcome, body.wanted])) ?? Object.assign(proceed, { abandon: body.abandon });
  };
  return Object.assign(handlerOf(answer), { answer, expected });
}

function responseOf({ request, response }: Exchange): OutgoingResponse | StreamedResponse {
  const { status, reason, headers, body, trailers, informational } = response;
  const said = { status, ...(reason !== undefined && { reason }) };
  const fields = forwardedResponseFields(headers, request.method);
  if ((trailers || informational) && body?.encoding !== "file") {
    const around = { ...(trailers && { trailers }), ...(informational && { informational }) };
    const length: HeaderList = trailers || body === null ? [] : [["content-length", String(bytesOf(body).length)]];
    const chunks = body === null ? [] : [{ afterMs: 0, bytes: bytesOf(body) }];
    return { kind: "stream", ...said, headers: [...fields, ...length], body: null, ...around, chunks, ended: () => {} };
  }
  // A large body was passed on as it came.
  if (bodilessStatuses.has(status) || request.method === "HEAD" || body?.encoding === "file")
    return { ...said, headers: status === 205 ? [...fields, ["content-length", "0"]] : fields, body: null };
  const bytes = bytesOf(body);
  return { ...said, headers: [...fields, ["content-length", String(bytes.length)]], body: bytes };
}
