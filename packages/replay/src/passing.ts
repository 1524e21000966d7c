import type { Ask, Reply } from "./ask.ts";
import { type Mode, modeOf } from "./mode.ts";
import { pathPattern } from "./path-pattern.ts";
import type { Player } from "./player.ts";
import { replyOf, requestOf, type Upstream } from "./upstream.ts";

/** What passes, and past whom. */
export interface PassingOptions {
  /** Patterns of paths: `*` stands for what is within one segment, `**` for anything. */
  readonly paths: readonly string[];
  /** Whose journal tells of it, at no cost. */
  readonly player: Player;
}

/**
 * Passes requests for chosen paths on to upstream, every time, whatever is recorded; nothing of it is kept. All others
 * are answered as before. Where upstream does not answer, a 502 says why.
 * @throws RangeError for a pattern that no path can match.
 * @example
 * const mode = passing(player, forwardTo("https://api.service.example"), { paths: ["/search/**"], player });
 */
export function passing(mode: Mode, upstream: Upstream, { paths, player }: PassingOptions): Mode {
  const patterns = paths.map(pathPattern);

  const pass = async (ask: Ask, prefix: string): Promise<Reply> => {
    const reply = await upstream(requestOf(ask, prefix))
      .then((response) => replyOf(response, ask.method))
      .catch((error: unknown) => unanswered(player.scrub((error as Error).message)));
    player.note(ask, reply.status);
    return reply;
  };

  return modeOf((ask) => {
    const { target, prefix } = player.inquire(ask).place;
    const path = target.replace(/\?.*/s, "");
    return patterns.some((pattern) => pattern.test(path)) ? pass(ask, prefix) : mode.answer(ask);
  });
}

/** The harness speaks, as in a miss. */
function unanswered(reason: string): Reply {
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
