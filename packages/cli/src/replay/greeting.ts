import { setTimeout } from "node:timers/promises";
import type { Player, SharedPlayer } from "@tapedeck/replay";
import { findOverrunLater, overrunText, shellWord } from "@tapedeck/replay/internal";
import { anonymous, type Exchange } from "@tapedeck/tape";
import type { CommandContext } from "../command/environment.ts";
import { shownUrl } from "../command/shown-url.ts";
import type { Tell } from "../command/tell.ts";
import type { ReplayOptions } from "./options.ts";
import { replayTokens } from "./settings.ts";

/** The address of a replay, and the file of the certificate that its clients must trust, if there is one. */
interface Where {
  readonly url: string;
  readonly certificate: string | null;
}

/**
 * Prints where a replay is, and what to try next.
 * @param what The recordings, in words.
 * @param first A request to suggest; by default one of the player's recordings.
 */
export function greet(
  player: Player | SharedPlayer,
  what: string,
  { url, certificate }: Where,
  options: ReplayOptions,
  first: string = suggestion(player),
): void {
  const { from = "", misses, pass } = options;
  const missing = misses === "record" ? `; what is missing is asked of ${shownUrl(from)} and recorded` : "";
  const passed = pass.length === 0 ? "" : `; ${pass.join(", ")} passes to ${shownUrl(from)}`;
  console.log(`tapedeck: replaying ${what} on ${url}${missing}${passed}`);
  const file = certificate === null ? null : shellWord(certificate);
  const trusting = file === null ? "" : `--cacert ${file} `;
  const trust = file === null ? "" : `  trust   export NODE_EXTRA_CA_CERTS=${file}\n`;
  const steer = `  then    curl ${trusting}-X POST '${url}/_tapedeck/clock?advance=3600'\n  and     curl ${trusting}${url}/_tapedeck/journal\n`;
  console.error(
    `${trust}  try     curl ${trusting}-i ${shellWord(url + first)}\n${options.control ? steer : ""}  Ctrl-C stops it`,
  );
}

/**
 * Prints advice if a recording holds more requests than its limit allows while the clock stands still: the recorder
 * waited for the next window, and the replay would refuse its client.
 */
export async function warnOfOverrun(
  player: Player | SharedPlayer,
  { token, control }: ReplayOptions,
  { environment }: Pick<CommandContext, "environment">,
  tell: Tell,
  stopped: AbortSignal,
): Promise<void> {
  // Takes a tenth of the time, so that clients hardly notice; nothing waits for it.
  let before = process.uptime();
  let isAtStart = true;
  const pause = async (): Promise<boolean> => {
    await setTimeout(9000 * (process.uptime() - before), undefined, { ref: false });
    before = process.uptime();
    isAtStart = false;
    return !stopped.aborted;
  };
  const overrun = await findOverrunLater(player, replayTokens(token, environment), pause).catch((error) => {
    if (isAtStart) throw error;
    // An unreadable recording is reported when it is requested.
    return null;
  });
  if (overrun === null) return;
  const { policy, seconds } = overrun;
  const move = control && seconds > 0 ? `; or move it: POST /_tapedeck/clock?advance=${Math.ceil(seconds)}` : "";
  const advice = [`let the clock run: --clock real${move}`, `raise the limit: --limit ${policy}=NUMBER`];
  tell("overrun", overrun, overrunText(overrun, advice));
}

// The first exchanges of a large recording say enough.
const mostLooked = 200;

/** Suggests the shortest recorded GET, one without a credential and with a 200 if there is one. Reads no answer: a start has read none yet. */
function suggestion(player: Player | SharedPlayer): string {
  const rank = ({ request, response }: Exchange): number =>
    (request.principal === anonymous ? 0 : 2) + (response.status === 200 ? 0 : 1);
  const [first] = Iterator.from(player.recorded())
    .take(mostLooked)
    .map(({ exchange }) => exchange)
    .filter(({ request }) => request.method === "GET" && request.target.startsWith("/"))
    // curl opens no WebSocket.
    .filter(({ request }) => !request.headers.some(([name]) => name === "upgrade"))
    .toArray()
    .sort((a, b) => rank(a) - rank(b) || a.request.target.length - b.request.target.length);
  return first?.request.target ?? "/";
}
