/** A behaviour, as the table states it. */
interface RowText {
  /** Its number in its group, which never changes. */
  readonly n: number;
  /** A sentence, in Markdown. */
  readonly sentence: string;
  /** The file of packages/replay/test/rules that shows it, where one does. */
  readonly rule?: string;
  /** The laws of `@tapedeck/check` that show it at any base URL. */
  readonly live?: readonly string[];
}

/** Behaviours that belong together, and their source. */
export interface Group {
  readonly source: string;
  readonly rows: readonly RowText[];
}
