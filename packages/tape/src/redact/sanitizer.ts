import type { Exchange, RecordedRequest, RecordedResponse } from "../exchange.ts";
import { collectSecrets } from "./collect-secrets.ts";
import type { RedactOptions } from "./options.ts";
import { normalize } from "./sanitize.ts";
import { createScrubber, type KnownSecret, type Scrubber } from "./scrubber.ts";
import { secretPrefilter } from "./secret-prefilter.ts";

/** What a recording hides and pins. */
export interface SanitizerOptions {
  /** Credentials in use, each with its alias. */
  readonly secrets?: readonly KnownSecret[];
  /** What to hide beyond the defaults. */
  readonly redact?: RedactOptions;
  /** The moment that recordings carry, epoch seconds. */
  readonly recordedAt: number;
  /** Applied before anything is hidden: it puts the origin in its place. Default: nothing. */
  readonly rewrite?: (exchange: Exchange) => Exchange;
  /** Called for each thing hidden in what {@link Sanitizer.exchange} gives. */
  readonly onRedact?: (kind: string) => void;
}

/** Makes what came over the wire fit to be written down, over one recording session. */
export interface Sanitizer {
  /** @param unnamed Credentials of this request that no alias was given for. They are hidden from then on. */
  exchange(raw: Exchange, unnamed?: readonly KnownSecret[]): Exchange;
  /** The request as {@link Sanitizer.exchange} would write it; counts nothing as hidden. */
  request(raw: RecordedRequest, unnamed?: readonly KnownSecret[]): RecordedRequest;
  /** What an exchange holds that is to be hidden wherever it is repeated, and its text without that at its own places. */
  collect(raw: Exchange): { readonly sent: readonly KnownSecret[]; readonly text: string };
  /** Hides values from then on in all but the paths of requests. */
  add(secrets: readonly KnownSecret[]): void;
  /** Hides secrets in a text that goes to a log or an error: also what the last hundred messages sent or were sent. */
  text(text: string): string;
}

/** What hides a set of secrets. */
interface Hiding {
  readonly secrets: readonly KnownSecret[];
  readonly scrubber: Scrubber;
  /** For the path of a request: it is a name, and hides credentials alone. */
  readonly path: Scrubber;
}

const recentKept = 100;
const hidingsKept = 16;

/**
 * Makes a sanitizer: the one way of an exchange into a recording. It rewrites the origin, hides secrets, pins noise, and
 * writes the canonical form, in this order; see `sanitize` for what of it concerns one exchange alone.
 *
 * A credential, given or sent as `Authorization`, is hidden in every text. What was sent or set under a secret's name is
 * hidden where the exchange repeats it (see `collectSecrets`), but not in the path of its request: that is what the file is
 * named after and what a replay looks for, and a replay knows only credentials and the formats of tokens.
 * @example
 * const sanitizer = createSanitizer({ recordedAt: pinnedMoment, secrets: [{ alias: "full", value: "s3cr3t-t0ken" }] });
 * sanitizer.text("token s3cr3t-t0ken"); // "token [full]"
 */
