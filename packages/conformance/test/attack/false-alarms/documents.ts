import { createHash } from "node:crypto";

/** A document of a kind that often looks as if it held secrets. */
export interface Document {
  readonly name: string;
  readonly text: string;
}

const digest = (seed: unknown, name = "sha256"): string => createHash(name).update(String(seed)).digest("hex");
const base64 = (seed: unknown): string => createHash("sha512").update(String(seed)).digest("base64");
const many = <T>(count: number, make: (nth: number) => T): T[] => Array.from({ length: count }, (_, nth) => make(nth));
const letter = (letters: string, seed: number): string => letters.charAt((seed * 7919 + (seed >> 3)) % letters.length);
const sequence = (letters: string, length: number): string => many(length, (nth) => letter(letters, nth)).join("");
const json = (name: string, value: unknown): Document => ({ name, text: JSON.stringify(value, null, 2) });

/** Ten kinds of documents, none of which holds a secret. */
export const documents: readonly Document[] = [
  json("errors of a validation", {
    errors: {
      password: ["is too short (minimum is 8 characters)", "can't be blank"],
      token: ["has expired"],
      api_key: ["is invalid"],
      current_password: ["This field is required."],
    },
    details: many(40, (nth) => ({
      instancePath: `/users/${nth}/password`,
      schemaPath: "#/properties/password/minLength",
      keyword: "minLength",
      params: { limit: 8 },
      message: "must NOT have fewer than 8 characters",
    })),
  }),
  json("a schema", {
    components: {
      schemas: {
        Login: {
          required: ["login", "password"],
          properties: {
            password: { type: "string", format: "password", minLength: 8, example: "" },
            token: { $ref: "#/components/schemas/Token" },
            secret: { type: ["string", "null"], writeOnly: true },
            api_key: { anyOf: [{ type: "string" }, { type: "null" }] },
          },
        },
      },
      securitySchemes: { token: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
    },
    security: [{ token: [] }],
  }),
  json("a manifest with its lock", {
    dependencies: { cookie: "0.7.1", token: "^1.2.3", jsonwebtoken: "~9.0.2", "csrf-token": ">=1.0.0 <2", secret: "*" },
    packages: Object.fromEntries(
      many(60, (nth) => [
        `node_modules/p${nth}`,
        { version: `1.${nth}.0`, integrity: `sha512-${base64(nth)}`, license: "MIT" },
      ]),
    ),
  }),
  json("tokens of a language model", {
    model: "m-1",
    usage: { prompt_tokens: 12, completion_tokens: 34, total_tokens: 46, token: 512 },
    choices: [
      {
        logprobs: {
          content: many(80, (nth) => ({
            token: [" the", "Hello", "!", " quick", "\n", "ing", "42", " Tok", "é", "</s>"][nth % 10],
            logprob: -nth / 10,
            bytes: [32, nth],
            top_logprobs: [{ token: " a", logprob: -1.5, bytes: [32, 97] }],
          })),
        },
      },
    ],
    next_page_token: base64("next"),
  }),
  json("prices of tokens", {
    data: many(60, (nth) => ({
      token: ["ETH", "USDC", "WBTC", "stETH", "1INCH"][nth % 5],
      tokenAddress: `0x${digest(nth, "sha1")}`,
      tokenId: nth,
      base_token: "WETH",
      quoteToken: "USDT",
      price: nth * 1.5,
      decimals: 18,
    })),
  }),
  json("commits and digests", {
    commits: many(80, (nth) => ({
      sha: digest(nth, "sha1"),
      tree: { sha: digest(-nth, "sha1"), url: `https://api.a.example/trees/${digest(-nth, "sha1")}` },
      node_id: base64(nth).slice(0, 32),
      verification: {
        verified: true,
        reason: "valid",
        signature: "-----BEGIN PGP SIGNATURE-----\n\nwsB\n-----END PGP SIGNATURE-----",
      },
      image: `docker://a.example/r:1.2@sha256:${digest(nth)}`,
      key: "mit",
    })),
  }),
  {
    name: "sequences of DNA and proteins",
    text: many(60, (nth) =>
      nth % 6 === 0
        ? `>sp|P${10_000 + nth}|KEY_HUMAN Token=${nth}`
        : sequence(nth % 2 ? "ACGT" : "ACDEFGHIKLMNPQRSTVWY", 70),
    ).join("\n"),
  },
  {
    name: "a page about passwords",
    text: [
      "# How to authenticate",
      "Send your token in the header `Authorization: Bearer <token>`, or `?access_token=YOUR_TOKEN`.",
      "password: the password of the account (string, required)",
      "secret - what only you know; keep your API key secret: never commit it.",
      "Set `API_KEY=$API_KEY`, export TOKEN=<your-token>, PASSWORD=********.",
      "The session cookie is HttpOnly; csrf_token: see below.",
      '<input type="password" name="password" placeholder="Your password">',
      '<label for="password">Password:</label> <a href="/reset?token_type=bearer&code=404">Forgot?</a>',
      "query { viewer(token: $token) { login } }",
      "type Mutation { login(user: String!, password: String!): Session }",
    ].join("\n"),
  },
  json("countries and codes", {
    countries: many(80, (nth) => ({
      code: ["US", "DE", "FRA", "276"][nth % 4],
      key: `k${nth}`,
      sign: "€",
      pin: nth % 2 === 0,
      tld: ".de",
    })),
    airports: many(40, (nth) => ({ code: ["EDDF", "KJFK", "LFPG"][nth % 3], name: "Airport", state: "open" })),
    errors: [{ code: "invalid_token", message: "The token is not valid" }],
  }),
  json("identifiers and pages", {
    items: many(80, (nth) => ({
      id: `${digest(nth).slice(0, 8)}-${digest(nth).slice(8, 12)}-4${digest(nth).slice(13, 16)}-a${digest(nth).slice(17, 20)}-${digest(nth).slice(20, 32)}`,
      etag: `W/"${digest(nth, "md5")}"`,
      cursor: base64(nth).slice(0, 48),
      avatar: `https://a.example/u/${nth}?v=4&s=${digest(nth, "md5")}`,
      permissions: { admin: false, pull: true },
      token_type: "bearer",
      password_reset_url: "https://a.example/reset",
      has_password: true,
      secret_scanning: { status: "enabled" },
    })),
  }),
];
