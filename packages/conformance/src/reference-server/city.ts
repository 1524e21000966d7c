import { faultNamed } from "./faults.ts";
import { allowedMethods } from "./http/headers.ts";
import { listenAt, type Origin } from "./http/listen.ts";
import type { ReferenceRequest, ReferenceResponse } from "./http/message.ts";
import { problemReply } from "./http/reply.ts";
import { problems } from "./rules/lookup-result.ts";

/** Options of a reference server of interface B. */
interface CityOriginOptions {
  readonly port?: number;
  readonly host?: string;
  /** Cyclists by city; cities left out keep their default. */
  readonly counts?: Readonly<Record<string, number>>;
  /** The fault to make, to test whether a check finds it. Default: none. */
  readonly fault?: string;
}

/** The default number of cyclists in each city of service-api, section 4. */
export const usualCounts: Readonly<Record<string, number>> = {
  benalmadena: 118,
  cordoba: 940,
  fuengirola: 0,
  helsinki: 20417,
  malaga: 3356,
  moscow: 48210,
  spb: 12005,
};

function answerFrom(
  counts: Readonly<Record<string, number>>,
  { method, segments }: ReferenceRequest,
): ReferenceResponse {
  if (method === "OPTIONS")
    return {
      status: 204,
      headers: { allow: allowedMethods, "access-control-max-age": "86400" },
      body: null,
    };
  if (method !== "GET" && method !== "HEAD") return problemReply(problems.methodNotAllowed());
  const [route, city, ...rest] = segments;
  if (route !== "bicyclists" || city === undefined || rest.length > 0) return problemReply(problems.notFound());
  if (!Object.hasOwn(counts, city)) {
    const message = `No such city: "${city}", use one of ${Object.keys(usualCounts).join(", ")}`;
    return problemReply({ ...problems.notFound(), message });
  }
  const headers = { "content-type": "application/json; charset=utf-8" };
  return { status: 200, headers, body: Buffer.from(JSON.stringify(counts[city])) };
}

/** Starts a server of interface B: it has no credentials and no limits, and answers with a number. */
export async function startCityOrigin(options: CityOriginOptions = {}): Promise<Origin> {
  const counts = { ...usualCounts, ...options.counts };
  const fault = faultNamed(options.fault);
  return await listenAt({ port: options.port, host: options.host }, () => (ask) => {
    const reply = answerFrom(counts, ask);
    const length = reply.body === null ? {} : { "content-length": String(reply.body.length) };
    const right = { ...reply, headers: { ...reply.headers, ...length, "access-control-allow-origin": "*" } };
    return fault.reply?.(right, ask) || right;
  });
}
