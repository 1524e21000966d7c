/** The variables that a command may read. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The part of Deno that tells its permissions. */
export interface Deno {
  readonly permissions: { querySync(descriptor: object): { readonly state: string } };
}

/** What a command is called with, besides its own arguments and options. */
export interface CommandContext {
  readonly environment: Environment;
  /** The words after `--`: a program to run, and its arguments. */
  readonly program: readonly string[];
  /** Takes the exit code. */
  readonly done: (code: number) => void;
  /** Stops a command that runs until it is stopped, as Ctrl-C does. */
  readonly stop: AbortSignal | undefined;
}
