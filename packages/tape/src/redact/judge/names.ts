/** Names under which a number of any size is a secret; elsewhere (`usage: {token: 512}`) a short one is a count. */
export const secretNumbers: readonly string[] =
  `activation_code auth_code backup_codes confirmation_code contrasena contraseña current_password emergency_codes
  kennwort login_code mfa_code mot_de_passe new_password old_password one_time_code one_time_password otp otp_attempt
  pass passcode passwd password passwords passwort pw recovery_codes scratch_codes security_code senha sms_code totp
  totp_code two_factor_code user_code user_password verification_code wachtwoord пароль 密码 パスワード`.split(/\s+/);

/**
 * Names that mean a secret by themselves, whatever their value: of query and form parameters, of JSON members at any
 * depth, and of header fields; in addition to names that end with one of {@link secretSuffixes}. Each name is complete:
 * `tokens`, `secrets`, `token_type`, `password_reset_url`, `security`, `permissions` and `license` are other names.
 */
export const secretNames: readonly string[] = [
  ...secretNumbers,
  ...`client_assertion client_key_data code_verifier csrfmiddlewaretoken crumb device_code id_token_hint jwt mnemonic
  oauth_verifier private_key_id psk recovery_phrase saml_assertion saml_request saml_response secret_string
  appsecret_proof secure_json_data secure_settings secure_string seed_phrase signed_request snmp_community string_data totp_seed x-amz-signature x-goog-signature`.split(
    /\s+/,
  ),
];

/** Header fields whose whole value is a secret, on requests and responses, in addition to the other lists. */
export const secretHeaders: readonly string[] =
  "authorization cookie proxy-authorization set-cookie x-authorization".split(" ");

/**
 * Query and form parameters whose value is a secret, in addition to {@link secretNames}. `code`, `sig` and `signature`
 * are not members: in JSON they are ordinary words (a code of conduct, an error's code, the signature of a commit).
 */
export const secretParameters: readonly string[] =
  "assertion code sig signature x-amz-credential x-goog-credential".split(" ");

/** Parameters that often hold an ordinary word (`code=US`, `signature=false`), which then stays. */
export const ambiguousParameters: readonly string[] = ["code", "sig", "signature", "token"];

/** Last words of the names of secrets: `DB_PASSWORD`, `x-client-secret`, `stripeApiKey`. */
export const secretSuffixes: ReadonlySet<string> = new Set(
  `accesskey accountkey adminkey apikey apisecret apitoken appkey authkey clientkey csrf deploykey encryptionkey keybase
  licensekey masterkey otp passcode passphrase passwd password passwort privatekey pwd secret secretkey servicekey
  backupcodes dbpass hmackey mailpass masteruserpassword mysqlpass otpcode recoverycodes sessionid sessionkey sharedkey signingkey
  manualentrykey mfacode oobcode presharedkey setupkey smscode streamkey totpcode
  smtppass sslkey storagekey subscriptionkey tlskey token userpass webhookkey writekey xsrf`.split(/\s+/),
);

/** What may follow "password" or "secret" in such a name: `password_repeat`, `passwordHash`, `secretText`, `password2`. */
export const behindPassword: ReadonlySet<string> = new Set(
  `again check confirm confirmation current data digest hash hashed new old plain plaintext repeat repeated retype salt text value
  verify`.split(/\s+/),
);

/**
 * Request headers that carry no credential, in addition to those that begin with `accept-`, `content-`, `if-` and
 * `sec-`.
 */
export const ordinaryHeaders: readonly string[] =
  `accept age allow baggage cache-control connection date digest dnt etag expect forwarded from host idempotency-key
  if keep-alive last-event-id link location max-forwards origin pragma prefer priority range referer retry-after save-data server te
  tracestate traceparent trailer transfer-encoding upgrade upgrade-insecure-requests upload-metadata user-agent vary via want-digest
  soapaction x-amz-target x-amzn-trace-id x-cloud-trace-context x-correlation-id x-github-api-version x-http-method-override x-real-ip x-request-id
  x-requested-with x-trace-id`.split(/\s+/);
