// Where readers stop: one pass over a text marks the positions, and each reader reads at its own.

import type { Steps } from "../steps.ts";
import type { Find, Token } from "../tokens/token-words.ts";
import { tokenWords } from "../tokens/token-words.ts";
import { longestStretch } from "./codes.ts";
import { createScan, type Word } from "./scan.ts";
import type { Span } from "./span.ts";
import { passwordCalls } from "./text/password-calls.ts";

/** Positions at which each reader may find something. */
export interface Marks extends Readonly<Record<Mark, readonly number[]>> {
  readonly equals: readonly number[];
  /** Whether no reader may find anything. */
  readonly isEmpty: boolean;
  readonly tokens: readonly Token[];
  /** Where something begins that may be a token, and that the end of the text cuts off. */
  readonly open: number;
}

type Mark =
  | "call"
  | "name"
  | "cookie"
  | "form"
  | "function"
  | "key"
  | "link"
  | "object"
  | "option"
  | "path"
  | "table"
  | "thin"
  | "url";

/** Marks the positions of a text, within windows. */
export type Marker = (text: string, windows: readonly Span[]) => Steps<Marks>;

// A stem of names: a word, or a pattern that matches from the word on.
type Stem = string | readonly [word: string, pattern: RegExp];

// Parts of the names of secrets: most texts have few.
const stems: readonly Stem[] = [
  ...`pass pwd secret token auth otp code jwt csrf xsrf cookie session verifier assertion credential key sign psk crumb
  senha wort woord contrase парол лозинка κωδικ סיסמ المرور عبور รหัสผ่าน 密码 密碼 口令 パスワード 暗証番号 비밀번호 geslo haslo hasło heslo jelsz kodeord sandi
  adgangskode losenord lösenord lozinka khau khẩu mdp codic codig código geheim код_ 验证码 驗證碼 認証 인증 parola psw pword salasana sifre şifre clave 2fa tfa mfa
  mnemonic phrase seed community securestring stringdata ticket cvc cvv nonce plaintext barcode signed_request securejson
  secure_json secure_string concealed masked sensitive secured macaroon unseal preimage xprv saml npsso phpsess modhash formhash string_data
  a1_hash api_hash canary deletehash delete_hash formdigest g_ck md5_cred ltsk securitystamp security_stamp`.split(
    /\s+/,
  ),
  ["answer", /answers?"/iy],
  ["account", /account"\s{0,9}:\s{0,9}"\d{13}/iy],
  ["cavv", /cavv"/iy],
  ["form_build", /form_build_id/iy],
  ["ccid", /ccid"/iy],
  ["csc", /csc"/iy],
  ["cvn", /cvn"/iy],
  ["cvx", /cvx"/iy],
  ["sctx", /sctx"/iy],
  ["sft", /sft"/iy],
  ["cryptogram", /cryptogram"/iy],
  ["hash1", /hash1b?[">]/iy],
  ["ha1", /ha1b?[">]/iy],
  ["manual", /manual_?entry"/iy],
  ["matching", /matching_?id"/iy],
  ["md", /(?<=")md"/iy],
  ["mac", /(?<=")mac"/iy],
  ["result", /(?<=")result"\s{0,9}:\s{0,9}"/iy],
  ["response", /(?<=")response"|(?<=[\s,])response="[\da-f]{32,64}"/iy],
  ["ciphertext", /ciphertext"/iy],
  ["client_state", /client_?state"/iy],
  ["clientstate", /clientstate"/iy],
  ["creq", /creq"/iy],
  ["cres", /cres"/iy],
  ["encoded", /encoded(?:_jit_config)?"/iy],
  ['ki"', /(?<=")ki"/iy],
  ["number", /number["'>:=]/iy],
  ["salt", /(?<=(?:hash|link|invite|reset|auth|nonce|in)_?)salt\b/iy],
  ["stok", /stok\b/iy],
  ["tan", /(?<=\d (?:ist|is) (?:ihre|deine|your) (?:[a-z]{0,12}-?)?)tan\b/iy],
  ["stream", /stream_?name"/iy],
  ['opc"', /(?<=")opc"/iy],
  ['p"', /(?<=")p"/iy],
  ["pare", /pare[qs]"/iy],
  ["pan", /(?<=["<_])pan[">]/iy],
  ["wif", /wif\b/iy],
  [": eap", /: eap "/iy],
  [": xauth", /: xauth "/iy],
  [": rsa", /: rsa \S{1,128} "/iy],
  ["api", /api.?key/iy],
  ["mot", /mot.?de/iy],
  ["pw", /pw\b/iy],
  ["pin", /\bpin|(?<=[a-z\d_-])pin"/iy],
  ["puk", /\bpuk\d?\b/iy],
  ["sas", /sas\b/iy],
  ["bearer", /(?<=")bearer"\s{0,9}:/iy],
  // Of what may be a key.
  ["sha1", /(?<=")sha1"\s{0,9}:\s{0,9}"[\da-f]{40}"/iy],
  ["value", /(?<=")value"\s{0,9}:\s{0,9}"[\w+/=-]{20}/iy],
  ["sid", /\bsid\b/iy],
  ["qr", /qr/iy],
  ["secure", /secure_?settings|(?<=")secure"\s{0,9}:\s{0,9}true\s{0,9},\s{0,9}"value"/iy],
];

const words: Readonly<Record<Mark, readonly Stem[]>> = {
  name: stems,
  call: ['"method"', '"methodName"', "<methodName>"],
  cookie: ["cookie:", "document.cookie"],
  form: ["form-data;"],
  function: passwordCalls,
  key: ['"kty"'],
  link: "reset invite invitation magic webhook response confirm verif activat unsubscribe login log_in".split(" "),
  object: [
    '"kind"',
    "kind: Secret",
    '"payload"',
    '"created_time"',
    ".vault.azure.net/secrets/",
    '"PasswordCallback"',
    ['"credentials"', /"credentials"\s{0,9}:\s{0,9}\{\s{0,40}"[^"\s@]{1,64}@/iy],
    ['"algorithm"', /"algorithm"\s{0,9}:\s{0,9}"hmac-/iy],
  ],
  option: [
    "-u ",
    "-u=",
    "http -a ",
    "--user",
    "identified ",
    "sshpass ",
    "mysql",
    "rootpw ",
    "pragma ",
    "login -",
    "redis-cli ",
    "openssl ",
    "--proxy-user",
    "--auth ",
    "stats auth",
    ["ldap", /ldap(?:search|modify|add|delete|passwd|whoami)\s/iy],
    ["smbc", /smbclient\s/iy],
    ["rpcc", /rpcclient\s/iy],
    ["pass:", /(?<=\s-pass(?:in|out)?\s)pass:/iy],
    ["login ", /(?<=\w\s)LOGIN \S{1,64} /y],
    "identify ",
    "setuser ",
    ["user ", /(?<=^|[\r\n])user \S{1,64} on /y],
    '"auth" "',
    "UGFzc3dvcmQ6",
    ["mongo", /mongo\w{0,7}\s/iy],
    "--password-stdin",
  ],
  path: [
    ..."/api /app-m /key /token /secret /pass /magic /qr /reset /verif /confirm /activat /unlock /unsubscribe /invit /join /log /sign".split(
      " ",
    ),
    ..."/sso /sub/ /subscribe/ /session /otp /2fa /mfa /tfa /passcode /oauth /incoming /web /hook /interactions /fcm/send /services/T -pass -magic -verif -confirm -activat /(".split(
      " ",
    ),
    ...Array.from({ length: 10 }, (_, digit) => `/v${digit}`),
  ],
  table: ["insert into ", "insert ignore into ", "replace into "],
  thin: [
    ":thin:",
    "@tcp(",
    "@unix(",
    "wifi:",
    [":5", /:5\d{3}:/y],
    [":64", /:64\d\d:/y],
    [":*", /:\*:/y],
    ..."]:25 ]:465 ]:587 ]:2525 ]:smtp ]:submission".split(" "),
  ],
  url: ["://"],
};

/**
 * Makes the marker of a text.
 * @param own Names that options add, as words that they begin with.
 */
export function createMarker(own: readonly string[]): Marker {
  const all: readonly (readonly [Mark, readonly Stem[]])[] = Object.entries({
    ...words,
    name: [...stems, ...own],
  }) as never;
  const scan = createScan<Find | readonly [Mark, RegExp | null]>([
    ...tokenWords,
    ...all.flatMap(([mark, each]) =>
      each.map(
        (stem): Word<readonly [Mark, RegExp | null]> =>
          typeof stem === "string"
            ? { word: stem, ignoresCase: true, meaning: [mark, null] }
            : { word: stem[0], ignoresCase: true, meaning: [mark, stem[1]] },
      ),
    ),
  ]);
  return function* marked(text, windows) {
    const tokens: Token[] = [];
    // Written out: most texts are short, and to make it of a list takes as long as to read them.
    const marks: Record<Mark, number[]> = {
      ...{ name: [], call: [], cookie: [], form: [], function: [], key: [], link: [] },
      ...{ object: [], option: [], path: [], table: [], thin: [], url: [] },
    };
    const over = new Map<Find, number>();
    let isMarked = false;
    let open = text.length;
    const visit = (at: number, meaning: Find | readonly [Mark, RegExp | null]): void => {
      if (typeof meaning === "function") {
        if (at < (over.get(meaning) ?? 0)) return;
        const token = meaning(text, at);
        if (token === null) return;
        if ("kind" in token) tokens.push(token);
        else if (token.end === text.length) open = Math.min(open, token.start);
        over.set(meaning, token.end);
        return;
      }
      const [mark, pattern] = meaning;
      if (pattern !== null) {
        pattern.lastIndex = at;
        if (!pattern.test(text)) return;
      }
      marks[mark].push(at);
      isMarked = true;
    };
    for (const window of windows)
      for (let { start } = window; start < window.end; start += longestStretch) {
        scan(text, { start, end: Math.min(window.end, start + longestStretch) }, visit);
        yield;
      }
    const equals = equalsIn(text, windows);
    return { ...marks, equals, tokens, open, isEmpty: !isMarked && equals.length === 0 };
  };
}

// Single characters, which the engine finds faster.
function equalsIn(text: string, windows: readonly Span[]): readonly number[] {
  const found: number[] = [];
  let at = text.indexOf("=");
  for (const { start, end } of windows) {
    if (at >= 0 && at < start) at = text.indexOf("=", start);
    for (; at >= 0 && at < end; at = text.indexOf("=", at + 1)) found.push(at);
  }
  return found;
}
