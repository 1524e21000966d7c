/** "Password" in other languages, in a name of several words, too: `novaSenha`, `新密码`, `passwort_neu`. */
export const passwordWords: readonly string[] =
  `adgangskode contrasena contrasenia contrasenya geslo haslo hasło jelszo katasandi kennwort kodeord losenord lozinka
  matkhau mdp motdepasse palavrapasse passord passwort salasana senha sifre wachtwoord κωδικος лозинка пароль
  пароля סיסמה רסיסמה كلمة_المرور رمز_عبور รหัสผ่าน 密码 密碼 口令 パスワード 暗証番号 비밀번호 密码确认
  密碼確認 パスワード確認 비밀번호확인`.split(/\s+/);

/** What else is around it: "current", "new", "repeated", "confirmation". */
export const passwordQualifiers: readonly string[] =
  `actual actuelle aktuell aktuelle alt alte ancien anterior antigua antiga atual attuale baru bestatigen bestatigung bestaetigung
  bevestigen conferma confirmacao confirmacion confirmation confirmar cu hash lama moi neu nova nove noua novo nowe nueva nuevo nuova nuovo potvrzeni
  powtorz repetir repetida tekrar wiederholen wiederholung znovu новый новий
  старый старий повтор подтверждение`.split(/\s+/);

/** Names under which a number of any size is a secret; elsewhere (`usage: {token: 512}`) a short one is a count. */
export const secretNumbers: readonly string[] = [
  ...passwordWords,
  ...`2fa_code activation_code auth_code authentication_code authenticator_code backup_code binding_code codice_di_verifica codigo_de_acceso
  codigo_de_verificacion codigo_verificacion code_de_verification confirmation_code current_password emergency_code bypass_code login_code mfa_code new_password
  old_password one_time_code one_time_password otp otp_attempt pass passcode passw passwd password password_for_pmi
  passwords psw pswd pw pword recovery_code scratch_code security_code sms_code
  tfa_code token_code totp totp_code two_fa_code two_factor_code user_code user_password verification_code verify_code bestatigungscode
  код_подтверждения 验证码 驗證碼 認証コード 인증번호 인증코드`.split(/\s+/),
];

/**
 * Names that mean a secret by themselves, whatever their value: of query and form parameters, of JSON members at any
 * depth, and of header fields; in addition to names that end with one of {@link secretSuffixes}. Each name is complete:
 * `tokens`, `secrets`, `token_type`, `password_reset_url`, `security`, `permissions` and `license` are other names.
 */
export const secretNames: readonly string[] = [
  ...secretNumbers,
  ...`a1_hash access_code apicanary appsecret_proof auth_payload auth_req_id base32_string_seed cavv client_assertion client_key_data code_verifier concealed
  creq cres csrfmiddlewaretoken crumb device_code form_build_id formhash api_hash g_ck ha1 ha1b hash1 hash1b epp_code id_token_hint jwt md5_cred mnemonic_sentence mnemonic_words modhash npsso oauth_verifier one_time_secret_id pareq pares private_key_id psk q-signature qrcodepng
  recovery_keys recovery_phrase saml_art saml_assertion saml_request saml_response sca_authentication_data secret_answer secret_binary secret_string secure_json_data
  secure_settings secure_string security_answer security_answers sctx seed_phrase seed_words sesskey sft signed_request snmp_community stok string_data totp_seed unseal_keys wif
  x-amz-signature x-goog-signature x-obs-signature x-oss-signature x-tos-signature xprv`.split(/\s+/),
];

/** Header fields whose whole value is a secret, on requests and responses, in addition to the other lists. */
export const secretHeaders: readonly string[] =
  "authorization cookie proxy-authorization set-cookie verif-hash x-authorization".split(" ");

/**
 * Query and form parameters whose value is a secret, in addition to {@link secretNames}. `code`, `sig` and `signature`
 * are not members: in JSON they are ordinary words (a code of conduct, an error's code, the signature of a commit).
 */
export const secretParameters: readonly string[] =
  "assertion code rlkey sig signature tempauth userkey x-amz-credential x-goog-credential zak".split(" ");

/** Parameters that often hold an ordinary word (`code=US`, `signature=false`), which then stays. */
export const ambiguousParameters: readonly string[] = ["code", "sig", "signature", "token"];

/** Last words of the names of secrets: `DB_PASSWORD`, `x-client-secret`, `stripeApiKey`. */
export const secretSuffixes: ReadonlySet<string> = new Set(
  `accesskey accesskeyid accesslicensenumber accesspass accountkey adminkey adminpass applicationkey apikey apisecret apitoken appkey appskey authkey authorizationkey authsalt authtok backupcode becomepass bindcredential bindcredentials bindpass bindpw cardcode certificatekey clavedeacceso claveacceso clavesecreta clickhousekey clientkey
  codicesegreto codigosecreto confirmpass credentialvalue csrf curpass currentpass currentpw deletehash deletekey derivedkey dbpass deploykey emailpass encryptionkey encryptkey formdigestvalue ftppass geheimnis hashsalt hmackey iappkey insalt installcode invitesalt javascriptkey jsessionid jwtkey keybase keystorepass keyunlock ldappass licencekey licensekey linkkey linksalt listenkey localkey loginpass logpass ltsk
  macaroon mailpass maintenancekey manualcode manualentrykey masterkey masterauth masteruserpassword methodnonce mfacode mgmtkey mnemonic mysqlpass networkkey newpass newpw noncesalt nwkkey nwkskey oldpass oldpw oobcode otp otpcode pairingcode passcode passconfirm passhash
  passphrase passwd password passwort phpsessid preimage presharedkey privatekey privatekeydata privkey proxypass psk pskc pskkey puk pw pwd recoverycode recoverykey redisauth repass requirepass resetsalt retypepass rootpass
  secret secretkey securekey securitystamp servicekey sessionid sessionkey setupcode setupkey senckey sharedkey signaturekey signingkey sintkey smscode smtppass spendkey sshpass sslkey
  storagekey streamkey subscriptionkey sudopass tlskey token tokenhash tokenkey tokenstring tokenvalue totpcode transactionkey tunnelpass twofactorcode unlockkey unsealkey userpass verificationcode verifypass viewkey vncpass vwirekey webhookkey
  wepkey wifipass wpakey wpnonce writekey xsrf`.split(/\s+/),
);

/** How a secret is written, behind its name: `private_key_pem`, `unseal_keys_b64`. */
export const codings: ReadonlySet<string> = new Set("b64 base64 der hex pem secured".split(" "));

/** What may follow "password" or "secret" in such a name: `password_repeat`, `passwordHash`, `secretText`, `password2`. */
export const behindPassword: ReadonlySet<string> = new Set(
  `again check confirm confirmation crypted current data digest enc encrypted hash hashed md5 new old plain plaintext repeat repeated retype salt sha1
  sha256 sha512 text value verify`.split(/\s+/),
);

/**
 * Request headers that carry no credential, in addition to those that begin with `accept-`, `content-`, `if-` and
 * `sec-`.
 */
export const ordinaryHeaders: readonly string[] =
  `accept age allow baggage cache-control connection crn date digest dnt etag expect forwarded from host idempotency-key
  if keep-alive last-event-id link location max-forwards origin pragma prefer priority range referer retry-after save-data server signature-input te
  tracestate traceparent trailer transfer-encoding upgrade upgrade-insecure-requests upload-metadata user-agent vary via want-digest
  soapaction x-amz-target x-amzn-trace-id x-cloud-trace-context x-correlation-id x-github-api-version x-http-method-override x-real-ip x-request-id
  x-requested-with x-trace-id`.split(/\s+/);
