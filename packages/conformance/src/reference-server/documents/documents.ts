/**
 * The members of an account that the server reads; it serves the others unchanged.
 * @example
 * const ada: UserDocument = { login: "ada", id: 1, type: "User", updated_at: "2024-05-01T10:00:00Z" };
 */
export interface UserDocument {
  readonly login: string;
  readonly id: number;
  readonly type: string;
  readonly updated_at?: string;
}

/**
 * The members of a repository that the server reads. It is always the full document; list items lack some members.
 * @example
 * const engine: RepositoryDocument = { id: 7, full_name: "ada/engine", owner: { login: "ada" }, updated_at: "2024-05-01T10:00:00Z" };
 */
export interface RepositoryDocument {
  readonly id: number;
  readonly full_name: string;
  readonly owner: { readonly login: string };
  readonly updated_at: string;
}

/**
 * The data of a server. A list has the order of the repositories here.
 * @example
 * const world: ReferenceWorld = { accounts: { ada }, repositories: [engine], visibleTo: { "ada/engine": "repo" }, zen: ["Less, well."] };
 */
export interface ReferenceWorld {
  /** By login. */
  readonly accounts: Readonly<Record<string, UserDocument>>;
  readonly repositories: readonly RepositoryDocument[];
  /** The scope that a token needs to see a repository, by full name; for other callers it does not exist. */
  readonly visibleTo?: Readonly<Record<string, string>>;
  readonly zen: readonly string[];
}

/** A document with all its other fields. */
export type Full<Document> = Document & Readonly<Record<string, unknown>>;
