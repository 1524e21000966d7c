import { anonymous, type Exchange, type HeaderList, type Tape } from "@tapedeck/tape";
import { below, hash, keyOfSeed } from "./hash.ts";
import { site } from "./links.ts";
import { present } from "./moment.ts";
import { cities, zenLines } from "./vocabulary.ts";

/**
 * The few answers of a world that fit on a tape: the lines of `/zen` and the city counts.
 * @example
 * smallTape(42).exchanges.length; // 14
 */
export function smallTape(seed: number): Tape {
  const key = hash(keyOfSeed(seed), 9);
  return {
    name: "world",
    origin: site.api,
    recordedAt: present,
    exchanges: [
      // The counters are those of the player; that there are any says that the answer is counted.
      ...zenLines.map((line) => exchange("/zen", "text/plain; charset=utf-8", line, [["x-ratelimit-limit", "60"]])),
      ...cities.map((city, number) =>
        exchange(`/bicyclists/${city}`, "application/json; charset=utf-8", String(below(hash(key, number), 20_000))),
      ),
    ],
  };
}

function exchange(target: string, type: string, text: string, further: HeaderList = []): Exchange {
  return {
    request: { method: "GET", target, principal: anonymous, headers: [], body: null },
    response: { status: 200, headers: [["content-type", type], ...further], body: { encoding: "utf8", text } },
  };
}
