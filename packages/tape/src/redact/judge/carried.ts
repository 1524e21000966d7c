// Which members are secrets under names that more often have something else: by their looks, and by what is beside them.
// `judge.ts` asks it where no list has the name.
import { base64Text } from "../read/coded/base64.ts";
import { objectAround } from "../read/json/object-around.ts";
import { isBesideItsUser, perhapsPassword, userMember } from "./beside-user.ts";
import { cardName, isCardNumber, isOfCard, perhapsCard } from "./card.ts";
import { isFilePath, isFlag } from "./ordinary-value.ts";
import { looksLikeIdentifier, looksLikeWord } from "./secret-entropy.ts";

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
// Of an account or a contract: EIP-55.
const address = /^0x[\da-f]{40}$/i;

/** Returns whether the value of a member that no list has is a secret, by its looks and by what is beside it. */
export function looksCarried(name: string, value: string, text: string, start: number, isSent: boolean): boolean {
  const end = start + value.length;
  const near = (most: number): string => text.slice(Math.max(0, start - most), start) + text.slice(end, end + most);
  const [, holds] = carried.find(([names]) => names.test(name)) ?? [];
  const before = (most: number): string => text.slice(Math.max(0, start - most), start);
  const object = (): string => objectAround(text, { start, end });
  if (holds !== undefined) return holds(value, near, { isSent, before, object });
  return isPair(name, value) || isToken(value) || isBesideItsUser(name, value, near) || isOfVariable(name, value);
}

/**
 * Returns whether a value is a secret in a variable of the environment: "DEPLOY_PASS=qwerty1987". What only counts, or is
 * on, has no letter beside its digit.
 */
export function isOfVariable(name: string, value: string): boolean {
  return /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)*_PASS$/.test(name) && /^(?=.*[A-Za-z])(?=.*[\d\W])\S{6,64}$/.test(value);
}

const isToken = (value: string): boolean =>
  !(
    looksLikeIdentifier(value) ||
    uuid.test(value) ||
    address.test(value) ||
    value.startsWith("arn:") ||
    isFilePath(value)
  );

/** Of SNMP, whose first versions have no other password. */
export const community: RegExp = /community$/i;
const ofSnmp =
  /snmp|version\W{1,9}v?2c\b|(?:port\W{1,9}|[\w.\]]:)161\b|host_?interface|priv_?(?:pass|protocol)|security_?level/i;

/** Returns whether a value is a community of SNMP. */
export const isCommunity = (value: string, near: string): boolean =>
  /^[^\s/]{1,64}$/.test(value) && !isFlag(value) && ofSnmp.test(near);

// What RFC 6749 has beside a code.
const exchange = /"(?:grant_?type|client_?secret|redirect_?uri|code_?verifier|authorization_code)\\*"/i;
// Of a login that a service hands on: no program, no id.
const isLongCode = (value: string): boolean =>
  /^(?!0x)[\w.~+/=-]{32,1024}$/.test(value) && isToken(value) && !anyId.test(value);
// Of a disk that BitLocker encrypts.
const recovery = /^\d{6}(?:-\d{6}){7}$/;
// A network's key may be a word.
const wireless = /"ssid\\*"|"encryption\\*"\s{0,9}:\s{0,9}\\*"(?:psk|wep|sae|wpa)/i;

// Of a concept, as FHIR codes it.
const terminology = /"system\\*"\s{0,9}:\s{0,9}\\*"(?:https?|urn):/i;

const ofDomain = /"(?:\w{0,20}_)?domain(?:_?name)?\\*"/i;

// What is told of a code that is sent, and of a card.
const ofCode = /"(?:expires_?(?:at|in)|valid_?until)\\*"/i;
const ofCard = /"(?:card_?holder(?:_?name)?|exp(?:iry|iration)?_?(?:month|year)|cvc|cvv2?)\\*"/i;

