// Codes and passwords, which may be numbers.
const codes: readonly string[] = [
  "activation_code",
  "auth_code",
  "backup_codes",
  "confirmation_code",
  "contrasena",
  "contraseña",
  "current_password",
  "emergency_codes",
  "kennwort",
  "login_code",
  "mfa_code",
  "mot_de_passe",
  "new_password",
  "old_password",
  "one_time_code",
  "one_time_password",
  "otp",
  "otp_attempt",
  "pass",
  "passcode",
  "passwd",
  "password",
  "passwords",
  "passwort",
  "pw",
  "recovery_codes",
  "scratch_codes",
  "security_code",
  "senha",
  "sms_code",
  "totp",
  "totp_code",
  "two_factor_code",
  "user_code",
  "user_password",
  "verification_code",
  "wachtwoord",
  "пароль",
  "密码",
  "パスワード",
];

/**
 * Names that say "secret" by themselves, whatever they hold: of query and form parameters, of members of JSON objects at
 * any depth, and of header fields. Each name is whole: `tokens`, `secrets`, `token_type`, `password_reset_url`,
 * `security`, `permissions` and `license` are other names.
 */
export const secretNames: readonly string[] = [
  ...codes,
  "access_token",
  "api_key",
  "api_secret",
  "api_token",
  "app_secret",
  "auth_token",
  "authenticity_token",
  "aws_secret_access_key",
  "aws_session_token",
  "bearer_token",
  "client_assertion",
  "client_key_data",
  "client_secret",
  "code_verifier",
  "connection_password",
  "consumer_secret",
  "csrf",
  "csrf_token",
  "csrfmiddlewaretoken",
  "crumb",
  "deploy_token",
  "device_code",
  "feed_token",
  "hashed_token",
  "id_token",
  "id_token_hint",
  "incoming_email_token",
  "job_token",
  "jwt",
  "mnemonic",
  "oauth_token",
  "oauth_token_secret",
  "oauth_verifier",
  "passphrase",
  "personal_access_token",
  "pre_shared_key",
  "private_key",
  "private_key_id",
  "private_token",
  "psk",
  "recovery_phrase",
  "refresh_token",
  "registration_token",
  "reset_password_token",
  "request_verification_token",
  "rss_token",
  "runners_token",
  "saml_assertion",
  "saml_request",
  "saml_response",
  "sas_token",
  "secret",
  "secret_access_key",
  "secret_key",
  "secret_string",
  "secret_token",
  "secure_string",
  "seed_phrase",
  "session_token",
  "shared_secret",
  "signing_secret",
  "snmp_community",
  "static_object_token",
  "string_data",
  "temp_clone_token",
  "token",
  "totp_secret",
  "totp_seed",
  "trigger_token",
  "webhook_secret",
  "x-amz-security-token",
  "x-amz-signature",
  "x-goog-signature",
  "xsrf",
  "xsrf_token",
];

/** Names under which a number of any size is a secret; elsewhere (`usage: {token: 512}`) a short one is a count. */
export const secretNumbers: readonly string[] = [...codes, "x-github-otp", "x-service-otp"];

/** Header fields whose whole value is a secret, on requests and responses, beside those of {@link secretNames}. */
export const secretHeaders: readonly string[] = [
  "authorization",
  "cookie",
  "ocp-apim-subscription-key",
  "proxy-authorization",
  "set-cookie",
  "x-access-token",
  "x-api-key",
  "x-api-token",
  "x-auth-key",
  "x-auth-token",
  "x-authorization",
  "x-csrf-token",
  "x-forwarded-access-token",
  "x-github-otp",
  "x-gitlab-token",
  "x-goog-api-key",
  "x-service-otp",
  "x-session-token",
  "x-shopify-access-token",
  "x-vault-token",
  "x-xsrf-token",
];

/**
 * Query and form parameters whose value is a secret, beside those of {@link secretNames}. `code`, `sig` and `signature`
 * are no members: in JSON they are ordinary words (a code of conduct, an error's code, the signature of a commit).
 */
export const secretParameters: readonly string[] = [
  "assertion",
  "code",
  "sig",
  "signature",
  "x-amz-credential",
  "x-goog-credential",
];

/** Parameters that often hold an ordinary word (`code=US`, `signature=false`), which then stays. */
export const ambiguousParameters: readonly string[] = ["code", "sig", "signature", "token"];

/** What the name of a secret ends with, as one word: `DB_PASSWORD`, `x-client-secret`, `stripeApiKey`. */
export const secretSuffixes: ReadonlySet<string> = new Set(
  `accesskey accountkey adminkey apikey apisecret apitoken appkey authkey clientkey csrf deploykey encryptionkey keybase
  licensekey masterkey otp passcode passphrase passwd password passwort privatekey pwd secret secretkey servicekey
  backupcodes dbpass hmackey mailpass masteruserpassword mysqlpass otpcode recoverycodes sessionid sessionkey sharedkey signingkey
  smtppass sslkey storagekey subscriptionkey tlskey token userpass webhookkey writekey xsrf`.split(/\s+/),
);

/** What may stand behind "password" in the name of one: `password_repeat`, `passwordHash`, `password2`. */
export const behindPassword: RegExp =
  /^(?:again|check|confirm(?:ation)?|current|digest|hash(?:ed)?|new|old|plain(?:text)?|repeat(?:ed)?|retype|salt|text|value|verify)$/;

/** Request headers that carry no credential, beside those that begin with `accept-`, `content-`, `if-` and `sec-`. */
export const ordinaryHeaders: readonly string[] =
  `accept age allow baggage cache-control connection date digest dnt etag expect forwarded from host idempotency-key
  if keep-alive last-event-id link location max-forwards origin pragma prefer priority range referer retry-after save-data server te
  tracestate traceparent trailer transfer-encoding upgrade upgrade-insecure-requests upload-metadata user-agent vary via want-digest
  x-amzn-trace-id x-cloud-trace-context x-correlation-id x-github-api-version x-http-method-override x-real-ip x-request-id
  x-requested-with x-trace-id`.split(/\s+/);
