import type { IncomingRequest, OutgoingResponse } from "@tapedeck/replay";
import { textAnswer } from "@tapedeck/replay/internal";
import { collected, isSpooled, nextTurn, type SpooledBody } from "@tapedeck/tape/internal";
import { type ControlAccess, createGuard } from "./guard.ts";
import { ControlError, type SteeredPlayer } from "./operation.ts";
import { isOperation, operations } from "./operations.ts";

/** Path prefix of the control API; no path of a recorded API begins so. */
const prefix = "/_tapedeck/";

const decoder = new TextDecoder();

/** Returns whether the control API answers a request. */
export function isSteering({ target }: IncomingRequest): boolean {
  return target.startsWith(prefix);
}

/**
 * The control API of a player, for tests that steer a server from outside: `/_tapedeck/health`, `clock`, `quotas`,
 * `journal`, `misses`, `unplayed`, `tapes`, `reset`, and its own description, `openapi.json`. By default it answers
 * callers on this machine alone, under a name of this machine, and no page of another origin. For a player that counts
 * in a store, settings of buckets are made in the store, for all who count there; `reset` forgets this player's turns
 * and journal, and leaves the store as it is.
 * @returns A function that answers a request, or returns null for one that does not belong to the control API.
 * @throws RangeError for an invalid address or token in `access`.
 * @example
 * await listen(player, { control: control(player) });
 * await fetch(`${url}/_tapedeck/clock?advance=3600`, { method: "POST" });
 */
export function control(
  player: SteeredPlayer,
  access: ControlAccess = {},
): (request: IncomingRequest) => Promise<OutgoingResponse> | null {
  const guard = createGuard(access);
  const answer = async (request: IncomingRequest): Promise<OutgoingResponse> => {
    guard(request);
    const { pathname, searchParams } = new URL(request.target, "http://localhost");
    const name = `${request.method} ${pathname.slice(prefix.length)}`;
    if (!isOperation(name)) throw new ControlError(404, `No operation ${name}: ${Object.keys(operations).join(", ")}`);
    const { body } = request;
    const text = isSpooled(body) ? await textOf(body) : decoder.decode(body ?? undefined);
    if (text !== "") await nextTurn();
    return json(200, await operations[name].run(player, { query: searchParams, body: text }));
  };
  return (request) =>
    isSteering(request)
      ? answer(request).catch((error: unknown) => {
          if (!(error instanceof ControlError)) throw error;
          return json(error.status, { message: error.message });
        })
      : null;
}

// A body that is needed as a whole is read up to this many bytes: to parse more would keep other clients waiting.
const mostRead = 8 * 1024 * 1024;

async function textOf(body: SpooledBody): Promise<string> {
  if (body.length > mostRead) throw new ControlError(413, `The control API reads ${mostRead} bytes at most`);
  return decoder.decode(await collected(body));
}

function json(status: number, value: unknown): OutgoingResponse {
  const fields = [["cache-control", "no-store"]] as const;
  return textAnswer(status, "application/json; charset=utf-8", `${JSON.stringify(value)}\n`, fields);
}
