import { validate } from "@tapedeck/schema";
import { evaluateEach, type Law } from "../law.ts";
import { isWhole, jsonOf } from "../observation.ts";
import { header, text } from "../response.ts";
import { cities } from "./cities.ts";
import * as probes from "./probes.ts";

const noCities = "this base has no city counts: GET /bicyclists/malaga gave none";

/** Laws of the city cyclist counts, interface B. */
export const cityCounts: readonly Law[] = [
  {
    name: "a city count is a bare integer, as JSON",
    source: "service-api 2.5; beyond-the-spec, City counts",
    about: "cities",
    probes: [probes.city],
    evaluate: (observed) =>
      evaluateEach(
        observed.filter((each) => each.probe === probes.city.name && isWhole(each)),
        (each) => {
          const type = header(each.response, "content-type") ?? "missing";
          if (!/^application\/json; ?charset=utf-8$/i.test(type)) return `content-type of a city count is ${type}`;
          const [problem] = validate("city-count", jsonOf(each));
          return problem === undefined ? null : `a city count is expected ${problem.expected}, found ${problem.found}`;
        },
        noCities,
      ),
  },
  {
    name: "a city that is none of the seven is answered 404, with their names",
    source: "service-api 4; beyond-the-spec, Errors",
    about: "cities",
    probes: [probes.unknownCity],
    evaluate: (observed) =>
      evaluateEach(
        observed.filter(({ probe }) => probe === probes.unknownCity.name),
        ({ response }) => {
          if (response.status !== 404) return `an unknown city was answered ${response.status}`;
          const missing = cities.find((name) => !text(response).includes(name));
          return missing === undefined ? null : `the 404 of an unknown city does not name ${missing}`;
        },
        noCities,
      ),
  },
];