// India's postal codes are called so, too.
const postal = /["<](?:city|state|district|country|address\w*|street|postal\w*|locality)\b/i;

/** Of a code that people type. */
export const codeName: RegExp =
  /^(?:(?:code|pin|pin_?code|cv2?|[tm]fa|2fa|authenticator)(?:_?\d)?|(?:[\w.-]{0,64}[a-z\d_.-])?cv[cv]2?)$/i;
/** Returns whether a value may be a code that people type. */
export const isCode = (value: string): boolean => /^\d{3,8}$/.test(value);
// That of a room; no pin of a chip (`GPIO13`).
const isWordWithDigits = (value: string): boolean =>
  /^(?=.*\d)(?=.*[a-z])[\w.!@#$%&*+-]{8,64}$/i.test(value) && !uuid.test(value);

/** Of Digest, as JSON-RPC and forms have it, and of a CAPTCHA. */
export const responseName: RegExp = /^response$/i;
/** Returns whether a value is a digest. */
export const isDigest = (value: string): boolean => /^[\da-f$-]{32,}$/i.test(value);

interface Beside {
  readonly isSent: boolean;
  /** Returns what is before the value. */
  readonly before: (most: number) => string;
  /** Returns the object that the value stands in. */
  readonly object: () => string;
}

type Holds = (value: string, near: (most: number) => string, beside: Beside) => boolean;

/** Of members with these names, which values are secrets. */
const carried: readonly (readonly [RegExp, Holds])[] = [
  [community, (value, near) => isCommunity(value, near(400))],
  // That of a login elsewhere, which a client exchanges: RFC 6749, section 4.1.3.
  [
    /^code$/i,
    (value, _near, { isSent, before, object }) =>
      isSent
        ? (isCode(value) && !terminology.test(object())) || exchange.test(object()) || isLongCode(value)
        : (isLongCode(value) && /<input\s[^<>]*$/i.test(before(200))) ||
          (isToken(value) && /"expires_?in(?:_?seconds)?\\*"/i.test(object())) ||
          (/^\d{4,8}$/.test(value) && ofCode.test(object())) ||
          (isCode(value) && ofCard.test(object())),
  ],
  // Of a form.
  [/[cx]srf/i, isToken],
  // WordPress'.
  [/nonce$/i, (value, _near, { isSent }) => (isSent && isToken(value)) || /^(?=\d*[a-f])[\da-f]{10}$/.test(value)],
  [
    /^pin$/i,
    (value, _near, { isSent, object }) =>
      isSent ? isCode(value) || isWordWithDigits(value) : /^\d{4,8}$/.test(value) && !postal.test(object()),
  ],
  [codeName, isCode],
  // Of a form that lets upload, as of Amazon's and Alibaba's stores.
  [
    /^signature$/i,
    (value, _near, { isSent, object }) =>
      isToken(value) && (isSent ? !/"thinking\\*"/.test(object()) : /"policy\W{3,20}ey|"protected\\*"/i.test(object())),
  ],
  // Of one-time passwords, as a person types it.
  [/^manual_?entry$/i, (value) => /^(?:[a-z2-7]{4} ){3,}[a-z2-7]{1,4}$/i.test(value) || isToken(value)],
  [/(?:[a-z\d]Pin|[a-z][_-]pin)$/, (value) => /^\d{4,8}$/.test(value)],
  [responseName, isDigest],
  [/^signature_?value$/i, (value, near) => !looksLikeIdentifier(value) && /Assertion|Security|Auth/.test(near(16_384))],
  // Of a payment that a bank confirms, and of an eSIM.
  [/^md$/i, (value) => /^[\w+/=-]{16,}$/.test(value) && isToken(value)],
  [/^matching_?id$/i, (_value, near) => /"(?:smdp|iccid|activation_?code)/i.test(near(400))],
  // A wallet's, in words: BIP 39.
  [/(?:seed|phrase)$/i, (value) => /^(?:[a-z]{3,10} ){11,24}[a-z]{3,10}$/.test(value) || isToken(value)],
  // The picture of a code shows the seed of one-time passwords.
  [
    /qr|barcode/i,
    (value, near) =>
      /^(?:data:image\/|iVBORw0KGgo)/.test(value) && /otp|mfa|2fa|two_?factor|authenticator|secret/i.test(near(8192)),
  ],
  // The id of a session: not of another object, which begins with its type, or of a statement in a policy.
  [
    /^sid$/i,
    (value, near) =>
      (isToken(value) && !/^(?:[\da-f]{24}|[A-Z]{2}[\da-f]{32})$/.test(value) && !/"Effect\\*"/.test(near(400))) ||
      // Of BOSH: XEP-0124, section 17.
      (uuid.test(value) && near(400).includes("/protocol/httpbind")),
  ],
  // Of a domain that moves to another registrar.
  [
    /^auth_?info$/i,
    (value, _near, { object }) => /^(?=.*\d)(?=.*[a-z])\S{6,64}$/i.test(value) && ofDomain.test(object()),
  ],
  // The role that a program has in Vault, and the token of Consul.
  [/^secret_?id$/i, (value) => uuid.test(value) || !(looksLikeIdentifier(value) || value.startsWith("arn:"))],
  [perhapsPassword, (value, near) => !/^\d{1,3}$/.test(value) && !isFlag(value) && userMember.test(near(200))],
  // A number may be one of anything.
  [/^number$/i, (value, _near, { isSent, object }) => isCardNumber(value) && (isSent || ofCard.test(object()))],
  [cardName, isCardNumber],
  [perhapsCard, (value, _near, { object }) => isOfCard(value, object())],
  // Of a SIM, beside the number of its subscriber or its own: 3GPP TS 35.206.
  [/^(?:ki|opc)$/i, (value, near) => /^[\da-f]{32}$/i.test(value) && /"(?:imsi|iccid|supi)\\*"/i.test(near(400))],
  [
    /^answer$/i,
    (_value, near) => /(?:(?:security|secret|recovery|challenge)[_-]?questions?|state_?token)\\*"/i.test(near(200)),
  ],
  // Of a request; an answer's is more often an id, unless its object tells a key. What is beside a value is its name.
  [
    /^key$/i,
    (value, near, { isSent, before, object }) =>
      recovery.test(value) ||
      (isKey(value) && firstOfApi.test(before(120))) ||
      (isKey(value) &&
        ((isSent && !anyId.test(value) && !/"value\\*"/i.test(near(200))) || isOfKey(value, object()))) ||
      (value.length > 4 && !isFlag(value) && wireless.test(near(200))) ||
      ofNamespace.test(value),
  ],
  // Of what is sent live.
  [/^stream_?name$/i, (_value, near) => /"ingestion|rtmps?:/i.test(near(400))],
  // What Pulumi has encrypted, as it was.
  [/^plaintext$/i, (value, near) => isToken(value) || near(200).includes('"4dabf18193072939515e22adb298388d')],
  [/^host_?key$/i, (value) => /^\d{6}$/.test(value)],
  [
    /^value$/i,
    (value, _near, { object }) => isKey(value) && (isOfKey(value, object()) || /token_?id\\*"/i.test(object())),
  ],
  // What Terraform keeps of a random password.
  [/^result$/i, (_value, near) => /"bcrypt_hash\\*"|"random_password\\*"/.test(near(600))],
  // Gitea's.
  [/^sha1$/i, (value, _near, { object }) => isKey(value) && /"token_last_eight\\*"/.test(object())],
  // What Vault answers when it is made.
  [
    /^keys(?:_?b(?:ase)?64)?$/i,
    (value, near) => !looksLikeIdentifier(value) && /"(?:keys_base64|root_token)\\*"/.test(near(8192)),
  ],
  // Of a wallet's file, whose password can be tried: Web3 Secret Storage.
  [/^ciphertext$/i, (_value, near) => /"kdf\\*"/.test(near(1000))],
  // Id and secret of Elasticsearch's key.
  [/^encoded$/i, (value, near) => isPair("auth", value) && /"api_key\\*"/.test(near(400))],
];

// Of a path, some part has letters alone, or is a year.
function isKey(value: string): boolean {
  const isBase64 = value.length % 4 === 0 && /^[A-Za-z\d+/]{40,}$/.test(value);
  const isPath = /(?:^|\/)(?:[A-Za-z]{3,}|\d{4})(?:\/|$)/.test(value);
  return (/^(?:[\w+=-]{20,}|[\w+/]{20,}={1,2})$/.test(value) || (isBase64 && !isPath)) && !looksLikeIdentifier(value);
}

const firstOfApi = /"(?:api|access|license|stream)\\*"\s{0,9}:\s{0,40}\{\s{0,40}\\*"key\\*"\s{0,9}:\s{0,9}\\*"$/i;
// Of OpenWhisk, with its id.
const ofNamespace = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}:\w{40,}$/;
// What a key may do, and until when.
const grants =
  /"(?:actions|acl|permissions?|abilities|capabilities|scopes?|privileges|grants|last_?4|last_?four|truncated_key|write_enabled)\\*"/i;
const ends =
  /"(?:expires?(?:_?(?:at|on|date))?|expir(?:y|ation)(?:_?(?:at|time|date))?|valid(?:ity|_?until)|revoked(?:_?at)?|last_?used(?:_?at)?)\\*"/i;

function isOfKey(value: string, object: string): boolean {
  if (grants.test(object)) return !shortId.test(value);
  return ends.test(object) && !anyId.test(value);
}

const shortId = /^(?:[\da-f]{24}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;
const anyId = /^(?:[\da-f]{24}|[\da-f]{40}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;
/** Returns whether a value has user and password as Docker writes them. */
export function isPair(name: string, value: string): boolean {
  if (!/^_?auth$|auth_?ident$|auth[._]user[._]info$/i.test(name)) return false;
  const [, password] = /^[^\s:/]+:([^\s/]+)$/.exec(value) ?? [];
  return /^[^\s:]+:\S+$/.test(base64Text(value) ?? "") || (password !== undefined && !looksLikeWord(password));
}
