import type { Outcome } from "../deliver/outcome.ts";
import { asksForSocket, type IncomingRequest } from "../http/message.ts";
import { pathPattern } from "../match/path-pattern.ts";
import { type FetchHandler, type Handler, handlerOf } from "./handler.ts";
import type { Player } from "./player.ts";
import { askUpgrade, askUpstream } from "./upstream.ts";

/** Which requests pass, and which player notes them. */
export interface PassthroughOptions {
  /** Path patterns: `*` stands for anything within a segment, `**` for anything. */
  readonly paths: readonly string[];
  /** Its journal notes the requests that pass, at no cost. */
  readonly player: Player;
}

/**
 * Passes requests for the chosen paths on to an upstream, every time, whatever is recorded, and stores nothing. All
 * other requests go to the handler. If the upstream does not answer, the client gets a 502 that says why.
 * @throws RangeError for a pattern that no path can match.
 * @example
 * const handler = passthrough(player, forwardTo("https://api.service.example"), { paths: ["/search/**"], player });
 */
export function passthrough(handler: Handler, upstream: FetchHandler, { paths, player }: PassthroughOptions): Handler {
  const patterns = paths.map(pathPattern);

  const pass = async (ask: IncomingRequest, prefix: string): Promise<Outcome> => {
    const reply = await Promise.resolve()
      .then((): Promise<Outcome> => (asksForSocket(ask) ? askUpgrade : askUpstream)(upstream, ask, prefix))
      .catch((error: unknown) => unanswered(player.scrub((error as Error).message)));
    await player.log(ask, reply);
    return reply;
  };

  return handlerOf((ask) => {
    const { target, prefix } = player.resolve(ask).route;
    const path = target.replace(/\?.*/s, "");
    return patterns.some((pattern) => pattern.test(path)) ? pass(ask, prefix) : handler.answer(ask);
  }, player.prepare);
}

/** The harness speaks here, as in a miss. */
function unanswered(reason: string): Outcome {
  const problem = { title: "The upstream gave no answer", status: 502, detail: reason };
  const body = new TextEncoder().encode(`${JSON.stringify(problem)}\n`);
  return {
    status: 502,
    headers: [
      ["access-control-allow-origin", "*"],
      ["content-length", String(body.length)],
      ["content-type", "application/problem+json; charset=utf-8"],
      ["x-tapedeck", "upstream"],
    ],
    body,
  };
}
