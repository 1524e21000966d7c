/**
 * The members of an account that the origin itself reads. Others are served as they stand, so a document of any richer
 * type fits.
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
 * The members of a repository that the origin itself reads; always the full document, from which list items are cut.
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
 * All that an origin has to tell: plain data. A list comes in the order the repositories have here.
 * @example
 * const world: ReferenceWorld = { accounts: { ada }, repositories: [engine], visibleTo: { "ada/engine": "repo" }, zen: ["Less, well."] };
 */
export interface ReferenceWorld {
  /** By login. */
  readonly accounts: Readonly<Record<string, UserDocument>>;
  readonly repositories: readonly RepositoryDocument[];
  /** Full name → the scope a token needs to see that repository; a caller without it is told there is none. */
  readonly visibleTo?: Readonly<Record<string, string>>;
  readonly zen: readonly string[];
}

/** A document with all its further fields, as the builders make them. */
export type Full<Document> = Document & Readonly<Record<string, unknown>>;
