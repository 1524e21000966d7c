import { header } from "../../question.ts";
import * as steps from "../itinerary.ts";
import { type CheckLaw, judgeEach } from "../law.ts";
import type { Sighting } from "../sighting.ts";

const source = "beyond-the-spec, Conditional and partial requests; RFC 9110, 14";
const notOffered = "the service does not say accept-ranges: bytes";

/** Laws of partial requests. They bind who says `accept-ranges: bytes`; others may ignore a range. */
export const ranges: readonly CheckLaw[] = [
  {
    name: "a range is answered 206 with its bytes",
    source,
    about: "service",
    asks: [steps.rangeFirst],
    judge: (seen) =>
      judgeEach(
        seen.filter((each) => each.step === steps.rangeFirst.name && isOffered(each)),
        ({ answer }) => {
          if (answer.status !== 206) return `bytes=0-0 was answered ${answer.status}, with accept-ranges: bytes`;
          const range = header(answer, "content-range");
          if (!/^bytes 0-0\/(?:\d+|\*)$/.test(range ?? "")) return `content-range is ${range ?? "missing"}`;
          return answer.body.length === 1 ? null : `bytes=0-0 got ${answer.body.length} bytes`;
        },
        notOffered,
      ),
  },
  {
    name: "a range behind the end is answered 416",
    source,
    about: "service",
    asks: [steps.rangeBeyond],
    judge: (seen) =>
      judgeEach(
        seen.filter((each) => each.step === steps.rangeBeyond.name && (isOffered(each) || each.answer.status === 416)),
        ({ answer }) => {
          if (answer.status !== 416) return `a range behind the end was answered ${answer.status}`;
          const range = header(answer, "content-range");
          return /^bytes \*\/\d+$/.test(range ?? "") ? null : `content-range of a 416 is ${range ?? "missing"}`;
        },
        notOffered,
      ),
  },
];

function isOffered({ answer }: Sighting): boolean {
  return answer.status === 206 || header(answer, "accept-ranges") === "bytes";
}
