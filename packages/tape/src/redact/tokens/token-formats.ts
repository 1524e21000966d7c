/** A published token format: what its tokens begin with, and what must come then. */
export interface TokenFormat {
  readonly kind: string;
  readonly starts: readonly string[];
  /** Sticky, and bounded wherever it can fail: a search that starts at each place of a text must not read on to its end. */
  readonly rest: RegExp;
}

/**
 * The backstop for a secret that stands where no name gives it away. Each format is anchored by a prefix that its issuer
 * reserved, and by a length, so that ordinary hashes and ids are left alone. The prefixes are as the issuers publish
 * them and as gitleaks (config/gitleaks.toml) and GitHub's secret scanning list them.
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
  format("aws-key", "AKIA ASIA ABIA ACCA", /[A-Z0-9]{16}\b/),
  format("google-key", "AIza", /[\w-]{35}/),
  format("google-token", "ya29.", /[\w-]{20,}/),
  format("google-secret", "GOCSPX-", /[\w-]{20,}/),
  format("stripe-key", "sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_", /[A-Za-z0-9]{16,}/),
  format("webhook-secret", "whsec_", /[A-Za-z0-9+/]{24,}=?=?/),
  format("openai-key", "sk-proj- sk-svcacct- sk-admin-", /[\w-]{32,}/),
  format("anthropic-key", "sk-ant-", withDigit(20)),
  format("huggingface-token", "hf_", /[A-Za-z0-9]{34,}/),
  format("sendgrid-key", "SG.", /[\w-]{20,24}\.[\w-]{39,50}/),
  format("digitalocean-token", "dop_v1_ doo_v1_ dor_v1_", /[A-Za-z0-9]{32,}/),
  format("shopify-token", "shpat_ shpca_ shppa_ shpss_", /[A-Za-z0-9]{32,}/),
  format("vault-token", "hvs. hvb. hvr.", /[\w-]{24,}/),
  format("grafana-token", "glsa_ glc_", /\w{32,}={0,2}/),
  format("atlassian-token", "ATATT ATCTT", /[\w-]{32,}={0,2}(?:[A-F0-9]{8}\b)?/),
  format("bitbucket-token", "ATBB", /[A-Za-z0-9]{28,}/),
  format("databricks-token", "dapi", /[a-f0-9]{32}(?:-\d{1,2})?\b/),
  format("linear-key", "lin_api_ lin_oauth_", /[A-Za-z0-9]{32,}/),
  format("postman-key", "PMAK-", /[a-f0-9]{24}-[a-f0-9]{34}/),
  format("sentry-token", "sntryu_ sntrys_", /[\w+/-]{40,}={0,2}/),
  format("planetscale-token", "pscale_tkn_ pscale_oauth_ pscale_pw_", /[\w-]{32,}/),
  format("pulumi-token", "pul-", /[a-f0-9]{40}\b/),
  format("age-key", "AGE-SECRET-KEY-1", /[A-Z0-9]{50,}/),
];

// Within the first characters: prose that begins alike ("xoxb-is-a-prefix-of-tokens") has no digit.
function withDigit(least: number): RegExp {
  return new RegExp(`(?=[A-Za-z_-]{0,40}\\d)[\\w-]{${least},}`);
}

function format(kind: string, starts: string, { source }: RegExp): TokenFormat {
  return { kind, starts: starts.split(" "), rest: new RegExp(source, "y") };
}
