// Reads messages without blocking the thread for long: what is slow is done beside the thread or in turns with the event
// loop, and then the reading starts again. It decides nothing about secrets. Read next: secret-memory.ts, steps.ts.
import { nextTurn } from "../../next-turn.ts";
import { finish, inTurns, isDue, type SlowWork, type Steps } from "../steps.ts";
import type { Readings } from "../text-reader.ts";
import { deriveTags, isDerived } from "./pseudonym.ts";
import type { Followed, SecretIndex } from "./search/secret-index.ts";

/** What a reading waits for, and what was done for it before. */
interface Awaited {
  readonly tags: Set<string>;
  followed: readonly Followed[];
  /** More to follow, if they are new: too many to look at at one go. */
  fresh: Map<string, Followed>;
  isNew: (secret: Followed) => boolean;
  /** The values of the message with those that are followed. */
  found: Iterable<HiddenValue>;
  work: (() => Promise<void>) | null;
  /** Reads recordings. */
  recordings: Promise<void> | null;
  /** Values of the message that are or were followed, even if they are forgotten again. */
  readonly taken: Set<string>;
  readonly done: Map<unknown, readonly Done[]>;
  readonly readings: Readings;
}

/** Work on a text or a part that is done. */
interface Done extends Message {
  readonly names: unknown;
  readonly clean: unknown;
}

/** What is read: a request, an answer, or a text that is only shown. */
export type Direction = "sent" | "issued" | "issued anew" | "shown";

/** A hidden value. */
interface HiddenValue extends Followed {
  readonly mayFollow: boolean;
}

/** What the parts of a message, or the messages of one conversation, have in common. */
export interface SharedByParts {
  /** Guessable values whose tags they may have. */
  readonly derived: Set<string>;
  /** The value that an answer issued under a placeholder. */
  readonly issued: Map<string, string>;
  /** Whom an answer issues something to, as `receiverOf` says. */
  readonly receiver: string | null;
  /** What was asked for: its client knew what is in it. */
  readonly target: string;
}

/** The message that is read, and what was found in it. */
interface Message {
  readonly reading: Direction;
  found: Map<string, HiddenValue>;
  /** Those of them that may have to be followed. */
  fresh: Map<string, Followed>;
  readonly shared: SharedByParts;
  readonly kinds: string[];
  readonly readings: Readings;
  /** Null if it does not wait. */
  readonly waits: Awaited | null;
}

/** Thrown out of a reading that has to wait. */
export const notReady: Error = new Error("a reading waits for what is slow");

/** Characters that are read at one go. */
const longestAtOnce = 16 * 1024;
const mostReadings = 32;

/** Returns what parts share before the first one is read. */
export function sharedByParts(receiver: string | null = null, target = ""): SharedByParts {
  return { derived: new Set(), issued: new Map(), receiver, target };
}

/** Returns a message that is only shown. */
export function onlyShown(): Message {
  return {
    reading: "shown",
    found: new Map(),
    fresh: new Map(),
    shared: sharedByParts(),
    kinds: [],
    readings: new Map(),
    waits: null,
  };
}

/** Reads one message at a time; others may be read while one waits. */
export interface TurnReader {
  /** Number of secrets of a message that are followed: its last ones, so few that they displace others before themselves. */
  readonly mostOfMessage: number;
  /** Returns the message that is read now. */
  readonly message: () => Message;
  readonly begin: (reading: Direction, kinds: string[], shared: SharedByParts) => Message;
  readonly during: <Result>(message: Message, work: () => Result) => Result;
  readonly whole: <Clean>(work: SlowWork<Clean>) => Clean;
  /** Does work on a text that is no message: at once, or has the reading wait until it is done in turns. */
  readonly aside: <Result>(work: SlowWork<Result>) => Result;
  /** Has the reading wait until the tag of a value is derived. */
  readonly awaitTag: (value: string) => void;
  /** Has the reading wait until recordings are read. Returns whether they are to be read, and it does not wait. */
  readonly awaitRecordings: (read: Promise<void> | null | undefined) => boolean;
  readonly whenReady: <Read>(read: () => Read) => Read | Promise<Read>;
}

/**
 * Makes a reader of messages.
 * @param index Where followed secrets are added.
 * @param onFollowed Called when some were.
 */
