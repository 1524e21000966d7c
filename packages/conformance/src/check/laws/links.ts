import { linksIn } from "@tapedeck/tape";
import { header } from "../../question.ts";
import * as steps from "../itinerary.ts";
import { type CheckLaw, judgeEach, unseen } from "../law.ts";
import { asRecord, isWhole, itemsOf, membersOf, nameOf, type Sighting } from "../sighting.ts";
import { targetOf } from "../site.ts";

/** Laws of where links lead. */
export const links: readonly CheckLaw[] = [
  {
    name: "links lead back to where one asked",
    source: "beyond-the-spec, What real clients do",
    about: "service",
    asks: [steps.account, steps.wholeList],
    judge: (seen, site) => {
      const found = seen.filter(isWhole).flatMap(apiLinksOf);
      const away = found.filter(({ url }) => targetOf(url, site) === null);
      const elsewhere = new Set(away.map(({ url }) => (URL.canParse(url) ? new URL(url).origin : url)));
      // Behind a proxy or a tunnel, a service may well call itself by another name; but then always by the same.
      if (site.publicUrl === null && away.length > 0 && away.length === found.length && elsewhere.size === 1) {
        return unseen(`all links lead to ${[...elsewhere]}; if that is the service's name, give it by --public-url`);
      }
      return judgeEach(found, ({ url, where }) => (targetOf(url, site) === null ? `${where} leads to ${url}` : null));
    },
  },
];

interface Found {
  readonly url: string;
  readonly where: string;
}

// Fields that lead to the API itself; html_url and its like lead to the web pages, which are elsewhere.
const fields = ["url", "repos_url"] as const;

function apiLinksOf(sighting: Sighting): readonly Found[] {
  const named = linksIn(header(sighting.answer, "link")).map(({ url, rel }) => ({
    url,
    where: `rel="${rel}" of ${nameOf(sighting)}`,
  }));
  const documents = (itemsOf(sighting) ?? [membersOf(sighting)]).slice(0, 5);
  const inBodies = documents.flatMap((document) =>
    [document, asRecord(document["owner"])].flatMap((each) =>
      fields.flatMap((field) => {
        const url = each[field];
        return typeof url === "string" && url !== "" ? [{ url, where: `${field} in ${nameOf(sighting)}` }] : [];
      }),
    ),
  );
  return [...named, ...inBodies];
}
