import type { Observation } from "../../observation.ts";
import * as probes from "../../probes/probes.ts";
import { header } from "../../response.ts";
import { evaluateEach, type Law } from "../law.ts";

const source = "RFC 9110, 14";
const notOffered = "the service does not say accept-ranges: bytes";

/** Laws about partial requests. They bind services that send `accept-ranges: bytes`; others may ignore a range. */
export const ranges: readonly Law[] = [
  {
    name: "a range is answered 206 with its bytes",
    source,
    probes: [probes.rangeFirst],
    evaluate: (observed) =>
      evaluateEach(
        observed.filter((each) => each.probe === probes.rangeFirst.name && isOffered(each)),
        ({ response }) => {
          if (response.status !== 206) return `bytes=0-0 was answered ${response.status}, with accept-ranges: bytes`;
          const range = header(response, "content-range");
          if (!/^bytes 0-0\/(?:\d+|\*)$/.test(range ?? "")) return `content-range is ${range ?? "missing"}`;
          return response.body.length === 1 ? null : `bytes=0-0 got ${response.body.length} bytes`;
        },
        notOffered,
      ),
  },
  {
    name: "a range behind the end is answered 416",
    source,
    probes: [probes.rangeBeyond],
    evaluate: (observed) =>
      evaluateEach(
        observed.filter(
          (each) => each.probe === probes.rangeBeyond.name && (isOffered(each) || each.response.status === 416),
        ),
        ({ response }) => {
          if (response.status !== 416) return `a range behind the end was answered ${response.status}`;
          const range = header(response, "content-range");
          return /^bytes \*\/\d+$/.test(range ?? "") ? null : `content-range of a 416 is ${range ?? "missing"}`;
        },
        notOffered,
      ),
  },
];

function isOffered({ response }: Observation): boolean {
  return response.status === 206 || header(response, "accept-ranges") === "bytes";
}
