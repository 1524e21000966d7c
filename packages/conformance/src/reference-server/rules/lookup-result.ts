/**
 * The result of a request: a document, which has validators; `/zen` or `/rate_limit`, which have none; or a problem.
 */
export type ReferenceResult =
  | {
      readonly kind: "document";
      readonly document: unknown;
      readonly modified: string | null;
      readonly link: string | null;
    }
  | { readonly kind: "zen"; readonly line: string }
  | { readonly kind: "rate limit"; readonly document: unknown }
  | ReferenceProblem;

/** An error. */
export interface ReferenceProblem {
  readonly kind: "problem";
  readonly status: number;
  readonly message: string;
  readonly documentationUrl: string;
}

const manual = "https://docs.service.example/rest";

function problem(status: number, message: string, anchor = ""): ReferenceProblem {
  return { kind: "problem", status, message, documentationUrl: manual + anchor };
}

/** The errors of the API, by name. */
export const problems: {
  readonly badCredentials: () => ReferenceProblem;
  readonly authenticationRequired: () => ReferenceProblem;
  readonly rateLimitExceeded: (name: string) => ReferenceProblem;
  readonly notFound: () => ReferenceProblem;
  readonly methodNotAllowed: () => ReferenceProblem;
  readonly rangeNotSatisfiable: () => ReferenceProblem;
  readonly broken: () => ReferenceProblem;
} = {
  badCredentials: () => problem(401, "Bad credentials", "#authentication"),
  authenticationRequired: () => problem(401, "Requires authentication", "#authentication"),
  rateLimitExceeded: (name) => problem(403, `API rate limit exceeded for ${name}.`, "#rate-limiting"),
  notFound: () => problem(404, "Not Found"),
  methodNotAllowed: () => problem(405, "Method Not Allowed"),
  rangeNotSatisfiable: () => problem(416, "Range Not Satisfiable"),
  broken: () => problem(500, "Server Error"),
};