export function createTurnReader(index: SecretIndex, onFollowed: () => void): TurnReader {
  const mostOfMessage = Math.ceil(index.most * 0.98);
  let message = onlyShown();
  let waiting: Awaited | null = null;

  const during = <Result>(other: Message, work: () => Result): Result => {
    const before = message;
    message = other;
    try {
      return work();
    } finally {
      message = before;
    }
  };
  const whenReady = <Read>(read: () => Read, before?: Awaited, readings = 1): Read | Promise<Read> => {
    const kept = before ?? { taken: new Set(), done: new Map(), readings: new Map() };
    const none = {
      followed: [],
      fresh: new Map<string, Followed>(),
      isNew: () => true,
      found: [],
      work: null,
      recordings: null,
    };
    const waits: Awaited = { ...kept, ...none, tags: new Set() };
    waiting = readings === mostReadings ? null : waits;
    try {
      return read();
    } catch (error) {
      if (error !== notReady) throw error;
      return takeIn(waits).then(() => whenReady(read, waits, readings + 1));
    } finally {
      waiting = null;
    }
  };
  const takeIn = async (waits: Awaited): Promise<void> => {
    const { tags, followed, found, taken, done } = waits;
    // It may wait for tags, too.
    await waits.work?.().catch((error: unknown) => {
      if (error !== notReady) throw error;
    });
    await deriveTags(tags);
    await waits.recordings;
    await inTurns(take(found, taken));
    // To read again takes a while.
    if (waits.work !== null) await nextTurn();
    const all = [...followed, ...(await inTurns(chosen(waits)))];
    if (all.length === 0) return;
    await inTurns(follow(all));
    // They are hidden wherever the message repeats them.
    done.clear();
    onFollowed();
  };
  function* chosen({ fresh, isNew }: Awaited): Steps<readonly Followed[]> {
    const all: Followed[] = [];
    let left = fresh.size;
    for (const [value, each] of fresh) {
      if (isDue()) yield;
      // Whatever was followed before: a message that comes again is hidden as it was.
      const isLast = left <= mostOfMessage;
      left -= 1;
      if (isLast && isNew(each)) all.push(each);
      // The next reading, which may be the same, does not wait for it again.
      else fresh.delete(value);
    }
    return all;
  }
  function* follow(secrets: readonly Followed[]): Steps<void> {
    for (const each of secrets) {
      index.add(each);
      yield;
    }
  }
  // What its own secrets displace is not taken in again: that would displace others of its own.
  function* take(found: Iterable<HiddenValue>, taken: Set<string>): Steps<void> {
    for (const { value, mayFollow } of found) {
      if (mayFollow) taken.add(value);
      if (isDue()) yield;
    }
  }
  return {
    mostOfMessage,
    message: () => message,
    begin: (reading, kinds, shared) => {
      const readings: Readings = waiting?.readings ?? new Map();
      return { reading, found: new Map(), fresh: new Map(), shared, kinds, readings, waits: waiting };
    },
    during,
    whole({ raw, names, size, steps }) {
      const { waits, reading, found, fresh, shared, kinds } = message;
      if (waits === null || size <= longestAtOnce) return finish(steps());
      const known = waits.done.get(raw) ?? [];
      const before = known.find((each) => each.reading === reading && each.names === names);
      if (before === undefined) {
        const own: Message = {
          ...message,
          found: new Map(found),
          fresh: new Map(fresh),
          shared: { ...shared, derived: new Set(shared.derived), issued: new Map(shared.issued) },
          kinds: [],
        };
        waits.work = async () => {
          const clean = await inTurns(steps(), (work) => during(own, work));
          // Else it has no tags yet.
          if (waits.tags.size === 0) waits.done.set(raw, [...known, { ...own, names, clean }]);
        };
        throw notReady;
      }
      // Not copied: they may be many, and they include what the message had found before.
      message.found = before.found;
      message.fresh = before.fresh;
      for (const value of before.shared.derived) shared.derived.add(value);
      for (const [placeholder, value] of before.shared.issued) shared.issued.set(placeholder, value);
      for (const kind of before.kinds) kinds.push(kind);
      return before.clean as never;
    },
    aside({ raw, names, size, steps }) {
      const waits = waiting;
      if (waits === null || size <= longestAtOnce) return finish(steps());
      const known = waits.done.get(raw) ?? [];
      const before = known.find((each) => each.reading === "shown" && each.names === names);
      if (before !== undefined) return before.clean as never;
      waits.work = async () => {
        waits.done.set(raw, [...known, { ...onlyShown(), names, clean: await inTurns(steps()) }]);
      };
      throw notReady;
    },
    awaitTag(value) {
      if (waiting === null || isDerived(value)) return;
      waiting.tags.add(value);
      throw notReady;
    },
    awaitRecordings(read) {
      if (!read) return false;
      // What a message is read in turns for waits, whatever is read meanwhile.
      const waits = message.waits ?? waiting;
      if (waits === null) return true;
      waits.recordings = read;
      throw notReady;
    },
    whenReady: (read) => whenReady(read),
  };
}
