// The keys of exchanges in a packed file, made by the rule and the descriptions that it is packed with.
import type { Api, MatchException } from "@tapedeck/api";
import { anonymous, type Exchange, type PackKeys, type RedactOptions } from "@tapedeck/tape";
import { createSecretMemory, issuedIn, mergeRedact, textHash } from "@tapedeck/tape/internal";
import { issuedTo, userOf } from "../../login/login.ts";
import { defaultRule, type Matcher, pathOf, type Rule } from "../../match/matchers.ts";
import { aliasesIn } from "../aliases.ts";
import { keyOfExchange, layerKey, scopedPath, scopedPrincipal } from "../lookup.ts";
import { isPlainExchange, onlyText } from "../plain-exchange.ts";
import { isSimulatedRefusal, namesHost } from "../prepared-exchange.ts";
import { scopeAt, scopesOf } from "../scopes.ts";
import { pathKey } from "../sorted-paths.ts";
import { playedApis, sentFacts, tagFacts } from "../tape-source.ts";
import { formed, type LayerOptions } from "./layer.ts";

/** The settings of the player that will read the packed file. */
export interface PackKeysOptions {
  /** Description of the APIs, as for a player. */
  readonly api?: Api | readonly [Api, ...Api[]];
  /** Origins of the tapes, in the order of the tapes. */
  readonly origins: readonly string[];
  readonly rule?: Rule | undefined;
  readonly matchers?: Readonly<Record<string, Matcher>>;
  readonly match?: readonly MatchException[];
  readonly redact?: readonly RedactOptions[];
}

/** Whether several accounts log in shows soon. */
const mostLogins = 256;

/** Makes the keys of exchanges, and names the way they are made. */
export interface Keyer {
  readonly keyedBy: string;
  readonly keysOf: (exchange: Exchange, origin: string) => PackKeys;
}

/**
 * Makes the keys of exchanges for a packed file.
 * @example
 * const { keysOf, keyedBy } = packKeys({ origins: ["https://api.example"] });
 */
export function packKeys({ api, origins, redact = [], ...comparing }: PackKeysOptions): Keyer {
  const apis = playedApis(api, origins);
  const scrubber = createSecretMemory(mergeRedact([...apis.map((api) => api.redact), ...redact]) ?? {});
  const scopes = scopesOf(
    apis.map((api, at) => ({ api, scope: scopeAt(at) })),
    comparing,
  );
  const tokens = tokensOf(origins, scopes.apiOf);
  const [users, logins, sessions, sent] = [new Set<string>(), new Set<string>(), new Set<string>(), new Set<string>()];
  // Others may look at anything.
  const isUsual = (names: Rule): boolean =>
    comparing.matchers === undefined && names.every((name) => defaultRule.includes(name));
  return {
    keyedBy: keyedBy(origins, { ...scopes, scrubber }),
    keysOf(exchange, origin) {
      // The player's own hook applies when an exchange is replayed.
      const {
        exchange: own,
        api,
        scope,
        route,
      } = formed(exchange, { tape: "", place: 0, pass: 0, origin }, { ...scopes, scrubber });
      const token = tokens.get(scope) ?? "";
      const keyed = { exchange: own, scope: token, refusal: isSimulatedRefusal(api, own.response) };
      const rule = () => scopes.rule(scope);
      const [key, anyCondition] = [keyOfExchange(keyed, rule), layerKey(keyed, rule)];
      const path = pathOf(own.request);
      // Under one principal: the recordings of other principals are answers, too.
      const among = layerKey(
        { ...keyed, exchange: { ...own, request: { ...own.request, principal: anonymous } } },
        rule,
      );
      const isOnly = isPlainExchange(exchange, own, route.target) && isUsual(rule().names);
      const aliases = [...aliasesIn(api, own.response)];
      // Each stands in the file once: a player reads them all.
      const user = userOf(own.request);
      const isNewUser = user !== null && users.size < users.add(token + user).size;
      const newLogins = issuedTo(own.request).filter(
        (each) => logins.size < mostLogins && logins.size < logins.add(token + each).size,
      );
      const { session = "" } = own.request;
      const isNewSession = session !== "" && sessions.size < mostLogins && sessions.size < sessions.add(session).size;
      return {
        request: own.request,
        path: pathKey(scopedPath(token, path)),
        alone:
          keyed.refusal || own.request.method !== "GET"
            ? undefined
            : { among, target: isOnly ? onlyText(scrubber, token, exchange.request.target) : null },
        namesOrigin: namesHost(own.response.body?.text ?? "", origin),
        tables: {
          key: [key],
          condition: key === anyCondition ? [] : [anyCondition],
          path: [scopedPath(token, path)],
          issuer: [...new Set(issuedIn(own).issued)],
          refusal: keyed.refusal ? [scopedPrincipal(token, own.request.principal)] : [],
        },
        facts: [
          ...tagFacts(own),
          ...sentFacts(own, sent),
          ...newLogins.map((each) => [loginFact(token), each] as const),
          ...(isNewSession ? [[sessionFact, session] as const] : []),
          ...(isNewUser ? [[userFact(token), user] as const] : []),
          ...aliases.map(([alias, path]) => [pathFact(token, alias), path] as const),
          ...aliases.map(([alias, path]) => [aliasFact(token, path), alias] as const),
        ],
      };
    },
  };
}

/** Describes how keys are made: the normalization of paths, a space, and everything else. */
export function keyedBy(
  origins: readonly string[],
  { apiOf, rule, scrubber }: Pick<LayerOptions, "apiOf" | "rule" | "scrubber">,
): string {
  const tokens = tokensOf(origins, apiOf);
  const all = origins.map((origin) => ({ ...apiOf(origin), origin }));
  const paths = all.map(({ api, scope, origin }) => [origin, tokens.get(scope), api.prefixes, api.slashes]);
  const others = all.map(({ api, scope }) => [
    rule(scope).identity,
    api.paging,
    api.rateLimit !== null,
    String(api.behaviour.beforeReplay),
    String(api.behaviour.aliasesIn),
    api.routes.all.map(({ path, operations }) => [
      path,
      [...operations.values()].map(({ method, parameters, sameForEveryone }) => [method, parameters, sameForEveryone]),
    ]),
  ]);
  return [paths, [others, scrubber.settings]]
    .map((each) =>
      textHash(JSON.stringify(each))
        .map((part) => part.toString(16))
        .join(""),
    )
    .join(" ");
}

/** Returns tokens for scopes in a packed file, since a player may number its APIs in another order. */
export function tokensOf(origins: readonly string[], apiOf: LayerOptions["apiOf"]): ReadonlyMap<string, string> {
  const tokens = new Map<string, string>();
  for (const [at, origin] of origins.entries()) {
    const { scope } = apiOf(origin);
    if (!tokens.has(scope)) tokens.set(scope, at === 0 ? "" : String(at));
  }
  return tokens;
}

/** Returns the key under which a file stores the users of its requests. */
export function userFact(token: string): string {
  return `user\n${token}`;
}

/** Returns the key under which a file stores the first of {@link ExchangeIndex.logins}. */
export function loginFact(token: string): string {
  return `login\n${token}`;
}

/** The key under which a file stores the first of {@link ExchangeIndex.sessions}. */
export const sessionFact = "session";

/** Returns the key under which a file stores the path of an alias. */
export function pathFact(token: string, alias: string): string {
  return `path\n${token}${alias}`;
}

/** Returns the key under which it stores the aliases of a path. */
export function aliasFact(token: string, path: string): string {
  return `alias\n${token}${path}`;
}
