/** A stretch of a text that is a secret, by its shape. */
export interface Hit {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}
