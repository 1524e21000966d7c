import { credentialsOf, type Tokens } from "@tapedeck/api";
import type { Recorder } from "@tapedeck/record";
import type { Handler, IncomingRequest, Outcome } from "@tapedeck/replay";
import { asksForSocket, handlerOf, isWorthRecording } from "@tapedeck/replay/internal";
import { forwardTo } from "@tapedeck/serve";
import type { RedactOptions } from "@tapedeck/tape";
import { anyToken } from "@tapedeck/tape/internal";
import { type Bounds, recorderBounds } from "../command/options/bounds.ts";
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
  readonly bound: Bounds;
  readonly tell: Tell;
}

/**
 * Starts the recorder that answers a replay's misses: into its folder, which it locks, and gentle to the rate limit.
 * @throws UserError for what the user can correct.
 */
export async function recordingUpstream(
  options: RecordingOptions,
): Promise<{ readonly upstream: Handler; readonly recorder: Recorder }> {
  const { from, out, origin, bound, tell, tokens, token, redact } = options;
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
    ...recorderBounds(bound),
  }).catch(refused);
  return { upstream: speaking(recorder.player.answer, options), recorder };
}

/**
 * Returns the live API itself, from which nothing is stored.
 * @throws UserError for an invalid base URL.
 */
export function passingUpstream(options: LiveApi): Handler {
  try {
    const forward = forwardTo(options.from);
    // Loaded only now, as for a recording.
    const answer = async (ask: IncomingRequest): Promise<Outcome> =>
      asksForSocket(ask) ? (await import("@tapedeck/record")).passSockets(options.from)(ask) : forward.answer(ask);
    return speaking(answer, options);
  } catch (error) {
    return refused(error);
  }
}

/** Asks upstream with the given credential, on behalf of callers who send an unknown one. */
function speaking(answer: Handler["answer"], { from, tokens, token }: LiveApi): Handler {
  const known = credentialsOf(tokens);
  /** Returns the credential to send in place of the caller's; none to send the caller's. */
  const other = (base: string, authorization: string | undefined, page: string | undefined): object => {
    if (token === null || authorization === undefined) return {};
    // A page of another origin may ask a replay, but not with the operator's credential.
    if (page !== undefined && page !== new URL(base).origin) return {};
    if (known.some((credential) => authorization.includes(credential.token))) return {};
    return { authorization: `token ${token}` };
  };
  return handlerOf((ask) => {
    const { headers, base } = ask;
    const [authorization, page] = [headers["authorization"], headers["origin"]].map((each) => each?.toString());
    return wrongBaseUrl(base, from) ?? answer({ ...ask, headers: { ...headers, ...other(base, authorization, page) } });
  });
}
