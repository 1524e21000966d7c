import { matchRoute } from "@tapedeck/api";
import { isWhole, probeName } from "../../observation.ts";
import * as probes from "../../probes/probes.ts";
import { linksOf } from "../../probes/targets.ts";
import { targetOn } from "../../service-under-test.ts";
import { evaluateEach, inconclusive, type Law } from "../law.ts";

/** Laws about where links lead. */
export const links: readonly Law[] = [
  {
    name: "links lead back to where one asked",
    source: "description, operations",
    needs: ({ routes }) => (routes.all.length > 0 ? null : "the description lists no paths that a link could lead to"),
    probes: [probes.document, probes.wholeList],
    evaluate: (observed, service) => {
      const { api, publicUrl } = service;
      // Links to paths that the API does not list, such as web pages, may lead anywhere.
      const found = observed
        .filter(isWhole)
        .flatMap((each) => linksOf(each).map(({ url, place }) => ({ url, place: `${place} of ${probeName(each)}` })))
        .filter(({ url }) => matchRoute(api, "GET", targetOn(url, service) ?? url).operation !== null);
      const away = found.filter(({ url }) => targetOn(url, service) === null);
      const elsewhere = new Set(away.map(({ url }) => (URL.canParse(url) ? new URL(url).origin : url)));
      // Behind a proxy or a tunnel, a service may use another name for itself, but always the same one.
      if (publicUrl === null && away.length > 0 && away.length === found.length && elsewhere.size === 1) {
        return inconclusive(
          `all links lead to ${[...elsewhere]}; if that is the service's name, give it by --public-url`,
        );
      }
      return evaluateEach(found, ({ url, place }) =>
        targetOn(url, service) === null ? `${place} leads to ${url}` : null,
      );
    },
  },
];
