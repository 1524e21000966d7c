/** A request as a limiter sees it. Only parts that the scheme's policies use are required. */
export interface LimitedRequest {
  readonly address: string;
  readonly method: string;
  /** The path, without query. */
  readonly path?: string;
  /** A name for the credential, such as its holder. Never the secret: names of buckets contain it. */
  readonly credential?: string;
  /** The account whose limit it spends. Default: the credential. */
  readonly account?: string;
  readonly app?: string;
  /** The operation's id. */
  readonly operation?: string;
  /** Path parameters, besides those in a policy's own path templates. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** An answer as a limiter sees it: some costs depend on it. */
export interface LimitedAnswer {
  readonly status: number;
  readonly body?: string;
}
