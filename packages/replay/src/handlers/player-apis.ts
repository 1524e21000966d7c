import type { Api } from "@tapedeck/api";
import type { Exchange } from "@tapedeck/tape";
import { originsIn, playedApis, type TapeSource } from "../index/tape-source.ts";

/** The options that decide which APIs a player's tapes belong to. */
interface Described {
  readonly api?: Api | readonly [Api, ...Api[]];
  readonly tapes: TapeSource;
  readonly over?: readonly TapeSource[];
}

/** Returns the same APIs with a hook that changes exchanges once more before they are replayed. */
export function withHook(
  apis: readonly [Api, ...Api[]],
  hook: ((exchange: Exchange) => Exchange) | undefined,
): readonly [Api, ...Api[]] {
  if (hook === undefined) return apis;
  const hooked = (api: Api): Api => {
    const { beforeReplay = (exchange: Exchange): Exchange => exchange } = api.behaviour;
    return { ...api, behaviour: { ...api.behaviour, beforeReplay: (exchange) => hook(beforeReplay(exchange)) } };
  };
  const [first, ...rest] = apis;
  return [hooked(first), ...rest.map(hooked)];
}

/** Returns the APIs of a player: without a description, one for each origin of its tapes. */
export function apisOf({ api, tapes, over = [] }: Described): readonly [Api, ...Api[]] {
  return playedApis(api, originsIn([...over, tapes]));
}
