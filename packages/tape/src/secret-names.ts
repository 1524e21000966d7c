/** Header fields whose whole value is a secret, on requests and responses. */
export const secretHeaders: readonly string[] = [
  "authorization",
  "cookie",
  "proxy-authorization",
  "set-cookie",
  "x-api-key",
  "x-auth-token",
  "x-csrf-token",
  "x-github-otp",
  "x-gitlab-token",
  "x-service-otp",
  "x-xsrf-token",
];

/** Query and form parameters whose value is a secret. */
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

/** Members of JSON objects, at any depth, whose value is a secret. */
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
  "github-token": /\bgh[pousr]_[A-Za-z0-9]{36,251}\b|\bgithub_pat_[A-Za-z0-9_]{36,255}\b/g,
  "gitlab-token": /\bgl(?:pat|oas|dt|rt|cbt|ptt|ft|soat|agent)-[A-Za-z0-9_-]{20,255}\b/g,
  "slack-token": /\bxox[abeoprs]-[A-Za-z0-9-]{10,255}\b/g,
  "npm-token": /\bnpm_[A-Za-z0-9]{36}\b/g,
  "aws-key": /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  "google-key": /\bAIza[A-Za-z0-9_-]{35}/g,
  "stripe-key": /\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,255}\b/g,
  jwt: /\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/g,
  "private-key": /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----/g,
};
