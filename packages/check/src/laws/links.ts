import { linksIn } from "@tapedeck/tape";
import * as probes from "../home-apis/probes.ts";
import { evaluateEach, inconclusive, type Law } from "../law.ts";
import { asRecord, isWhole, itemsOf, membersOf, nameOf, type Observation } from "../observation.ts";
import { header } from "../response.ts";
import { targetOf } from "../service-under-test.ts";

/** Laws of where links lead. */
export const links: readonly Law[] = [
  {
    name: "links lead back to where one asked",
    source: "beyond-the-spec, What real clients do",
    about: "service",
    probes: [probes.account, probes.wholeList],
    evaluate: (observed, service) => {
      const found = observed.filter(isWhole).flatMap(apiLinksOf);
      const away = found.filter(({ url }) => targetOf(url, service) === null);
      const elsewhere = new Set(away.map(({ url }) => (URL.canParse(url) ? new URL(url).origin : url)));
      // Behind a proxy or a tunnel, a service may well call itself by another name; but then always by the same.
      if (service.publicUrl === null && away.length > 0 && away.length === found.length && elsewhere.size === 1) {
        return inconclusive(
          `all links lead to ${[...elsewhere]}; if that is the service's name, give it by --public-url`,
        );
      }
      return evaluateEach(found, ({ url, where }) =>
        targetOf(url, service) === null ? `${where} leads to ${url}` : null,
      );
    },
  },
];

interface Found {
  readonly url: string;
  readonly where: string;
}

// Fields that lead to the API itself; html_url and its like lead to the web pages, which are elsewhere.
const fields = ["url", "repos_url"] as const;

function apiLinksOf(observation: Observation): readonly Found[] {
  const named = linksIn(header(observation.response, "link")).map(({ url, rel }) => ({
    url,
    where: `rel="${rel}" of ${nameOf(observation)}`,
  }));
  const documents = (itemsOf(observation) ?? [membersOf(observation)]).slice(0, 5);
  const inBodies = documents.flatMap((document) =>
    [document, asRecord(document["owner"])].flatMap((each) =>
      fields.flatMap((field) => {
        const url = each[field];
        return typeof url === "string" && url !== "" ? [{ url, where: `${field} in ${nameOf(observation)}` }] : [];
      }),
    ),
  );
  return [...named, ...inBodies];
}
