import { requestDates } from "@tapedeck/tape/internal";
import { type IncomingRequest, requestHeader } from "./message.ts";

/**
 * Returns the time at which a request says that it was sent, in epoch seconds; null if it does not say.
 * @see RFC 9110, section 6.6.1; for signatures, ISO 8601 without separators: `20260101T000000Z`
 */
export function statedMoment(ask: Pick<IncomingRequest, "headers">): number | null {
  for (const name of requestDates) {
    const text = requestHeader(ask, name);
    if (text === undefined) continue;
    const marked = text.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)(\d\d)/, "$1-$2-$3:$4:$5");
    const moment = Math.floor(Date.parse(marked) / 1000);
    if (Number.isFinite(moment)) return moment;
  }
  return null;
}
