import type { Exchange, RecordedRequest, Sanitizer } from "@tapedeck/tape";
import { discardBody, type Store, type Turn } from "@tapedeck/tape/files";
import { checkReturned, prepareKey, rechunked } from "@tapedeck/tape/internal";
import type { RecorderOptions } from "../recorder-options.ts";
import type { Sender } from "../send/credential.ts";
import type { Tally } from "../tally.ts";
import { appendChecked } from "./append-checked.ts";
import type { IssuedOnFile } from "./issued-before.ts";
import type { LookBack } from "./look-back.ts";

/** What a keeper works with: the hooks of the recorder, and what it has opened. */
interface KeeperContext extends Pick<RecorderOptions, "api" | "beforeStore" | "onExchange"> {
  readonly sanitizer: Sanitizer;
  /** What was issued before the run, if anything was recorded. */
  readonly before: IssuedOnFile | undefined;
  readonly store: Store;
  readonly tally: Tally;
  readonly origin: string;
  readonly lookBack: LookBack;
}

interface Hidden {
  readonly clean: Exchange;
  /** Called with the request as it was written. */
  readonly written: ((request: RecordedRequest) => void) | undefined;
}

/**
 * Resolves to an exchange as it was stored, its secrets hidden; as it came, if a hook keeps it out or it was recorded.
 * @param issuedBefore The placeholders that its recording issued: it is read for its secrets, and not stored.
 */
export type Keep = (came: Exchange, sender: Sender, turn: Turn, issuedBefore?: readonly string[]) => Promise<Exchange>;

/** Makes the function that hides the secrets of what came, one exchange after the other, and stores it. */
export function createKeeper(context: KeeperContext): Keep {
  const { sanitizer, before, store, tally, origin, lookBack } = context;
  // In the order in which they came: the next request may send what an answer issues.
  let hiding: Promise<unknown> = Promise.resolve();
  const hideInTurn = (raw: Exchange, unnamed: Sender["unnamed"], known?: readonly string[]): Promise<Hidden> => {
    const read = (): Exchange => sanitizer.expecting(new Set(known), () => sanitizer.exchange(raw, unnamed));
    const hidden = hiding.then(async () => {
      const clean = await sanitizer.whenReady(read);
      tally.read(clean);
      lookBack.stores();
      await prepareKey(clean.request);
      await lookBack.sent(clean.request);
      return { clean, written: await before?.note(clean) };
    });
    hiding = hidden.catch(() => {});
    return hidden;
  };

  return async (came, { authorization, unnamed }, turn, issuedBefore) => {
    // The client has received the whole stream.
    if (came.response.chunks !== undefined) turn.end();
    const given = context.beforeStore ? await context.beforeStore(came) : came;
    const raw = given === null ? null : checkReturned("beforeStore", given);
    if (issuedBefore) await hideInTurn(came, unnamed, issuedBefore);
    if (raw === null || issuedBefore) {
      discardBody(came.request.body);
      discardBody(came.response.body);
      return came;
    }
    const { clean, written } = await hideInTurn(raw, unnamed);
    const exchange = rechunked(raw, clean);
    if (authorization !== null) tally.redacted(exchange.request.principal);
    const { stored, event } = await appendChecked(store, exchange, turn, tally, context.api, origin);
    written?.(stored.request);
    context.onExchange?.(event);
    return stored;
  };
}
