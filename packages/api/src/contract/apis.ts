import type { Api } from "../api.ts";
import { compileApi } from "../compile.ts";
import type { ApiDescription } from "../description.ts";
import { cityCount as cityCountsDocument, service as serviceDocument } from "../generated/openapi.ts";
import { knownWords } from "./account-types.ts";
import { numberAliases } from "./aliases.ts";
import { arrangeRepositories } from "./arrange-repositories.ts";
import { checkBody } from "./check-body.ts";
import { checkHeaders } from "./check-headers.ts";
import cityCountsDescription from "./city-counts.json" with { type: "json" };
import githubDescription from "./github.json" with { type: "json" };
import serviceDescription from "./service.json" with { type: "json" };
import { renameVendor } from "./vendor.ts";

/** The code-hosting API of the contract, with few additions. @see beyond-the-spec */
export const service: Api = compileApi(serviceDescription as ApiDescription, {
  document: serviceDocument,
  behaviour: {
    checkBody,
    checkHeaders,
    isPrivate: (repository) => repository["private"] === true,
    arrangeList: arrangeRepositories,
    knownWords,
    sentHeaders: renameVendor("service"),
  },
});

/** The same API as measured on the live service. @see beyond-the-spec */
export const github: Api = compileApi(githubDescription as ApiDescription, {
  base: service,
  behaviour: { aliasesIn: numberAliases, sentHeaders: renameVendor("github") },
});

/** The city cyclist counts. */
export const cityCounts: Api = compileApi(cityCountsDescription as ApiDescription, {
  document: cityCountsDocument,
  behaviour: { checkBody },
});
