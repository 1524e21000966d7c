// One kind of attack, as a command runs it and as a row of RELIABILITY.md shows it. attacks.ts lists them.

/** How long and from where an attack goes on. */
export interface AttackOptions {
  /** How often it is tried, in its own unit; each attack has its default. */
  readonly rounds?: number | undefined;
  /** Seconds, where it goes on for a time. */
  readonly seconds?: number | undefined;
  /** One of its parts alone, by name. */
  readonly only?: string | undefined;
  /** Whether what it learned is written into the repository. */
  readonly keep: boolean;
  /** The same seed tries the same things. */
  readonly seed: number;
  /** Shows what is going on, one line at a time. */
  readonly say: (line: string) => void;
}

/** What came of an attack: a row of the table. */
export interface AttackRow {
  /** What was done, in a few words. */
  readonly attack: string;
  readonly tried: number;
  /** Acknowledged and not found, or answered wrongly. */
  readonly lost?: number;
  /** Secrets found where none may be. */
  readonly leaked?: number;
  /** Requests and files that were taken and must not be. */
  readonly letIn?: number;
  /** What was hidden or refused without need. */
  readonly falseAlarms?: number;
  /** Resident memory at most. */
  readonly memoryBytes?: number;
  /** Of an honest client beside it. */
  readonly slowestMilliseconds?: number;
  /** What must not be, one line each; none where all held. */
  readonly failures: readonly string[];
}

/** An attack that `npm run attack -- NAME` runs. */
export interface Attack {
  readonly about: string;
  readonly run: (options: AttackOptions) => Promise<readonly AttackRow[]>;
}

const columns: ReadonlyArray<readonly [title: string, cell: (row: AttackRow) => string]> = [
  ["fault or attack", ({ attack }) => attack],
  ["tried", ({ tried }) => tried.toLocaleString("en")],
  ["lost", ({ lost }) => shown(lost)],
  ["leaked", ({ leaked }) => shown(leaked)],
  ["let in", ({ letIn }) => shown(letIn)],
  ["false alarms", ({ falseAlarms }) => shown(falseAlarms)],
  ["memory", ({ memoryBytes }) => (memoryBytes === undefined ? "" : `${Math.round(memoryBytes / 2 ** 20)} MiB`)],
  ["slowest honest answer", ({ slowestMilliseconds: most }) => (most === undefined ? "" : `${Math.round(most)} ms`)],
];

/** Rows as a Markdown table. */
export function tableOf(rows: readonly AttackRow[]): string {
  const head = columns.map(([title]) => title);
  const lines = [head, head.map(() => "---"), ...rows.map((row) => columns.map(([, cell]) => cell(row)))];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function shown(count: number | undefined): string {
  return count?.toLocaleString("en") ?? "";
}