export function createSanitizer(options: SanitizerOptions): Sanitizer {
  const { secrets: named = [], redact = {}, recordedAt, rewrite = (exchange) => exchange, onRedact } = options;
  // A credential that was sent once is hidden from then on: clients put it into paths and bodies as well.
  const sentCredentials = new Map<string, KnownSecret>();
  const learned = new Map<string, KnownSecret>();
  const recent = new Map<string, KnownSecret>();

  let kinds: string[] = [];
  const scrubberOf = (secrets: readonly KnownSecret[]): Scrubber =>
    createScrubber({ ...redact, secrets: [...named, ...secrets], onRedact: (kind) => kinds.push(kind) });

  let forPaths = scrubberOf([]);
  let forRun: Hiding = { secrets: [], scrubber: forPaths, path: forPaths };
  const hidings = new Map<string, Hiding>();
  const addSecrets = (unnamed: readonly KnownSecret[], values: readonly KnownSecret[] = []): void => {
    const [newCredentials, newValues] = [unnamed, values].map((secrets) =>
      secrets.filter(({ value }) => !sentCredentials.has(value) && !named.some((given) => given.value === value)),
    ) as [KnownSecret[], KnownSecret[]];
    const before = sentCredentials.size + learned.size;
    for (const secret of newCredentials) sentCredentials.set(secret.value, secret);
    for (const secret of newValues) learned.set(secret.value, secret);
    if (sentCredentials.size + learned.size === before) return;
    hidings.clear();
    if (newCredentials.length > 0) forPaths = scrubberOf([...sentCredentials.values()]);
    const secrets = [...sentCredentials.values(), ...learned.values()];
    forRun = { secrets, scrubber: learned.size > 0 ? scrubberOf(secrets) : forPaths, path: forPaths };
  };
  // The same cookies come again and again, and a scrubber takes long to make.
  const hidingOf = (sent: readonly KnownSecret[]): Hiding => {
    const key = JSON.stringify(sent);
    const kept = hidings.get(key);
    const secrets = [...forRun.secrets, ...sent];
    const hiding = kept ?? { secrets, scrubber: scrubberOf(secrets), path: forPaths };
    hidings.delete(key);
    hidings.set(key, hiding);
    for (const oldest of hidings.keys()) if (hidings.size > hidingsKept) hidings.delete(oldest);
    return hiding;
  };
  const names = createScrubber(redact);
  const isSecretMember = (name: string): boolean => {
    const member = JSON.stringify({ [name]: "x" });
    return names.text(member) !== member;
  };

  const hide = (raw: Exchange, { scrubber, path }: Hiding): Exchange => {
    kinds = [];
    if (path === scrubber) return scrubber.exchange(raw);
    const { target } = raw.request;
    const query = target.indexOf("?");
    const [before, after] = query < 0 ? [target, ""] : [target.slice(0, query), target.slice(query)];
    const { request, response } = scrubber.exchange({ ...raw, request: { ...raw.request, target: after } });
    return { request: { ...request, target: path.text(before) + request.target }, response };
  };
  const collected = (raw: Exchange): { readonly clean: Exchange; readonly sent: readonly KnownSecret[] } => {
    const clean = hide(raw, forRun);
    const isKnown = (value: string): boolean => [...named, ...forRun.secrets].some((known) => known.value === value);
    const sent = collectSecrets(raw, clean, isSecretMember).filter(({ value }) => !isKnown(value));
    for (const secret of sent) recent.set(secret.value, secret);
    for (const oldest of recent.keys()) if (recent.size > recentKept) recent.delete(oldest);
    return { clean, sent };
  };
  const hidden = (came: Exchange): Exchange => {
    const raw = rewrite(came);
    const { clean, sent } = collected(raw);
    const repeated = sent.length === 0 ? [] : repeatedIn(textOf(clean), sent);
    return repeated.length === 0 ? clean : hide(raw, hidingOf(repeated));
  };
  const written = (exchange: Exchange): Exchange => normalize(exchange, recordedAt);
  return {
    exchange(raw, unnamed = []) {
      addSecrets(unnamed);
      const clean = hidden(raw);
      if (onRedact) for (const kind of kinds) onRedact(kind);
      return written(clean);
    },
    request(raw, unnamed = []) {
      addSecrets(unnamed);
      return written(hidden({ request: raw, response: nothing })).request;
    },
    collect(raw) {
      const { clean, sent } = collected(rewrite(raw));
      return { sent, text: textOf(clean) };
    },
    add: (secrets) => addSecrets([], secrets),
    text(text) {
      const repeated = repeatedIn(text, [...recent.values()]);
      return (repeated.length === 0 ? forRun : hidingOf(repeated)).scrubber.text(text);
    },
  };
}

const nothing: RecordedResponse = { status: 204, headers: [], body: null };

function repeatedIn(text: string, secrets: readonly KnownSecret[]): readonly KnownSecret[] {
  return secrets.filter(({ value }) => secretPrefilter(value)(text));
}

// Bytes one character each, as they are scrubbed.
function textOf({ request, response }: Exchange): string {
  const bodies = [request.body, response.body].map((body) =>
    body?.encoding === "base64" ? atob(body.text) : body?.text,
  );
  return [request.target, ...[...request.headers, ...response.headers].map(([, value]) => value), ...bodies].join("\n");
}
