/** A request as a limiter sees it. Only the parts that the scheme's policies look at have to be given. */
export interface LimitedRequest {
  readonly address: string;
  readonly method: string;
  /** The path, without query. */
  readonly path?: string;
  /** A name of the credential, as of its holder; never the secret itself, since buckets are named by it. */
  readonly credential?: string;
  /** Whose limit it spends. Default: the credential, an account of its own. */
  readonly account?: string;
  readonly app?: string;
  /** The operation's id. */
  readonly operation?: string;
  /** Parameters of the path, beside those that a policy's own path templates name. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** An answer as a limiter sees it, for costs that depend on it. */
export interface LimitedAnswer {
  readonly status: number;
  readonly body?: string;
}
