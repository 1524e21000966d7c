// Tells of a regular expression whether the time that it takes may grow out of proportion to a text: runtimes try one way
// after another. It matches nothing. Read next: `pattern-parts.ts`.
import { createTextMemory } from "../../text-memory.ts";
import { type PatternPart, parsePattern } from "./pattern-parts.ts";

/** The way from one character of a pattern to the next. `times`: of a loop, how often it may be taken; else null. */
interface Edge {
  readonly to: number;
  readonly times: number | null;
}

/** The ends of a part, as Glushkov's automaton has them; characters by number. */
interface Ends {
  readonly first: readonly number[];
  /** First characters where a text does not begin. */
  readonly inside: readonly number[];
  /** Last characters, and whether nothing behind them can fail. */
  readonly last: ReadonlyMap<number, boolean>;
  /** Whether it may take no character: anywhere, and without an assertion that can fail. */
  readonly isNullable: boolean;
  readonly isFree: boolean;
  readonly isSure: boolean;
}

/** A pattern that takes too long to judge. */
class TooComplexError extends Error {}

const mostCharacters = 500;
// A repetition of fewer is written out.
const fewest = 3;
// Repetitions beside one another that take the same characters multiply: each may be this long.
const mostBeside = 10;
// A text of n characters may take n times as many steps as this.
const mostSteps = 1000;
const mostWork = 500_000;

/** How the time that a pattern takes may grow with a text, beyond proportion. */
type Growth = "square" | "exponential";

const known = createTextMemory<Growth | null>(100, 100_000);

/**
 * Returns how the time that a pattern takes may grow with a text; null if it grows in proportion.
 * @param pattern A regular expression that the flag "u" allows.
 * @see Weideman et al., Analyzing Matching Time Behavior of Backtracking Regular Expression Matchers by Using Ambiguity of NFA (2016)
 * @example
 * [growthOf("(a+)+b"), growthOf("a+b"), growthOf(String.raw`acme_\w{20,}`)]; // ["exponential", "square", null]
 */
export function growthOf(pattern: string): Growth | null {
  const before = known.get(pattern);
  if (before !== undefined) return before;
  const growth = judged(pattern);
  known.set(pattern, growth);
  return growth;
}

function judged(pattern: string): Growth | null {
  try {
    const { parts, refersBack } = parsePattern(pattern);
    const found = refersBack ? ["exponential" as const] : parts.map((part, nth) => growthIn(part, nth > 0));
    return found.find((each) => each === "exponential") ?? found.find((each) => each !== null) ?? null;
  } catch (error) {
    if (error instanceof TooComplexError) return "exponential";
    throw error;
  }
}

function growthIn(part: PatternPart, isAssertion: boolean): Growth | null {
  const masks: bigint[] = [];
  const edges: Edge[][] = [];
  const ends = endsOf(part, masks, edges);
  if (hasManyWays(masks, edges)) return "exponential";
  if (edges.every((all) => all.every(({ times }) => times === null))) return null;
  // Where a search begins, at any character.
  const search = masks.push(-1n) - 1;
  edges.push([search, ...ends.inside].map((to) => ({ to, times: Number.POSITIVE_INFINITY })));
  const sure = new Set([...ends.last].flatMap(([at, isSure]) => (isSure && !isAssertion ? [at] : [])));
  const within = (least: number): readonly (readonly Edge[])[] =>
    edges.map((all) => all.filter(({ times }) => times === null || times > least));
  if (isAmbiguous(masks, edges)) return "exponential";
  const isSquare =
    isQuadratic(masks, within(mostBeside), sure, (from) => from !== search) ||
    isQuadratic(masks, within(mostSteps), sure, (from) => from === search);
  return isSquare ? "square" : null;
}

