import { type Exchange, type HeaderList, headerOf, type RecordedResponse } from "@tapedeck/tape";
import { dropOldest, passedIn, placeholderParts, type Session } from "@tapedeck/tape/internal";
import { type IncomingRequest, requestHeader } from "../http/message.ts";
import { memoizeObject } from "../memoize.ts";
import { placeholdersSent, revealed } from "./reveal.ts";

/** Asks upstream. */
export type Send = (ask: IncomingRequest) => Promise<RecordedResponse>;

/** What clients have from recorded answers, and what upstream issues in its place. */
interface IssuedUpstream {
  /** Notes that upstream answered a request: what it issues is known there. */
  stored(ask: IncomingRequest): void;
  /** Notes that a client got a recorded answer. */
  note(ask: IncomingRequest, exchange: Exchange): void;
  /** @see Player.reveal */
  reveal(ask: IncomingRequest, send: Send): Promise<IncomingRequest>;
}

/** A request that got a recorded answer, and what upstream answered to it since. */
interface Played {
  readonly ask: IncomingRequest;
  readonly issued: readonly string[];
  /** Where the recorded answer leads, such as to what was made. */
  readonly place: string | null;
  again?: Promise<IssuedAgain> | null;
}

interface IssuedAgain {
  readonly status: number;
  readonly missing: ReadonlySet<string>;
}

const [mostHeld, largestBody] = [1024, 65_536];

// A client has a password by heart.
const issuedBy = memoizeObject((exchange: Exchange) =>
  passedIn(exchange).issued.filter((each) => placeholderParts(each)?.kind !== "password"),
);

/** Returns the path of `Location`; `/` for none. */
function placeIn(headers: HeaderList): string | null {
  return URL.parse(headerOf(headers, "location") ?? "", "http://localhost")?.pathname ?? null;
}

/** Makes a memory of what clients have from recorded answers; upstream is asked for it when a request sends it there. */
export function createIssuedUpstream(session: Session): IssuedUpstream {
  const playedFor = new Map<string, Played>();
  const stored = new WeakSet<IncomingRequest>();

  const reveal = async (ask: IncomingRequest, send: Send): Promise<IncomingRequest> => {
    for (const placeholder of placeholdersSent(ask)) {
      const played = playedFor.get(placeholder);
      if (played === undefined) continue;
      played.again ??= issueAgain(played, send).catch((error) => {
        played.again = null;
        throw error;
      });
      const { status, missing } = await played.again;
      if (!missing.has(placeholder)) continue;
      const { method, target } = played.ask;
      throw new Error(
        `the client sends ${placeholder}, which the recorded answer to ${method} ${target} gave it; the service, asked for it anew, answered ${status} without it: record all of this conversation again`,
      );
    }
    return revealed(ask, session.issuedAs);
  };

  const issueAgain = async ({ ask, issued, place }: Played, send: Send): Promise<IssuedAgain> => {
    const sent = await reveal(ask, send);
    const response = await send({ ...sent, issuedBefore: issued });
    const cookies = requestHeader(sent, "cookie") ?? null;
    let missing = new Set<string>();
    await session.whenReady(() => {
      missing = new Set(issued);
      const { headers } = session.expecting(missing, () => session.response(response, sent.method, cookies));
      // Of what was made anew under another id, the client has the recorded one.
      if (placeIn(headers) !== place) missing = new Set(issued);
    });
    return { status: response.status, missing };
  };

  return {
    stored: (ask) => void stored.add(ask),
    note(ask, exchange) {
      const played = { ask, issued: issuedBy(exchange), place: placeIn(exchange.response.headers) };
      for (const placeholder of played.issued)
        if (stored.has(ask)) playedFor.delete(placeholder);
        else if ((ask.body?.length ?? 0) <= largestBody) playedFor.set(placeholder, played);
      dropOldest(playedFor, mostHeld);
    },
    reveal,
  };
}
