/** The variables that a command may read. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** As much of Deno as tells what it allows. */
export interface Deno {
  readonly permissions: { querySync(descriptor: object): { readonly state: string } };
}
