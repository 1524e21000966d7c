import { validate } from "@tapedeck/schema";
import { cities } from "../../cities.ts";
import { header, text } from "../../question.ts";
import * as steps from "../itinerary.ts";
import { type CheckLaw, judgeEach } from "../law.ts";
import { isWhole, jsonOf } from "../sighting.ts";

const noCities = "this base has no city counts: GET /bicyclists/malaga gave none";

/** Laws of the city cyclist counts, interface B. */
export const cityCounts: readonly CheckLaw[] = [
  {
    name: "a city count is a bare integer, as JSON",
    source: "service-api 2.5; beyond-the-spec, City counts",
    about: "cities",
    asks: [steps.city],
    judge: (seen) =>
      judgeEach(
        seen.filter((each) => each.step === steps.city.name && isWhole(each)),
        (each) => {
          const type = header(each.answer, "content-type") ?? "missing";
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
    asks: [steps.unknownCity],
    judge: (seen) =>
      judgeEach(
        seen.filter(({ step }) => step === steps.unknownCity.name),
        ({ answer }) => {
          if (answer.status !== 404) return `an unknown city was answered ${answer.status}`;
          const missing = cities.find((name) => !text(answer).includes(name));
          return missing === undefined ? null : `the 404 of an unknown city does not name ${missing}`;
        },
        noCities,
      ),
  },
];