/** Adds the characters of a part, and the ways between them, and returns its ends. */
function endsOf(part: PatternPart, masks: bigint[], edges: Edge[][]): Ends {
  const link = (from: Iterable<number>, to: readonly number[], times: number | null): void => {
    for (const each of from) edges[each]?.push(...to.map((next) => ({ to: next, times })));
  };
  const both = (before: Ends, after: Ends): Ends => {
    link(before.last.keys(), after.first, null);
    const kept = after.isNullable ? [...before.last].map(([at, isSure]) => [at, isSure && after.isSure] as const) : [];
    return {
      first: [...before.first, ...(before.isNullable ? after.first : [])],
      inside: [...before.inside, ...(before.isFree ? after.inside : [])],
      last: new Map([...kept, ...after.last]),
      isNullable: before.isNullable && after.isNullable,
      isFree: before.isFree && after.isFree,
      isSure: before.isSure && after.isSure,
    };
  };
  const empty: Ends = { first: [], inside: [], last: new Map(), isNullable: true, isFree: true, isSure: true };
  switch (part.kind) {
    case "assertion":
      return { ...empty, isFree: !part.begins, isSure: part.isSure };
    case "character": {
      if (masks.length >= mostCharacters) throw new TooComplexError();
      const at = masks.push(part.mask) - 1;
      edges.push([]);
      return {
        first: [at],
        inside: [at],
        last: new Map([[at, true]]),
        isNullable: false,
        isFree: false,
        isSure: false,
      };
    }
    case "sequence":
      return part.parts.map((each) => endsOf(each, masks, edges)).reduce(both, empty);
    case "either": {
      const all = part.parts.map((each) => endsOf(each, masks, edges));
      return {
        first: all.flatMap(({ first }) => first),
        inside: all.flatMap(({ inside }) => inside),
        last: new Map(all.flatMap(({ last }) => [...last])),
        isNullable: all.some(({ isNullable }) => isNullable),
        isFree: all.some(({ isFree }) => isFree),
        isSure: all.some(({ isSure }) => isSure),
      };
    }
    case "repeated": {
      const { least, most } = part;
      // Where a fixed number takes a text in one way, a few stand for all.
      const isLoop = most > fewest && (least < most || !isPlain(part.part));
      const copies = Array.from({ length: Math.max(1, Math.min(isLoop ? least : most, fewest)) }, (_, nth) => {
        const { isNullable, isFree, isSure, ...ends } = endsOf(part.part, masks, edges);
        if (isNullable && least > fewest) throw new TooComplexError();
        const mayLack = nth >= least;
        return { ...ends, isNullable: isNullable || mayLack, isFree: isFree || mayLack, isSure: isSure || mayLack };
      });
      const last = copies.at(-1);
      if (isLoop && last !== undefined) link(last.last.keys(), last.first, most);
      return most === 0 ? empty : copies.reduce(both, empty);
    }
  }
}

/** Returns whether a part takes a text in one way at most. */
function isPlain(part: PatternPart): boolean {
  if (part.kind === "repeated") return part.least === part.most && isPlain(part.part);
  if (part.kind === "either") return part.parts.length === 1 && part.parts.every(isPlain);
  return part.kind !== "sequence" || part.parts.every(isPlain);
}

/** Returns whether some text is taken in more ways than {@link mostSteps}, each loop being left out: as by thirty optional characters. */
function hasManyWays(masks: readonly bigint[], edges: readonly (readonly Edge[])[]): boolean {
  let work = 0;
  for (const start of [...masks.keys()].filter((at) => (edges[at]?.length ?? 0) > 1))
    for (let ways = new Map([[start, 1]]); ways.size > 0; ) {
      const next = new Map<number, number>();
      for (const [from, count] of ways)
        for (const { to, times } of edges[from] ?? []) {
          if (++work > mostWork) throw new TooComplexError();
          if (times === null) next.set(to, (next.get(to) ?? 0) + count);
        }
      const byMask = Map.groupBy(next, ([at]) => masks[at] as bigint);
      const countIn = (mask: bigint): number =>
        byMask.entries().reduce((sum, [each, all]) => ((each & mask) === 0n ? sum : sum + totalOf(all)), 0);
      // Of the characters that may come, those that go on in most ways.
      let [taken = 0n, ...others] = [...byMask.keys()].sort((one, other) => countIn(other) - countIn(one));
      for (const each of others) taken = (taken & each) === 0n ? taken : taken & each;
      ways = new Map(next.entries().filter(([at]) => ((masks[at] as bigint) & taken) !== 0n));
      if (totalOf(ways) > mostSteps) return true;
    }
  return false;
}

