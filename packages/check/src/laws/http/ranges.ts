import type { Observation } from "../../observation.ts";
import * as probes from "../../probes/probes.ts";
import { header } from "../../response.ts";
import { answers, type Law, ofEach } from "../law.ts";

const source = "RFC 9110, 14";
const unseen = "the service does not say accept-ranges: bytes";

/** Laws about partial requests. They bind services that send `accept-ranges: bytes`; others may ignore a range. */
export const ranges: readonly Law[] = [
  ofEach({
    name: "a range is answered 206 with its bytes",
    source,
    probes: [probes.rangeFirst],
    of: (each) => answers(probes.rangeFirst)(each) && isOffered(each),
    flaw: ({ response }) => {
      if (response.status !== 206) return `bytes=0-0 was answered ${response.status}, with accept-ranges: bytes`;
      const range = header(response, "content-range");
      if (!/^bytes 0-0\/(?:\d+|\*)$/.test(range ?? "")) return `content-range is ${range ?? "missing"}`;
      return response.body.length === 1 ? null : `bytes=0-0 got ${response.body.length} bytes`;
    },
    unseen,
  }),
  ofEach({
    name: "a range behind the end is answered 416",
    source,
    probes: [probes.rangeBeyond],
    of: (each) => answers(probes.rangeBeyond)(each) && (isOffered(each) || each.response.status === 416),
    flaw: ({ response }) => {
      if (response.status !== 416) return `a range behind the end was answered ${response.status}`;
      const range = header(response, "content-range");
      return /^bytes \*\/\d+$/.test(range ?? "") ? null : `content-range of a 416 is ${range ?? "missing"}`;
    },
    unseen,
  }),
];

function isOffered({ response }: Observation): boolean {
  return response.status === 206 || header(response, "accept-ranges") === "bytes";
}
