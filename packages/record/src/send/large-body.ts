import type { Principal, Sanitizer } from "@tapedeck/tape";
import { createBodyWriter } from "@tapedeck/tape/files";
import { folderError } from "../recorder-error.ts";
import { type Credential, unnamedSecrets } from "./credential.ts";
import type { LargeBody, OpenLarge } from "./flow.ts";
import { recordableRequest } from "./record-request.ts";
import type { WireRequest } from "./transport.ts";
import type { RecordedService } from "./upstream.ts";

/** Where large bodies go, and what goes over them before. */
interface LargeBodyContext {
  readonly out: string;
  readonly sanitizer: Sanitizer;
  readonly credentials: readonly Credential[];
  readonly upstream: RecordedService;
}

/**
 * Makes what takes the body of an answer that is too large to be held: secrets are hidden in it as it comes, and it goes
 * into a file of the folder. Nothing of it touches the disk before.
 */
export function largeBodies({ out, sanitizer, credentials, upstream }: LargeBodyContext) {
  // It fails as any other file of the recorder's does.
  const explained = <T>(task: () => T): T => {
    try {
      return task();
    } catch (error) {
      throw folderError(out, error);
    }
  };
  return (message: WireRequest, principal: Principal): OpenLarge =>
    (head): LargeBody => {
      const exchange = { request: recordableRequest(message, principal, upstream), response: { ...head, body: null } };
      const change = sanitizer.body(exchange, unnamedSecrets(message.headers["authorization"] ?? null, credentials));
      const writer = explained(() => createBodyWriter(out));
      return {
        chunk: (bytes) => explained(() => writer.write(change.chunk(bytes))),
        end: () =>
          explained(() => {
            writer.write(change.end());
            return writer.end();
          }),
        abandon: writer.abandon,
      };
    };
}
