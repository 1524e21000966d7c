/** A published token format: the beginning of its tokens, and what must follow. */
export interface TokenFormat {
  readonly kind: string;
  readonly starts: readonly string[];
  /** Sticky, and bounded wherever it can fail: a search that starts at each position must not read on to the end. */
  readonly rest: RegExp;
  /** Whether the beginning stays: the host of an address that is a credential. */
  readonly isAddress?: boolean;
}

/**
 * The backstop for a secret whose place no name reveals. Each format has a prefix that its issuer reserved, and a
 * length, so that ordinary hashes and ids stay. The prefixes are as the issuers publish them, and as gitleaks
 * (config/gitleaks.toml) and GitHub's secret scanning list them: `test/redact/published-formats.test.ts` says which rules of
 * gitleaks are left out, and why.
 */
export const tokenFormats: readonly TokenFormat[] = [
  format("github-token", "ghp_ gho_ ghu_ ghs_ ghr_", /[A-Za-z0-9]{36,}/),
  format("github-token", "github_pat_", /\w{36,}/),
  format(
    "gitlab-token",
    "glpat- gloas- gldt- glrt- glrtr- glcbt- glptt- glft- glffct- glimt- glsoat- glagent- glwt- GR1348941",
    /[\w-]{20,}(?:\.[0-9a-z]{2}\.?[0-9a-z]{7,9}\b)?/,
  ),
  format("slack-token", "xoxa- xoxb- xoxc- xoxd- xoxe- xoxo- xoxp- xoxr- xoxs- xoxe.xoxb- xoxe.xoxp-", withDigit(10)),
  format("slack-token", "xapp-", /\d-[A-Za-z0-9-]{20,}/),
  format(
    "slack-webhook",
    "hooks.slack.com",
    /\\{0,8}\/(?:services|workflows|triggers)(?:\\{0,8}\/[A-Za-z0-9]{1,64}){0,3}\\{0,8}\/[A-Za-z0-9]{16,64}/,
  ),
  format("npm-token", "npm_", /[A-Za-z0-9]{36}\b/),
  format("pypi-token", "pypi-AgE", /[\w-]{50,}/),
  format("rubygems-token", "rubygems_", /[A-Za-z0-9]{32,}/),
  format("docker-token", "dckr_pat_ dckr_oat_", /[\w-]{20,}/),
  // Of the metadata service of EC2, version 2.
  format("aws-token", "AQAEA AQAAA", /[\w-]{49}==/),
  format("aws-key", "AKIA ASIA ABIA ACCA", /[A-Z0-9]{16}\b/),
  format("google-key", "AIza", /[\w-]{35}/),
  format("google-key", "GOOG1", /[A-Z0-9]{56}\b/),
  format("google-token", "ya29.", /[\w-]{20,}/),
  format("google-secret", "GOCSPX-", /[\w-]{20,}/),
  format(
    "stripe-key",
    "sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_",
    /[A-Za-z0-9]{16,}|(?=[A-Za-z]{0,14}\d)[A-Za-z0-9]{10,15}/,
  ),
  format("webhook-secret", "whsec_", /[A-Za-z0-9+/]{24,}=?=?/),
  format("openai-key", "sk-proj- sk-svcacct- sk-admin-", /[\w-]{32,}/),
  format("anthropic-key", "sk-ant-", withDigit(20)),
  format("huggingface-token", "hf_", /[A-Za-z0-9]{34,}/),
  format("sendgrid-key", "SG.", /[\w-]{20,24}\.[\w-]{39,50}|[\w.=-]{66}/),
  format("digitalocean-token", "dop_v1_ doo_v1_ dor_v1_", /[A-Za-z0-9]{32,}/),
  format("shopify-token", "shpat_ shpca_ shppa_ shpss_", /[A-Za-z0-9]{32,}/),
  format("vault-token", "hvs. hvb. hvr.", /[\w-]{24,}/),
  format("grafana-token", "glsa_ glc_ eyJrIjoi", /[\w+/]{32,}={0,3}/),
  format("atlassian-token", "ATATT ATCTT", /[\w-]{32,}={0,2}(?:[A-F0-9]{8}\b)?/),
  format("bitbucket-token", "ATBB", /[A-Za-z0-9]{28,}/),
  format("databricks-token", "dapi", /[a-f0-9]{32}(?:-\d{1,2})?\b/),
  format("linear-key", "lin_api_ lin_oauth_", /[A-Za-z0-9]{32,}/),
  format("postman-key", "PMAK-", /[a-f0-9]{24}-[a-f0-9]{34}/),
  format("sentry-token", "sntryu_ sntrys_", /[\w+/-]{40,}={0,2}/),
  format("planetscale-token", "pscale_tkn_ pscale_oauth_ pscale_pw_", /[\w.=-]{31,}[\w=-]/),
  format("pulumi-token", "pul-", /[a-f0-9]{40}\b/),
  format("age-key", "AGE-SECRET-KEY-1", /[A-Z0-9]{50,}/),
  format("openai-key", "sk-", /[A-Za-z0-9]{48}\b/),
  format("slack-webhook", "hooks.slack.com/commands/", /\w{1,64}\/\w{1,64}\/\w{16,64}/),
  format("telegram-token", "bot", /\d{6,10}:[\w-]{34,35}(?![\w-])/),
  format("stripe-secret", "pi_ seti_ cs_live_ cs_test_", /[A-Za-z0-9]{14,}_secret_[A-Za-z0-9]{16,}/),
  format("paseto", "v1.local. v2.local. v3.local. v4.local. v1.public. v2.public. v3.public. v4.public.", /[\w-]{40,}/),
  format("bearer-token", "bearer.authorization.k8s.io.", /[\w-]{16,}/),
  format("twilio-key", "SK", /[a-fA-F0-9]{32}\b/),
  format("square-token", "sq0atp- sq0csp- sq0cgp- EAAAE EAAAl", /[\w-]{20,}/),
  format("square-nonce", "cnon: verf: ccof:", withDigit(20)),
  format("braintree-nonce", "tokencc_", /[a-z]{2}_[a-z0-9_]{16,}/),
  format("swarm-key", "SWMTKN-1- SWMKEY-1-", /[\w+/-]{40,}/),
  // BIP 32: the serialized private keys of a wallet.
  format("wallet-key", "xprv yprv zprv tprv uprv vprv", /[1-9A-HJ-NP-Za-km-z]{107}\b/),
  format("facebook-token", "EAACEdEose0cBA EAAG", /[A-Za-z0-9]{40,}/),
  format("facebook-token", "EAA", /[A-Za-z0-9]{100,}/),
  // Zeros in base64 begin alike, and are no token.
  format("twitter-token", "AAAAAAAAAAAAAAAAAAAAA", /(?!A{40})[A-Za-z0-9%]{70,}/),
  format("notion-token", "secret_ ntn_", /[A-Za-z0-9]{40,50}\b/),
  format("airtable-token", "pat", /[A-Za-z0-9]{14}\.[a-f0-9]{64}\b/),
  format("figma-token", "figd_ figdr_ figo_", /[\w-]{38,}/),
  format("supabase-token", "sbp_ sb_secret_", /[A-Za-z0-9_-]{20,}/),
  format("replicate-token", "r8_", /[A-Za-z0-9]{36,}/),
  format("groq-key", "gsk_", /[A-Za-z0-9]{48,}/),
  format("xai-key", "xai-", /[A-Za-z0-9]{70,}/),
  format("perplexity-key", "pplx-", /[A-Za-z0-9]{40,}/),
  format("netlify-token", "nfp_ nfc_ nfo_", /[A-Za-z0-9]{36,}/),
  format("vercel-token", "vercel_blob_rw_", /[A-Za-z0-9]{16,}_[A-Za-z0-9]{20,}/),
  format("doppler-token", "dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.", /(?:[a-z_-]{2,30}\.)?[\w-]{40,}/),
  format("buildkite-token", "bkua_ bkaa_", /[A-Za-z0-9]{40}\b/),
  format("fly-token", "fm1_ fm1a_ fm1r_ fm2_", /[A-Za-z0-9+/]{80,}={0,3}/),
  format("fly-token", "fo1_", /[\w-]{43}(?![\w-])/),
  format("cloudflare-token", "cfut_ cfat_", /[\w-]{40,}/),
  format("dropbox-token", "sl. sl.u.", /[\w-]{130,}/),
  format("new-relic-key", "NRAK- NRJS- NRII-", /[A-Za-z0-9_-]{19,}/),
  format("dynatrace-token", "dt0c01. dt0s01.", /[A-Za-z0-9]{24}\.[A-Za-z0-9]{64}/),
  format("mapbox-token", "sk.eyJ", /[\w-]{16,}\.[\w-]{20,}/),
  format("sonar-token", "squ_ sqp_ sqa_", /[a-f0-9]{40}\b/),
  format("artifactory-key", "AKCp", /[A-Za-z0-9]{66,}/),
  format("alibaba-key", "LTAI", /[A-Za-z0-9]{17,21}\b/),
  format("flutterwave-key", "FLWSECK- FLWSECK_TEST-", /[A-Za-z0-9]{12,}(?:-X)?/),
  format("contentful-token", "CFPAT-", /[\w-]{43,}/),
  format("brevo-key", "xkeysib- xsmtpsib-", /[a-f0-9]{64}-[A-Za-z0-9]{16}/),
  format("mailersend-token", "mlsn.", /[a-f0-9]{64}\b/),
  format("mailgun-key", "key-", /[a-f0-9]{32}\b/),
  format("tailscale-key", "tskey-", /[a-z]{3,10}-[A-Za-z0-9]{8,}-[A-Za-z0-9]{16,}/),
  format("onepassword-token", "ops_eyJ", /[\w+/-]{150,}={0,2}/),
  format("easypost-key", "EZAK EZTK", /[A-Za-z0-9]{54}\b/),
  format("duffel-token", "duffel_test_ duffel_live_", /[\w=-]{40,}/),
  format("prefect-key", "pnu_ pnb_", /[A-Za-z0-9]{36}\b/),
  format("adafruit-key", "aio_", /[A-Za-z0-9]{28}\b/),
  format("clojars-token", "CLOJARS_", /[A-Za-z0-9]{60}\b/),
  format("crates-token", "cio", /[A-Za-z0-9]{32}\b/),
  format("scalingo-token", "tk-us-", /[\w-]{48}(?![\w-])/),
  format("yandex-key", "AQVN", /[\w-]{35,38}(?![\w-])/),
  format("openshift-token", "sha256~", /[\w-]{43}(?![\w-])/),
  format("readme-key", "rdme_", /[a-z0-9]{70}\b/),
  format("frameio-token", "fio-u-", /[\w=-]{64}/),
  format("typeform-token", "tfp_", /[\w=-]{59}/),
  format("onepassword-key", "A3-", /[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}\b/),
  format("adobe-secret", "p8e-", /[A-Za-z0-9]{32}\b/),
  format("artifactory-key", "cmVmd", /[A-Za-z0-9]{59}\b/),
  format(
    "authress-key",
    "sc_ ext_ scauth_ authress_",
    /[a-z0-9]{5,30}\.[a-z0-9]{4,6}\.acc[_-][a-z0-9-]{10,32}\.[\w+/=-]{30,120}/i,
  ),
  format("aws-key", "A3T", /[A-Z0-9]{17}\b/),
  format("aws-key", "ABSK", /[A-Za-z0-9+/]{109,269}={0,2}/),
  format("aws-key", "bedrock-api-key-", /[\w+/-]{28,}={0,2}/),
  format("clickhouse-key", "4b1d", /[A-Za-z0-9]{38}\b/),
  format("cloudflare-token", "v1.0-", /[a-f0-9]{24}-[a-f0-9]{146}\b/),
  format("harness-token", "pat. sat.", /[\w-]{22}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{20}\b/),
  format("heroku-token", "HRKU-AA", /[\w-]{58}(?![\w-])/),
  format("huggingface-token", "api_org_", /[A-Za-z]{34}\b/),
  format("infracost-key", "ico-", /[A-Za-z0-9]{32}\b/),
  format("intra42-secret", "s-s4t2ud- s-s4t2af-", /[a-f0-9]{64}\b/),
  format("octopus-key", "API-", /(?=[A-Z]{0,25}\d)[A-Z0-9]{26}\b/),
  format("settlemint-token", "sm_aat_ sm_pat_ sm_sat_", /[A-Za-z0-9]{16}\b/),
  format("shippo-token", "shippo_live_ shippo_test_", /[A-Fa-f0-9]{40}\b/),
  format("sourcegraph-token", "sgp_", /(?:(?:[A-Fa-f0-9]{16}|local)_)?[A-Fa-f0-9]{40}\b/),
  // Tickets of CAS, by its protocol, section 3.
  format("cas-ticket", "TGT- PGT- PGTIOU- ST- PT-", /\d{1,9}-[\w.-]{20,}/),
  // The payload of Matter's QR code, in base 38: it has the passcode.
  format("matter-code", "MT:", /(?=[A-Z.-]{0,20}\d)[A-Z\d.-]{19,}/),
  format("woocommerce-key", "wc_order_", /[A-Za-z0-9]{13}\b/),
  // Before version 1.10.
  format("vault-token", "s.", /(?=[A-Za-z]{0,23}\d)[A-Za-z0-9]{24}(?![\w.(])/),
  // PuTTY's format.
  format("private-key", "Private-Lines:", / \d{1,3}\r?\n(?:[A-Za-z0-9+/=]{1,64}\r?\n){1,200}/),
  // Of crypt(3), in which servers store passwords.
  format("password-hash", "$2a$ $2b$ $2y$", /\d{2}\$[./A-Za-z0-9]{53}/),
  format("password-hash", "$1$ $5$ $6$ $apr1$", /(?:rounds=\d{1,9}\$)?[./A-Za-z0-9]{1,16}\$[./A-Za-z0-9]{22,86}/),
  format("password-hash", "$argon2i$ $argon2id$ $argon2d$", /[\w=,$+/.-]{40,200}/),
  format("password-hash", "$y$ $7$ $8$ $9$ $P$ $H$ $S$ $scrypt$ $pbkdf2$ $pbkdf2-", /[\w=,$+/.-]{20,200}/),
  // Of Django, PostgreSQL and Werkzeug.
  format("password-hash", "pbkdf2_sha256$ pbkdf2_sha1$ SCRAM-SHA-256$ scrypt: pbkdf2:sha", /\d[\w:=,$+/.-]{40,250}/),
  // Of directories: RFC 2307, section 5.3.
  format(
    "password-hash",
    "{SHA} {SSHA} {SHA256} {SSHA256} {SHA512} {SSHA512} {MD5} {SMD5}",
    /[A-Za-z0-9+/]{20,180}={0,2}/,
  ),
  // Not hashed at all.
  format("password-hash", "{PLAIN} {CLEARTEXT}", /(?![/|{}\]),.;])[^\s:"'<>\\`]{4,128}/),
  // Of Ansible, encrypted by a password that can be tried.
  format(
    "ansible-vault",
    "$ANSIBLE_VAULT;",
    /\d\.\d;AES256(?:;[\w.-]{1,64})?(?:(?:\r?\n|(?:\\[rn]){1,2})[ \t]{0,64}[\da-f]{1,80}){1,2000}/,
  ),
  // Of a call's description: RFC 4568, section 6.1.
  format("srtp-key", "inline:", /[A-Za-z0-9+/]{40,64}(?![A-Za-z0-9+/])={0,2}/),
  // Of HL7's SMART Health Links: it has the key of what it leads to.
  format("health-link", "shlink:/", /eyJ[\w-]{40,}/),
  // Of Akamai's EdgeAuth.
  format("signed-link", "~hmac=", /[\da-f]{32,128}\b/),
  // Of Twitch.
  format("stream-key", "live_", /\d{6,12}_[A-Za-z\d]{28,32}\b/),
  // Of Nostr: NIP-19.
  format("nostr-key", "nsec1", /[02-9ac-hj-np-z]{58}\b/),
  // Of Google's calendars: who has it reads them.
  format("calendar-address", "private-", /[a-f\d]{32}(?=\/basic\b)/),
  // Of Google Authenticator: all its seeds.
  format("otp-seed", "otpauth-migration://offline?data=", /[\w%+/=-]{16,}/),
  // Addresses that call an automation, take a service's events, or hand out a file or a calendar; a request's target has
  // no host.
  address("discord-webhook", "discord.com/api/ discordapp.com/api/", /(?:v\d+\/)?webhooks\/\d{5,24}\/[\w-]{40,100}/),
  address("webhook", "hooks.zapier.com/hooks/ /hooks/", /(?:catch|standard)\/\d{3,12}\/[a-z\d]{5,12}\b/),
  address("webhook", "pagerduty.com/integration/", /[a-f\d]{32}\b/),
  address("webhook", "victorops.com/integrations/generic/ /integrations/generic/", /\d{8}\/alert\/[a-f\d-]{36}\b/),
  address("webhook", "netlify.com/build_hooks/ /build_hooks/", /[a-f\d]{24}\b/),
  address("webhook", "render.com/deploy/", /srv-[a-z\d]{4,30}\?key=[\w-]{8,40}/),
  address("webhook", "vercel.com/v1/integrations/deploy/ /v1/integrations/deploy/", /prj_\w{20,40}\/\w{8,20}\b/),
  address(
    "webhook",
    "hub.docker.com/api/build/v1/source/ /api/build/v1/source/",
    /[a-f\d-]{36}\/trigger\/[a-f\d-]{36}\b/,
  ),
  address("webhook", "hc-ping.com/", /[a-f\d-]{36}\b/),
  address("webhook", "nosnch.in/", /[a-f\d]{10}\b/),
  address("log-input", "datadoghq.com/v1/input/ datadoghq.eu/v1/input/ /v1/input/", /[a-f\d]{32}\b/),
  address("log-input", "loggly.com/inputs/ loggly.com/bulk/ logentries.com/noformat/logs/", /[a-f\d-]{36}\b/),
  address("log-input", "sumologic.com/receiver/v1/http/ /receiver/v1/http/", /[\w+/-]{40,}={0,2}/),
  address("signed-link", "oraclecloud.com/p/ customer-oci.com/p/", /[\w-]{40,}(?=\/n\/)/),
  address("signed-link", "dropboxusercontent.com/cd/0/get/ dropboxusercontent.com/cd/0/inline/", /[\w-]{60,}/),
  address("signed-link", "archivist.terraform.io/v1/object/", /[\w-]{40,}/),
  address("signed-link", "box.com/s/ box.com/shared/static/", /[a-z\d]{32}\b/),
  address("signed-link", "dropbox.com/s/", /[a-z\d]{15}(?=\/)/),
  address("signed-link", "sharepoint.com/:", /\w:\/\w\/(?:personal|sites|teams)\/[\w-]{1,80}\/E[\w-]{40,}/),
  address("calendar-address", "office365.com/owa/calendar/ live.com/owa/calendar/", /[\w.@-]{1,120}\/[a-f\d]{32,80}\b/),
];

/** A published format that is told by what is in its middle. */
interface FormatByMiddle {
  readonly kind: string;
  readonly middle: string;
  /** Number of characters before it. */
  readonly before: number;
  /** Sticky, and bounded. */
  readonly whole: RegExp;
}

export const formatsByMiddle: readonly FormatByMiddle[] = [
  { kind: "openai-key", middle: "T3BlbkFJ", before: 23, whole: /sk-[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}/y },
  { kind: "terraform-token", middle: ".atlasv1.", before: 14, whole: /[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{60,70}/y },
  { kind: "azure-secret", middle: "Q~", before: 4, whole: /[\w~.]{3}\dQ~[\w~.-]{31,34}(?![\w~-])/y },
  // What a device gets messages by.
  { kind: "device-token", middle: ":APA91b", before: 22, whole: /[\w-]{22}:APA91b[\w-]{60,}/y },
  { kind: "maxmind-key", middle: "_mmk", before: 36, whole: /[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk\b/y },
];

// In the first characters: prose that begins alike ("xoxb-is-a-prefix-of-tokens") has no digit.
function withDigit(least: number): RegExp {
  return new RegExp(`(?=[A-Za-z_-]{0,40}\\d)[\\w-]{${least},}`);
}

function format(kind: string, starts: string, { source, flags }: RegExp): TokenFormat {
  return { kind, starts: starts.split(" "), rest: new RegExp(source, `${flags}y`) };
}

// Some writers of JSON escape slashes.
function address(kind: string, starts: string, { source }: RegExp): TokenFormat {
  const escaped = starts.replaceAll("/", "\\/");
  return {
    kind,
    starts: `${starts} ${escaped}`.split(" "),
    rest: new RegExp(source.replaceAll("\\/", "\\\\?\\/"), "y"),
    isAddress: true,
  };
}
