// Reads messages without blocking the thread for long: what is slow is done beside the thread or in turns with the event
// loop, and then the reading starts again. It decides nothing about secrets. Read next: session.ts, steps.ts.
import { deriveTags, isDerived } from "./pseudonym.ts";
import { type Followed, mostSecrets, type SecretIndex } from "./secret-index.ts";
import { finish, inTurns, type SlowWork, type Steps } from "./steps.ts";
import type { Readings } from "./text-reader.ts";

/** What a reading waits for, and what was done for it before. */
interface Awaited {
  readonly tags: Set<string>;
  followed: readonly Followed[];
  work: (() => Promise<void>) | null;
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
export interface HiddenValue extends Followed {
  readonly mayFollow: boolean;
}

/** The message that is read, and what was found in it. */
interface Message {
  readonly reading: Direction;
  readonly found: Map<string, HiddenValue>;
  /** Guessable values whose tags it may have. */
  readonly derived: Set<string>;
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

/** Returns a message that is only shown. */
export function onlyShown(): Message {
  return { reading: "shown", found: new Map(), derived: new Set(), kinds: [], readings: new Map(), waits: null };
}

/** Reads one message at a time; others may be read while one waits. */
interface TurnReader {
  /** Returns the message that is read now. */
  readonly message: () => Message;
  readonly begin: (reading: Direction, kinds: string[], derived: Set<string>) => Message;
  readonly during: <Result>(message: Message, work: () => Result) => Result;
  readonly whole: <Clean>(work: SlowWork<Clean>) => Clean;
  /** Has the reading wait until the tag of a value is derived. */
  readonly awaitTag: (value: string) => void;
  readonly whenReady: <Read>(read: () => Read) => Read | Promise<Read>;
}

/**
 * Makes a reader of messages.
 * @param index Where followed secrets are added.
 * @param onFollowed Called when some were.
 */
export function createTurnReader(index: SecretIndex, onFollowed: () => void): TurnReader {
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
    const waits: Awaited = { ...kept, tags: new Set(), followed: [], work: null };
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
    const { tags, followed, done } = waits;
    // It may wait for tags, too.
    await waits.work?.().catch((error: unknown) => {
      if (error !== notReady) throw error;
    });
    await deriveTags(tags);
    if (followed.length === 0) return;
    await inTurns(follow(followed.slice(-mostSecrets)));
    // They are hidden wherever the message repeats them.
    done.clear();
    onFollowed();
  };
  function* follow(secrets: readonly Followed[]): Steps<void> {
    for (const each of secrets) {
      index.add(each);
      yield;
    }
  }
  return {
    message: () => message,
    begin: (reading, kinds, derived) => {
      const fresh = { ...onlyShown(), reading, kinds, derived, waits: waiting };
      return waiting === null ? fresh : { ...fresh, readings: waiting.readings };
    },
    during,
    whole({ raw, names, size, steps }) {
      const { waits, reading, found, derived, kinds } = message;
      if (waits === null || size <= longestAtOnce) return finish(steps());
      const known = waits.done.get(raw) ?? [];
      const before = known.find((each) => each.reading === reading && each.names === names);
      if (before === undefined) {
        const own: Message = { ...message, found: new Map(found), derived: new Set(derived), kinds: [] };
        waits.work = async () => {
          const clean = await inTurns(steps(), (work) => during(own, work));
          // Else it has no tags yet.
          if (waits.tags.size === 0) waits.done.set(raw, [...known, { ...own, names, clean }]);
        };
        throw notReady;
      }
      for (const [value, each] of before.found) found.set(value, each);
      for (const value of before.derived) derived.add(value);
      for (const kind of before.kinds) kinds.push(kind);
      return before.clean as never;
    },
    awaitTag(value) {
      if (waiting === null || isDerived(value)) return;
      waiting.tags.add(value);
      throw notReady;
    },
    whenReady: (read) => whenReady(read),
  };
}
