import { service } from "@tapedeck/api";
import { anonymous, type Exchange, type HeaderList, type Tape } from "@tapedeck/tape";
import { site } from "./documents/links.ts";
import { below, hash, keyOfSeed } from "./population/hash.ts";
import { present } from "./population/moment.ts";
import { cities, zenLines } from "./population/vocabulary.ts";

/**
 * Makes the tapes of a world: the lines of `/zen`, and the city counts of the other API.
 * @example
 * smallTapes(42).flatMap(({ exchanges }) => exchanges).length; // 14
 */
export function smallTapes(seed: number): readonly Tape[] {
  const key = hash(keyOfSeed(seed), 9);
  const lines = zenLines.map((line) => exchange("/zen", "text/plain; charset=utf-8", line, commonHeaders));
  const counts = cities.map((city, number) =>
    exchange(`/bicyclists/${city}`, "application/json; charset=utf-8", String(below(hash(key, number), 20_000))),
  );
  return [
    { name: "world", origin: site.api, recordedAt: present, exchanges: lines },
    { name: "city counts", origin: "https://cyclists.example", recordedAt: present, exchanges: counts },
  ];
}

/** The headers of the answer to `/zen`: service-api, section 4.1. */
const commonHeaders: HeaderList = [
  ...service.headers,
  ["accept-ranges", "bytes"],
  ["cache-control", "public, max-age=60, s-maxage=60"],
];

function exchange(target: string, type: string, text: string, further: HeaderList = []): Exchange {
  return {
    request: { method: "GET", target, principal: anonymous, headers: [], body: null },
    response: { status: 200, headers: [["content-type", type], ...further], body: { encoding: "utf8", text } },
  };
}
