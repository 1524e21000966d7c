import { apiFor, credentialsOf } from "@tapedeck/api";
import type { Exchange } from "@tapedeck/tape";
import { lookupHeaders } from "../http/message.ts";
import { createExchangeStore, type ExchangeStore } from "../index/exchange-store.ts";
import { createRecordedLists } from "../index/recorded-lists.ts";
import { scopesOf } from "../index/scopes.ts";
import {
  exchangesIn,
  isPacked,
  originsIn,
  playedApis,
  sentPlaceholders,
  type TapeSource,
} from "../index/tape-source.ts";
import { isIssued } from "../login/account.ts";
import { createClientSessions } from "../login/client-sessions.ts";
import { createStandIns } from "../login/stand-ins.ts";
import { type BodyReader, createBodyReader } from "../match/comparable-body.ts";
import { knownApi } from "../request/known-api.ts";
import { createNotice } from "../request/notice.ts";
import { plainRequests } from "../request/plain-request.ts";
import { createResolvedRequests, type Settings } from "../request/request-context.ts";
import { createStatesSent } from "../request/states-sent.ts";
import { playerMemory } from "./player-memory.ts";
import { hooked, type PlayerOptions } from "./player-options.ts";

/** What a player plays, and what it answers by. */
interface PlayerSettings {
  /** Its tapes, the topmost first. */
  readonly sources: readonly TapeSource[];
  /** The exchanges in memory. */
  readonly recorded: readonly Exchange[];
  readonly settings: Settings;
  readonly store: ExchangeStore;
  readonly bodies: BodyReader;
}

/** Makes the settings of a player: its tapes in an index, the APIs that they are for, and what it hides. */
export function playerSettings(options: PlayerOptions): PlayerSettings {
  const { tapes, over = [], rewriteOrigin = true, misses = "explain", afterLast, generate, recording = {} } = options;
  const { from } = recording;
  const sources = [...over, tapes];
  const origins = originsIn(sources);
  const described = playedApis(options.api, origins);
  const credentials = credentialsOf(options.tokens);
  const recorded = exchangesIn(sources);
  const isSent = sentPlaceholders(sources);
  const scrubber = playerMemory(options, sources, described, {
    recorded,
    isTaken: (placeholder) => isIssued(store.index, placeholder) || isSent(placeholder),
    hasUpstream: () => settings.hasUpstream,
  });
  const apis = described.map((api) => hooked(api, options.beforeReplay));
  const known = apis.map((api, at) => {
    const origin = origins.find((each) => apiFor(apis, each) === api) ?? null;
    return knownApi(api, at, credentials, scrubber, origin);
  });
  const scopes = scopesOf(known, options);
  const { overrides } = options;
  const store = createExchangeStore(sources, { ...scopes, rewriteOrigin, scrubber, afterLast, generate, overrides });
  const bodies = createBodyReader(options.comparedBytes);
  bodies.admit(recorded);
  for (const each of sources) if (isPacked(each)) bodies.admitUpTo(each.longestRequestBody);
  const settings: Settings = {
    apis: known,
    scrubber,
    resolved: createResolvedRequests(),
    notice: createNotice(scrubber),
    bodies,
    lists: createRecordedLists(),
    states: createStatesSent(),
    clients: createClientSessions(() => settings),
    standIns: createStandIns(isSent),
    uploads: new WeakMap(),
    hasUpstream: false,
    recording: { ...recording, ...(from !== undefined && { from: scrubber.text(from) }) },
    unreadable: options.unreadable ?? [],
    rewriteOrigin,
    misses,
    compared: [...new Set([...lookupHeaders, ...scopes.rule("").headers])].sort(),
    get index() {
      return store.index;
    },
    plain: (ask) => plain(ask),
  };
  const plain = plainRequests(settings);
  return { sources, recorded, settings, store, bodies };
}
