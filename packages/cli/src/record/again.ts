import type { Recorder } from "@tapedeck/record";
import { bytesOf, createScrubber, type Exchange, type Tape } from "@tapedeck/tape";
import { readTapes } from "@tapedeck/tape/files";
import { inRecordedOrder } from "@tapedeck/tape/har";
import { findPlaceholders, headersToSend, spooledBody } from "@tapedeck/tape/internal";
import { fitsPattern } from "../command/options/request-pattern.ts";
import { UserError } from "../command/user-error.ts";

/**
 * Sends recorded requests again, each with its principal, headers and body. The new answers replace the recorded ones.
 * @param pattern Method and path, `GET /users/ada`; `*` stands for anything.
 * @throws UserError if no recording matches, or a request held a secret, which is not on file.
 */
export async function recordAgain(recorder: Recorder, out: string, origin: string, pattern: string): Promise<void> {
  const tapes = await readTapes(out, { onUnreadable: () => {} });
  const asked = exchangesLike(
    tapes.map(({ tape }) => tape).filter((tape) => tape.origin === origin),
    pattern,
  );
  const elsewhere = tapes
    .filter(({ tape }) => exchangesLike([tape], pattern).length > 0)
    .map(({ tape: { origin: other } }) => `\n  - one of ${other} does; to record it from here: --origin ${other}`)
    .slice(0, 1);
  if (asked.length === 0)
    throw new UserError(
      `Cannot record ${JSON.stringify(pattern)} again: no recording of ${origin} matches it${elsewhere}`,
    );
  const hidden = asked.find(
    ({ request }) => findPlaceholders(JSON.stringify([request.target, request.headers, request.body])).length > 0,
  );
  if (hidden !== undefined)
    throw new UserError(
      `Cannot record ${JSON.stringify(pattern)} again: ${shown(hidden)} was sent with a secret, which is hidden on file\n  - let its client send it through tapedeck record --proxy`,
    );
  const unknown = asked.find(({ request }) => !recorder.principals.includes(request.principal));
  if (unknown !== undefined)
    throw new UserError(
      `Cannot record ${JSON.stringify(pattern)} again: ${shown(unknown)} was asked as ${unknown.request.principal}, and no credential has that alias\n  - name the environment variable that holds it: --token ${unknown.request.principal}=NAME`,
    );
  const socket = asked.find(({ response }) => response.messages !== undefined);
  if (socket !== undefined)
    throw new UserError(
      `Cannot record ${JSON.stringify(pattern)} again: ${shown(socket)} became a WebSocket, over which only its client can talk\n  - let the client open it through tapedeck record --proxy`,
    );
  for (const exchange of asked) {
    const { method, target, principal, body: recorded } = exchange.request;
    const body = recorded?.encoding === "file" ? spooledBody(recorded) : bytesOf(recorded);
    // The recorder's summary reports a failure.
    await recorder.ask({ method, target, as: principal, headers: headersToSend(exchange), body }).catch(() => {});
  }
}

// Another tool's file may hold a secret.
function shown({ request: { method, target } }: Exchange): string {
  return `${method} ${createScrubber().target(target)}`;
}

/** Returns the exchanges of tapes whose method and path match a pattern, in recorded order. */
function exchangesLike(tapes: readonly Tape[], pattern: string): readonly Exchange[] {
  return inRecordedOrder(tapes)
    .map(({ exchange }) => exchange)
    .filter(({ request }) => fitsPattern(`${request.method} ${request.target}`, pattern));
}
