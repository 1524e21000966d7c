// Bodies in files of their own: searched for secrets part by part, as they were recorded.
import { dirname } from "node:path";
import { type Body, createScrubber, type Exchange, type RedactOptions } from "@tapedeck/tape";
import { createBodyWriter, discardBody } from "@tapedeck/tape/files";
import { chunksIn, createSession } from "@tapedeck/tape/internal";

/** Returns the kinds of secrets in the large bodies of an exchange. */
export function kindsInFiles({ request, response }: Exchange, redact: RedactOptions = {}): readonly string[] {
  const kinds = new Set<string>();
  const scrubber = createScrubber({ ...redact, onRedact: (kind) => kinds.add(kind) });
  for (const [body, sent] of [[request.body, true] as const, [response.body, false] as const]) {
    if (body?.encoding !== "file") continue;
    const change = scrubber.body(sent);
    for (const piece of chunksIn(body, { passing: true })) change.chunk(piece);
    change.end();
  }
  return [...kinds];
}

/** Returns an exchange whose large bodies hold no secret: those that did are rewritten beside the recording. */
export async function withoutSecretsInFiles(exchange: Exchange, redact: RedactOptions = {}): Promise<Exchange> {
  const { request, response } = exchange;
  const clean = async <Kind extends Body | null>(body: Kind, sent: boolean): Promise<Kind> => {
    if (body?.encoding !== "file") return body;
    const session = createSession(redact);
    session.learn({ request: { ...request, body: null }, response: { ...response, body: null } });
    const change = session.body(sent, request.method);
    const writer = createBodyWriter(dirname(body.path));
    try {
      for (const piece of chunksIn(body, { passing: true })) writer.write(await change.chunk(piece));
      writer.write(await change.end());
    } catch (error) {
      writer.abandon();
      throw error;
    }
    const written = writer.end();
    if (written.digest !== body.digest) return written as Kind;
    discardBody(written);
    return body;
  };
  const [sent, answered] = [await clean(request.body, true), await clean(response.body, false)];
  if (sent === request.body && answered === response.body) return exchange;
  return { ...exchange, request: { ...request, body: sent }, response: { ...response, body: answered } };
}