function totalOf(counts: Iterable<readonly [number, number]>): number {
  return Iterator.from(counts).reduce((sum, [, count]) => sum + count, 0);
}

/** Returns whether a loop takes some text in two ways: each more of it doubles the ways. */
function isAmbiguous(masks: readonly bigint[], edges: readonly (readonly Edge[])[]): boolean {
  const component = componentsOf(edges);
  const inside = edges.map((all, from) => all.filter(({ to }) => component[to] === component[from]));
  const seen = new Set<number>();
  const open: (readonly [number, number])[] = [];
  let work = 0;
  const visit = (a: number, b: number): void => {
    if (++work > mostWork) throw new TooComplexError();
    const mark = Math.min(a, b) * masks.length + Math.max(a, b);
    if (seen.has(mark) || ((masks[a] as bigint) & (masks[b] as bigint)) === 0n) return;
    seen.add(mark);
    open.push([a, b]);
  };
  for (const all of inside)
    for (const [nth, { to: a }] of all.entries()) for (const { to: b } of all.slice(nth + 1)) visit(a, b);
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [a, b] = pair;
    if (a === b) return true;
    for (const { to } of inside[a] ?? []) for (const { to: other } of inside[b] ?? []) visit(to, other);
  }
  return false;
}

/**
 * Returns whether a loop, and another behind it, take the same text, which the way from the one to the other takes as well: then what
 * comes behind is tried for each place where the one may end.
 * @param sure Characters at which the pattern fits, whatever comes: there nothing is tried again.
 */
function isQuadratic(
  masks: readonly bigint[],
  edges: readonly (readonly Edge[])[],
  sure: ReadonlySet<number>,
  begins: (from: number) => boolean,
): boolean {
  const component = componentsOf(edges);
  const inside = edges.map((all, from) => all.filter(({ to }) => component[to] === component[from]));
  const looping = [...masks.keys()].filter((at) => inside[at]?.length);
  let work = 0;
  for (const p of looping.filter(begins))
    for (const q of looping) {
      if (component[p] === component[q] || sure.has(q)) continue;
      const seen = new Set<string>();
      const open: (readonly [number, number, number])[] = [[p, p, q]];
      for (let at = open.pop(); at !== undefined; at = open.pop()) {
        const [x, y, z] = at;
        for (const { to: a } of inside[x] ?? [])
          for (const { to: c } of inside[z] ?? []) {
            if (sure.has(c)) continue;
            const both = (masks[a] as bigint) & (masks[c] as bigint);
            for (const { to: b } of both === 0n ? [] : (edges[y] ?? [])) {
              if (++work > mostWork) throw new TooComplexError();
              const mark = `${a} ${b} ${c}`;
              if ((both & (masks[b] as bigint)) === 0n || seen.has(mark)) continue;
              if (a === p && b === q && c === q) return true;
              seen.add(mark);
              open.push([a, b, c]);
            }
          }
      }
    }
  return false;
}

/** Numbers the strongly connected components of a graph. */
function componentsOf(edges: readonly (readonly Edge[])[]): readonly number[] {
  const reached = edges.map((_, from) => {
    const seen = new Set<number>();
    const open = [from];
    for (let at = open.pop(); at !== undefined; at = open.pop())
      for (const { to } of edges[at] ?? [])
        if (!seen.has(to)) {
          seen.add(to);
          open.push(to);
        }
    return seen;
  });
  return reached.map((seen, at) => Math.min(at, ...[...seen].filter((to) => reached[to]?.has(at))));
}
