import type { RecordedRequest, Sanitizer } from "@tapedeck/tape";
import { UpstreamError } from "@tapedeck/tape/upstream-error";
import type { RecorderOptions } from "../recorder-options.ts";
import type { Unanswered } from "../summary.ts";
import type { Tally } from "../tally.ts";
import type { WireRequest } from "./transport.ts";
import { type RecordedService, targetWithin } from "./upstream.ts";

/** What is told of requests that got no answer, their secrets hidden. */
export interface Failures {
  /** Makes the error of a request. */
  readonly errorOf: (message: WireRequest, code: string) => UpstreamError;
  /** Tells a failure. */
  readonly told: (message: WireRequest, target: string, error: Error) => void;
  /** Tells one that the caller does not see. */
  readonly unseen: (message: WireRequest, error: Error) => void;
}

/** @param clean Hides the secrets of a request, and from then on in texts. */
export function createFailures({
  clean,
  text,
  upstream,
  tally,
  timeoutSeconds,
  onFailure,
}: {
  readonly clean: (message: WireRequest) => RecordedRequest;
  readonly text: Sanitizer["text"];
  readonly upstream: RecordedService;
  readonly tally: Tally;
  readonly timeoutSeconds: number;
  readonly onFailure: RecorderOptions["onFailure"];
}): Failures {
  const told: Failures["told"] = (message, target, error) => {
    clean(message);
    const { method, sender } = message;
    const failure: Unanswered = {
      method,
      target: text(target),
      principal: sender.principal,
      reason: text(error.message),
    };
    tally.failed(failure);
    onFailure?.(failure, error);
  };
  return {
    errorOf(message, code) {
      clean(message);
      return new UpstreamError(message.method, text(message.url.origin + message.target), code, timeoutSeconds);
    },
    told,
    unseen(message, error) {
      const url = message.url.origin + message.target;
      told(message, targetWithin(url, upstream) ?? url, error);
    },
  };
}
