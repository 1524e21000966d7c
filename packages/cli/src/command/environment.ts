/** The variables that a command may read. */
export type Environment = Readonly<Record<string, string | undefined>>;
