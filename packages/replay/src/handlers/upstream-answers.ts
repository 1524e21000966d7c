import { bucketIn } from "../answer.ts";
import type { Outcome } from "../deliver/outcome.ts";
import type { IncomingRequest } from "../http/message.ts";
import type { ExchangeStore } from "../index/exchange-store.ts";
import { prepareBodyKey } from "../match/body-key.ts";
import type { BodyReader } from "../match/comparable-body.ts";
import { sentHeaders } from "../request/redacted-request.ts";
import { likeliest, type Settings } from "../request/request-context.ts";
import type { Freshness, StoreAnswer } from "./freshness.ts";
import type { IssuedUpstream } from "./issued-upstream.ts";
import type { JournalLog } from "./journal-log.ts";
import { noteSender } from "./player-memory.ts";
import { recordedOf } from "./upstream.ts";

/** Of a larger answer of another handler, only the headers are searched for secrets. */
const mostLearnt = 1024 * 1024;

/** Takes the answers that come from elsewhere. */
export interface UpstreamAnswers {
  /** Adds an answer behind the others to its request, with secrets hidden as in a recording. */
  readonly store: StoreAnswer;
  /**
   * Notes in the journal that another handler answered a request, at no cost. Secrets that the answer issues are hidden
   * from then on.
   */
  readonly log: (ask: IncomingRequest, answer: Outcome) => void | Promise<void>;
}

/** Makes what takes the answers of upstream, and of other handlers, for a player that has all this. */
export function createUpstreamAnswers({
  settings,
  store,
  bodies,
  freshness,
  issuedUpstream,
  journal,
  now,
}: {
  readonly settings: Settings;
  readonly store: ExchangeStore;
  readonly bodies: BodyReader;
  readonly freshness: Freshness;
  readonly issuedUpstream: IssuedUpstream;
  readonly journal: JournalLog;
  readonly now: () => number;
}): UpstreamAnswers {
  const { scrubber } = settings;
  return {
    store: (ask, response, from, isGiven = false) => {
      const context = likeliest(settings, ask);
      freshness.reached({ request: context.request, response });
      noteSender(scrubber, context);
      bodies.admit([context]);
      // Those that the rule does not compare choose among answers.
      const headers = sentHeaders(context.ask, Object.keys(ask.headers).sort());
      const request = { ...context.request, headers };
      const sent = { ...request, headers: sentHeaders(context.ask, ["cookie"]) };
      return scrubber.whenReady(() => {
        prepareBodyKey(scrubber, request);
        const clean = {
          request,
          response: scrubber.response(response, sent, { ...request, headers: scrubber.headers(headers) }),
        };
        issuedUpstream.stored(ask, clean, response);
        const own = scrubber.named(context.ask.session?.name ?? null, clean);
        const stored = store.store({ ...context, request: own.request }, clean.response, from);
        settings.standIns.note(context.ask, stored.request);
        if (isGiven) freshness.given(stored.id);
      });
    },
    log: (ask, answer) => {
      freshness.reached();
      const { status = 0, headers } = answer;
      const body = answer.kind === undefined && (answer.body?.length ?? 0) <= mostLearnt ? answer.body : null;
      const response = recordedOf({ status, headers, body });
      return scrubber.whenReady(() => {
        const context = likeliest(settings, ask);
        const { method, target, principal, body: sent } = context.request;
        scrubber.response(response, { method, target, body: sent });
        const bucket = bucketIn(context);
        journal.add({ at: now(), method, target, principal, status, cost: 0, bucket, source: { kind: "passed" } });
      });
    },
  };
}
