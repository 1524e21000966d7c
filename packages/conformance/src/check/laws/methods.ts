import { header } from "../../question.ts";
import * as steps from "../itinerary.ts";
import { type CheckLaw, judgeEach } from "../law.ts";
import { isWhole, nameOf, principalOf, type Sighting } from "../sighting.ts";

// What is of the moment, of one transfer, or of whatever stands between. RFC 9110, 9.3.2 lets HEAD leave out the length.
const passing =
  /^(?:age|alt-svc|cf-.*|content-length|date|nel|report-to|server-timing|set-cookie|via|x-cache.*|x-ratelimit-.*|x-runtime.*|x-served-by|x-timer|.*request-id)$/;

/** Laws of methods other than GET. */
export const methods: readonly CheckLaw[] = [
  {
    name: "HEAD is GET without the body",
    source: "beyond-the-spec, Conditional and partial requests; RFC 9110, 9.3.2",
    about: "service",
    asks: [steps.account, steps.accountHead, steps.accountStale],
    judge: (seen) => judgeEach(betweenTwo(seen), headFlaw),
  },
  {
    name: "a preflight is answered 204, to whoever asks",
    source: "beyond-the-spec, Caching, CORS, compression",
    about: "service",
    asks: [steps.preflightFirst, steps.preflight],
    judge: (seen) =>
      judgeEach(
        seen.filter(({ asked }) => asked.method === "OPTIONS"),
        ({ answer }) => {
          if (answer.status !== 204) return `a preflight was answered ${answer.status}`;
          const origin = header(answer, "access-control-allow-origin");
          if (origin !== "*") return `access-control-allow-origin is ${origin ?? "missing"}`;
          const age = header(answer, "access-control-max-age");
          return age === "86400" ? null : `access-control-max-age is ${age ?? "missing"}, and not 86400`;
        },
      ),
  },
];

/** A HEAD with the GET of the same before and after it: where those two agree, nothing has changed in between. */
interface Between {
  readonly head: Sighting;
  readonly before: Sighting;
  readonly after: Sighting;
}

function betweenTwo(seen: readonly Sighting[]): readonly Between[] {
  return seen.flatMap((head, at) => {
    if (head.asked.method !== "HEAD") return [];
    const same = (each: Sighting): boolean =>
      isWhole(each) &&
      each.asked.target === head.asked.target &&
      principalOf(each.asked.as) === principalOf(head.asked.as) &&
      each.asked.headers["range"] === undefined;
    const before = seen.slice(0, at).findLast(same);
    const after = seen.slice(at + 1).find(same);
    return before && after ? [{ head, before, after }] : [];
  });
}

function headFlaw({ head, before, after }: Between): string | null {
  if (head.answer.status !== 200) return `${nameOf(head)} was answered ${head.answer.status}, GET 200`;
  if (head.answer.body.length > 0) return `${nameOf(head)} has a body of ${head.answer.body.length} bytes`;
  const names = new Set([before, head].flatMap(({ answer }) => answer.headers.map(([name]) => name)));
  for (const name of [...names].filter((each) => !passing.test(each))) {
    const [was, is, will] = [before, head, after].map(({ answer }) => header(answer, name));
    if (was === will && is !== was) return `${name} is ${is ?? "missing"} for HEAD, and ${was ?? "missing"} for GET`;
  }
  const [short, whole] = [head, before].map(({ answer }) => header(answer, "content-length"));
  const changed = header(before.answer, "etag") !== header(after.answer, "etag");
  return short === undefined || whole === undefined || short === whole || changed
    ? null
    : `content-length is ${short} for HEAD, and ${whole} for GET`;
}
