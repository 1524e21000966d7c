import { credentialsOf, type Tokens } from "@tapedeck/api";
import type { Recorder } from "@tapedeck/record";
import type { FetchHandler, IncomingRequest, Outcome } from "@tapedeck/replay";
import { asksForSocket, isWorthRecording } from "@tapedeck/replay/internal";
import { forwardTo } from "@tapedeck/serve";
import type { RedactOptions } from "@tapedeck/tape";
import { anyToken } from "@tapedeck/tape/internal";
import type { Tell } from "../command/tell.ts";
import { refused } from "../command/user-error.ts";
import { exchangeLine } from "../record/report.ts";
import { wrongBaseUrl } from "../record/wrong-base-url.ts";

/** The live API that a replay asks for misses. */
export interface LiveApi {
  readonly from: string;
  /** The known tokens that callers send. */
  readonly tokens: Tokens;
  /** The token to send in place of a caller's own; null to send the caller's. */
  readonly token: string | null;
  readonly redact: RedactOptions;
}

/** How a replay records. */
interface RecordingOptions extends LiveApi {
  readonly out: string;
  readonly origin?: string | undefined;
  readonly tell: Tell;
}

/**
 * Starts the recorder that answers a replay's misses: into its folder, which it locks, and gentle to the rate limit.
 * @throws UserError for what the user can correct.
 */
export async function recordingUpstream(
  options: RecordingOptions,
): Promise<{ readonly upstream: FetchHandler; readonly recorder: Recorder }> {
  const { from, out, origin, tell, tokens, token, redact } = options;
  // Loaded only now: a replay should neither wait for the recorder nor need its permissions.
  const { createRecorder } = await import("@tapedeck/record");
  const recorder = await createRecorder({
    from,
    out,
    redact,
    tokens: { ...tokens, ...(token !== null && { [anyToken]: token }) },
    fillsGaps: "changes",
    beforeStore: (exchange) => (isWorthRecording(exchange) ? exchange : null),
    onExchange: (event) => tell("exchange", event, exchangeLine(event)),
    ...(origin !== undefined && { origin }),
  }).catch(refused);
  return { upstream: speaking(recorder.player, options), recorder };
}

/**
 * Returns the live API itself, from which nothing is stored.
 * @throws UserError for an invalid base URL.
 */
export function passingUpstream(options: LiveApi): FetchHandler {
  try {
    const forward = forwardTo(options.from);
    // Loaded only now, as for a recording.
    const answer = async (ask: IncomingRequest): Promise<Outcome> =>
      asksForSocket(ask) ? (await import("@tapedeck/record")).passSockets(options.from)(ask) : forward.answer(ask);
    return speaking(
      Object.assign((request: Request) => forward(request), { answer }),
      options,
    );
  } catch (error) {
    return refused(error);
  }
}

/** Asks upstream with the given credential, on behalf of callers who send an unknown one. */
function speaking(upstream: FetchHandler, { from, tokens, token }: LiveApi): FetchHandler {
  const known = credentialsOf(tokens);
  /** Returns the credential to send in place of the caller's; undefined to send the caller's. */
  const other = (authorization: string | null, page: string | null, base: string): { authorization?: string } => {
    if (token === null || authorization === null) return {};
    // A page of another origin may ask a replay, but not with the operator's credential.
    if (page !== null && page !== new URL(base).origin) return {};
    if (known.some((credential) => authorization.includes(credential.token))) return {};
    return { authorization: `token ${token}` };
  };
  const { answer } = upstream;
  const asking = async (request: Request): Promise<Response> => {
    const elsewhere = wrongBaseUrl(request.url, from);
    if (elsewhere) {
      const { status, headers, body } = elsewhere;
      return new Response(body, { status, headers: headers as [string, string][] });
    }
    const { headers: sent, url } = request;
    const { authorization } = other(sent.get("authorization"), sent.get("origin"), url);
    if (authorization === undefined) return upstream(request);
    const headers = new Headers(sent);
    headers.set("authorization", authorization);
    return upstream(new Request(request, { headers }));
  };
  if (answer === undefined) return asking;
  const opening = async (ask: IncomingRequest): Promise<Outcome> => {
    const { headers, base } = ask;
    const [authorization = null, page = null] = [headers["authorization"], headers["origin"]].map((each) =>
      each?.toString(),
    );
    return wrongBaseUrl(base, from) ?? answer({ ...ask, headers: { ...headers, ...other(authorization, page, base) } });
  };
  return Object.assign(asking, { answer: opening });
}
