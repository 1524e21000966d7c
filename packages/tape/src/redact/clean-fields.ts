import type { HeaderList } from "../exchange.ts";

/** Hides the secrets of a header's value; `sent` says whether a client sent it. */
type HideField = (name: string, value: string, sent: boolean) => string;

const [mostFields, longestField] = [4096, 256];

/**
 * Makes a scrubber of header lists that remembers the fields in which nothing was hidden: most come with each message.
 * @param marks Returns what changes when something is hidden, and what changes when a field may read otherwise.
 */
export function rememberClean(
  hide: HideField,
  marks: () => readonly [hidden: number, learnt: number],
): (fields: HeaderList, sent: boolean) => HeaderList {
  const clean = new Set<string>();
  let learntBefore = 0;
  return (fields, sent) =>
    fields.map((field) => {
      const [name, raw] = field;
      const [before, learnt] = marks();
      if (learnt !== learntBefore || clean.size > mostFields) clean.clear();
      learntBefore = learnt;
      const mark = `${sent ? ">" : "<"}${name}:${raw}`;
      if (clean.has(mark)) return field;
      const value = hide(name, raw, sent);
      const isClean = value === raw && marks()[0] === before;
      if (isClean && mark.length <= longestField) clean.add(mark);
      return isClean ? field : ([name, value] as const);
    });
}
