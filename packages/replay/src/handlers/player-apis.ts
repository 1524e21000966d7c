import { type Api, plain } from "@tapedeck/api";
import type { Exchange, Tape } from "@tapedeck/tape";

/** What says of which APIs the tapes of a player are. */
interface Described {
  readonly api?: Api | readonly [Api, ...Api[]];
  readonly tapes: readonly Tape[];
  readonly over?: ReadonlyArray<readonly Tape[]>;
}

/** The same APIs, whose exchanges are changed once more before they are replayed. */
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

/** The APIs that a player is made with: one for each origin of its tapes where nothing is known of them. */
export function apisOf({ api, tapes, over = [] }: Described): readonly [Api, ...Api[]] {
  if (api !== undefined) return "name" in api ? [api] : api;
  const origins = [...new Set([...over.flat(), ...tapes].map(({ origin }) => origin))];
  const [first = plain, ...rest] = origins.map((origin) => ({ ...plain, origins: [origin] }));
  return rest.length === 0 ? [plain] : [first, ...rest];
}
