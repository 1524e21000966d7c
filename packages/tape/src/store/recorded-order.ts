// In which order a recording holds its exchanges: the client's order, as far as there is one.
// Not how a file keeps it: see `../har/passes.ts`. Read next: `merge-run.ts`.

/**
 * When a request was under way, in ticks: numbers that grow with each request that begins and each that ends. They say
 * what came before what, and nothing of time.
 */
export interface Span {
  readonly began: number;
  /** When the client had the answer. Infinite while it waits. */
  readonly ended: number;
}

/** Counts ticks for the requests of one run. */
export interface Ticker {
  begin(): Span & { end(): void };
}

/**
 * Makes a ticker.
 * @example
 * const span = createTicker().begin();
 * span.end();
 */
export function createTicker(): Ticker {
  let tick = 0;
  return {
    begin() {
      const span = {
        began: tick++,
        ended: Number.POSITIVE_INFINITY,
        end() {
          span.ended = tick++;
        },
      };
      return span;
    },
  };
}

/** An exchange to be put in order. */
export interface Spanned {
  readonly span: Span;
  /** Its place in the order that is on file, which is kept where the run does not contradict it; null for a new one. */
  readonly place: number | null;
  /** What decides between new exchanges that overlapped: see `sortKey`. */
  readonly key: string;
}

/**
 * Orders what one run recorded. A request that began after another one was answered comes after it. Requests that
 * overlapped come in the order that is on file, then in that of their keys: which of them was answered first is chance,
 * and says nothing about the client.
 * @example
 * orderOf([{ span: { began: 2, ended: 3 }, place: null, key: "a" }, { span: { began: 0, ended: 1 }, place: null, key: "b" }]);
 * // "b", then "a"
 */
export function orderOf<T extends Spanned>(run: readonly T[]): readonly T[] {
  // Answers to one request have one key: they stay as they came.
  const nth = new Map(run.map((each, at) => [each, at]));
  const sorts = (a: T, b: T): boolean => a.key < b.key || (a.key === b.key && Number(nth.get(a)) < Number(nth.get(b)));
  const byStart = run.toSorted((a, b) => a.span.began - b.span.began);
  const byEnd = run.toSorted((a, b) => a.span.ended - b.span.ended);
  const placed = new Set<T>();
  const known = createHeap<T>((a, b) => (a.place ?? 0) < (b.place ?? 0));
  // Two heaps, as in a replacement selection: what sorts before the last one waits for the next pass over the file.
  let pass = createHeap(sorts);
  let next = createHeap(sorts);
  const ordered: T[] = [];
  let last = "";
  let started = 0;
  let ended = 0;
  while (ordered.length < run.length) {
    while (placed.has(byEnd[ended] as T)) ended += 1;
    const firstEnd = byEnd[ended]?.span.ended ?? Number.POSITIVE_INFINITY;
    for (let each = byStart[started]; each && each.span.began < firstEnd; each = byStart[started]) {
      (each.place !== null ? known : each.key < last ? next : pass).push(each);
      started += 1;
    }
    for (let low = pass.peek(); low && low.key < last; low = pass.peek()) next.push(pass.pop() as T);
    if (known.peek() === undefined && pass.peek() === undefined) [pass, next] = [next, pass];
    const chosen = (known.pop() ?? pass.pop()) as T;
    last = chosen.key;
    placed.add(chosen);
    ordered.push(chosen);
  }
  return ordered;
}

interface Heap<T> {
  push(each: T): void;
  peek(): T | undefined;
  pop(): T | undefined;
}

function createHeap<T>(before: (a: T, b: T) => boolean): Heap<T> {
  const heap: T[] = [];
  const at = (place: number): T => heap[place] as T;
  const swap = (a: number, b: number): void => {
    [heap[a], heap[b]] = [at(b), at(a)];
  };
  return {
    push(each) {
      heap.push(each);
      for (let child = heap.length - 1; child > 0; ) {
        const parent = (child - 1) >> 1;
        if (!before(at(child), at(parent))) return;
        swap(child, parent);
        child = parent;
      }
    },
    peek: () => heap[0],
    pop() {
      if (heap.length < 2) return heap.pop();
      const top = at(0);
      heap[0] = heap.pop() as T;
      for (let parent = 0; ; ) {
        const left = 2 * parent + 1;
        const right = left + 1;
        let least = parent;
        if (left < heap.length && before(at(left), at(least))) least = left;
        if (right < heap.length && before(at(right), at(least))) least = right;
        if (least === parent) return top;
        swap(parent, least);
        parent = least;
      }
    },
  };
}
