import { checkOptions } from "@tapedeck/tape/internal";
import type { Outcome } from "../deliver/outcome.ts";
import type { IncomingRequest } from "../http/message.ts";
import { ownProblem } from "../http/own-answer.ts";
import { pathPattern } from "../match/ignore.ts";
import { type FetchHandler, type Handler, handlerOf } from "./handler.ts";
import type { Player } from "./player.ts";
import { askUpstream } from "./upstream.ts";

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
export function passthrough(handler: Handler, upstream: FetchHandler, options: PassthroughOptions): Handler {
  checkOptions("pass requests on", options, { paths: "object", player: true }, ["paths", "player"]);
  const { paths, player } = options;
  const patterns = paths.map(pathPattern);

  const pass = async (ask: IncomingRequest, prefix: string): Promise<Outcome> => {
    const reply = await askUpstream(upstream, ask, prefix).catch((error: Error) =>
      ownProblem(502, "upstream", { title: "The upstream gave no answer", detail: player.scrub(error.message) }),
    );
    await player.log(ask, reply);
    return reply;
  };

  return handlerOf((ask) => {
    const { target, prefix } = player.resolve(ask).route;
    const path = target.replace(/\?.*/s, "");
    return patterns.some((pattern) => pattern.test(path)) ? pass(ask, prefix) : handler.answer(ask);
  }, player.prepare);
}
