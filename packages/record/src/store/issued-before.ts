// What the recordings of a folder issued before a run: an answer that is recorded again issues the same placeholders, and
// a new one others, so that those on file keep their meaning. The session of the recorder asks it.
import { withoutGenerated } from "@tapedeck/replay/internal";
import type { Exchange, RecordedRequest } from "@tapedeck/tape";
import type { Alike, Store } from "@tapedeck/tape/files";
import {
  alikeKey,
  type IssuedBefore,
  inTurns,
  isDue,
  issuedSteps,
  mayNotIssue,
  passedSteps,
  placeholdersIn,
  requestKey,
  type Steps,
  textHash,
  unsigned,
} from "@tapedeck/tape/internal";

/** A placeholder that two answers issued, and the requests for these. */
export interface SharedPlaceholder {
  readonly placeholder: string;
  readonly request: string;
  /** The one of an earlier run. */
  readonly earlier: string;
}

/** Knows what was issued before a run. */
export interface IssuedOnFile extends IssuedBefore {
  /**
   * Notes what an answer of the run issued, in turns with the event loop.
   * @returns What is called with the request as it was written.
   */
  note(exchange: Exchange): Promise<(written: RecordedRequest) => void>;
  /**
   * Placeholders that an answer of an earlier run, which stays, issued as well: the requests differ only in what looks
   * generated, which does not tell whether another client sent it.
   */
  readonly shared: readonly SharedPlaceholder[];
}

/** An answer of an earlier run that issues something. */
interface Earlier {
  readonly key: string;
  readonly request: string;
  readonly issued: readonly string[];
  /** Whether an answer of this run issues the same. */
  isRenewed: boolean;
}

const nothing = (): void => {};

/** Characters of a request in what is told of it. */
const longestTold = 256;

/**
 * Knows what the recordings in a folder issue. They are read once the run issues something.
 * @param fillsGaps As for a recorder: all recordings stay, and so does what they send.
 * @param alike Which requests are recorded as one on file.
 */
export function issuedOnFile(
  store: Pick<Store, "iterate">,
  fillsGaps: boolean,
  { compared }: Pick<Alike, "compared">,
): IssuedOnFile {
  const keysOf = (request: RecordedRequest): Keys => [
    hashOf(requestKey(request)),
    hashOf(withoutGenerated(alikeKey(unsigned(compared(request))))),
  ];
  const earlier = new Map<string, Earlier[]>();
  /** What answers to GETs showed to the owner of a placeholder. */
  const shownTo = new Map<string, string[]>();
  /** The placeholders, and whether one of them is issued by an answer that is counted. */
  const taken = new Map<string, boolean>();
  const shared: SharedPlaceholder[] = [];
  function* take(exchange: Exchange): Steps<void> {
    const { request } = exchange;
    const { issued, sent } = yield* fillsGaps ? issuedSteps(exchange) : passedSteps(exchange);
    const isCounted = fillsGaps || !mayNotIssue(request.method);
    for (const each of fillsGaps ? [...issued, ...placeholdersIn(request)] : issued)
      taken.set(each, isCounted || taken.get(each) === true);
    if (issued.length === 0) return;
    if (!isCounted) for (const each of sent) shownTo.set(each, [...(shownTo.get(each) ?? []), ...issued]);
    const [key, like] = keysOf(request);
    const alike = earlier.get(like) ?? [];
    earlier.set(like, alike);
    alike.push({ key, request: toldOf(request), issued, isRenewed: false });
  }
  function* takeAll(exchanges: readonly Exchange[]): Steps<void> {
    for (const exchange of exchanges) {
      if (isDue()) yield;
      yield* take(exchange);
    }
  }
  const read = async (): Promise<void> => {
    // A file that cannot be read is reported when something is to be written there.
    try {
      for await (const { exchanges } of store.iterate()) await inTurns(takeAll(exchanges));
    } catch {}
    isRead = true;
  };
  let [isRead, reading]: [boolean, Promise<void> | null] = [false, null];
  const earlierOf = ([key, like]: Keys): Earlier | undefined => {
    const alike = earlier.get(like) ?? [];
    const own = alike.filter((each) => each.key === key);
    return (own.length > 0 ? own : alike).find(({ isRenewed }) => !isRenewed);
  };
  function* noteSteps(exchange: Exchange): Steps<(written: RecordedRequest) => void> {
    const { request } = exchange;
    const issued = new Set((yield* passedSteps(exchange)).issued);
    const before = issued.size === 0 ? undefined : earlierOf(keysOf(request));
    if (before === undefined) return nothing;
    before.isRenewed = true;
    if (mayNotIssue(request.method)) return nothing;
    return (written) => {
      if (before.key === keysOf(written)[0]) return;
      for (const placeholder of before.issued)
        if (issued.has(placeholder)) shared.push({ placeholder, request: toldOf(request), earlier: before.request });
    };
  }
  return {
    load() {
      reading ??= read();
      return isRead ? null : reading;
    },
    isTaken: (placeholder, isCounted) => (isCounted ? taken.has(placeholder) : taken.get(placeholder) === true),
    ...(!fillsGaps && {
      // A session that is signed, not encrypted, is hidden whole, but what it holds is read, and named, before a page shows it.
      expectedFor: (request: RecordedRequest) => {
        const issued = earlierOf(keysOf(request))?.issued ?? [];
        return [...issued, ...issued.flatMap((each) => shownTo.get(each) ?? [])];
      },
    }),
    note: async (exchange) => (isRead && !fillsGaps ? inTurns(noteSteps(exchange)) : nothing),
    shared,
  };
}

function toldOf({ method, target }: RecordedRequest): string {
  return `${method} ${target}`.slice(0, longestTold);
}

/** Of a request, and of those that differ from it in what is ignored, looks generated or signs it alone. */
type Keys = readonly [key: string, like: string];

const hashOf = (text: string): string => textHash(text).join();
