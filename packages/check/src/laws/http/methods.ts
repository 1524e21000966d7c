import { isSameView, isWhole, type Observation, probeName } from "../../observation.ts";
import * as probes from "../../probes/probes.ts";
import { header } from "../../response.ts";
import { evaluateEach, type Law, ofEach } from "../law.ts";

// Headers of the moment, of one transfer, or of an intermediary. RFC 9110, 9.3.2 lets HEAD omit the length.
const passing =
  /^(?:age|alt-svc|cf-.*|content-length|date|nel|report-to|server-timing|set-cookie|via|x-cache.*|x-runtime.*|x-served-by|x-timer|.*request-id)$/;

/** Laws about methods other than GET. */
export const methodLaws: readonly Law[] = [
  {
    name: "HEAD is GET without the body",
    source: "RFC 9110, 9.3.2",
    probes: [probes.document, probes.documentHead, probes.documentStale],
    evaluate: (observed) => evaluateEach(betweenTwo(observed), headFlaw),
  },
  ofEach({
    name: "a preflight is answered 204, with and without a credential",
    source: "description, preflight; Fetch, 3.2.2",
    needs: ({ preflight }) => (preflight === null ? "the description does not say how a preflight is answered" : null),
    probes: [probes.preflightFirst, probes.preflight],
    of: ({ request }) => request.method === "OPTIONS",
    flaw: ({ response }, { api }) => {
      if (response.status !== 204) return `a preflight was answered ${response.status}`;
      const origin = header(response, "access-control-allow-origin");
      if (origin !== "*") return `access-control-allow-origin is ${origin ?? "missing"}`;
      const age = header(response, "access-control-max-age");
      const wanted = String(api.preflight?.maxAgeSeconds);
      return age === wanted ? null : `access-control-max-age is ${age ?? "missing"}, and not ${wanted}`;
    },
  }),
];

/** A HEAD between two GETs of the same target: if those two agree, nothing has changed in between. */
interface Between {
  readonly head: Observation;
  readonly before: Observation;
  readonly after: Observation;
}

function betweenTwo(observed: readonly Observation[]): readonly Between[] {
  return observed.flatMap((head, at) => {
    if (head.request.method !== "HEAD") return [];
    const same = (each: Observation): boolean =>
      isWhole(each) && isSameView(each, head) && each.request.headers["range"] === undefined;
    const before = observed.slice(0, at).findLast(same);
    const after = observed.slice(at + 1).find(same);
    return before && after ? [{ head, before, after }] : [];
  });
}

function headFlaw({ head, before, after }: Between): string | null {
  if (head.response.status !== 200) return `${probeName(head)} was answered ${head.response.status}, GET 200`;
  if (head.response.body.length > 0) return `${probeName(head)} has a body of ${head.response.body.length} bytes`;
  const names = new Set([before, head].flatMap(({ response }) => response.headers.map(([name]) => name)));
  for (const name of [...names].filter((each) => !passing.test(each))) {
    const [was, is, will] = [before, head, after].map(({ response }) => header(response, name));
    if (was === will && is !== was) return `${name} is ${is ?? "missing"} for HEAD, and ${was ?? "missing"} for GET`;
  }
  const [short, whole] = [head, before].map(({ response }) => header(response, "content-length"));
  const changed = header(before.response, "etag") !== header(after.response, "etag");
  return short === undefined || whole === undefined || short === whole || changed
    ? null
    : `content-length is ${short} for HEAD, and ${whole} for GET`;
}
