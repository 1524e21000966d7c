/** The variables that a command may read. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The part of Deno that tells its permissions. */
export interface Deno {
  readonly permissions: { querySync(descriptor: object): { readonly state: string } };
}
