/** Header fields whose whole value is a secret, on requests and responses. */
export const secretHeaders: readonly string[] = [
  "authorization",
  "cookie",
  "private-token",
  "proxy-authorization",
  "set-cookie",
  "x-api-key",
  "x-auth-token",
  "x-csrf-token",
  "x-github-otp",
  "x-gitlab-token",
  "x-goog-api-key",
  "x-service-otp",
  "x-xsrf-token",
];

/**
 * Query and form parameters whose value is a secret. `code`, `sig` and `signature` are no members in {@link secretFields}:
 * in JSON they are ordinary words (a code of conduct, an error's code, the signature of a commit).
 */
export const secretParameters: readonly string[] = [
  "access_token",
  "api_key",
  "apikey",
  "auth_token",
  "client_secret",
  "code",
  "id_token",
  "jwt",
  "otp",
  "passwd",
  "password",
  "private_token",
  "refresh_token",
  "secret",
  "sig",
  "signature",
  "token",
  "x-amz-credential",
  "x-amz-security-token",
  "x-amz-signature",
];

/**
 * Members of JSON objects, at any depth, whose value is a secret, and so are all strings and numbers within a value that
 * is an array or an object. Each name is whole and says "secret" by itself, whatever it holds: `tokens`, `secrets`,
 * `security`, `permissions` and `license` are other names. The names of {@link secretHeaders} count as members too.
 */
export const secretFields: readonly string[] = [
  "access_token",
  "api_key",
  "apikey",
  "auth_token",
  "authorization",
  "client_secret",
  "hashed_token",
  "id_token",
  "one_time_password",
  "otp",
  "passwd",
  "password",
  "private_key",
  "private_token",
  "refresh_token",
  "secret",
  "session_token",
  "temp_clone_token",
  "token",
];

/**
 * Published token formats, by kind: the backstop for a secret that stands where no name gives it away.
 * Each is anchored by a prefix that its issuer reserved, so that ordinary hashes and ids are left alone.
 */
export const secretShapes: Readonly<Record<string, RegExp>> = {
  "github-token": shape(/gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{36,}/),
  "gitlab-token": shape(/gl(?:pat|oas|dt|rt|cbt|ptt|ft|soat|agent)-[A-Za-z0-9_-]{20,}/),
  "slack-token": shape(/xox[abeoprs]-[A-Za-z0-9-]{10,}/),
  "npm-token": shape(/npm_[A-Za-z0-9]{36}\b/),
  "aws-key": shape(/(?:AKIA|ASIA)[A-Z0-9]{16}\b/),
  "google-key": shape(/AIza[A-Za-z0-9_-]{35}/),
  "stripe-key": shape(/[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/),
  jwt: shape(/eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/),
  "private-key": /-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----/g,
};

// A word begins here. `\b` alone overlooks one that an escape comes before: the "n" of a line feed in JSON ("\nghp_…"),
// the "D" of a percent-encoded "=" ("%3Dghp_…").
function shape({ source }: RegExp): RegExp {
  return new RegExp(`(?<=^|\\W|\\\\[bfnrt]|\\\\u[\\da-fA-F]{4}|%[\\da-fA-F]{2})(?:${source})`, "g");
}
