import { pinnedMoment, type Tape } from "@tapedeck/tape";
import { recorded } from "./recorded.ts";
import { recordedOrigin } from "./specimen.ts";

/** Tapes to put in in place of the specimen: the same paths, and other answers. */
export const otherSpecimen: readonly Tape[] = [
  {
    name: "api.service.example/other-specimen",
    origin: recordedOrigin,
    recordedAt: pinnedMoment + 86_400,
    exchanges: [
      recorded("/zen", { headers: [["content-type", "text/plain; charset=utf-8"]], body: "Another tape." }),
      recorded("/users/ada", { headers: [["etag", '"ada-2"']], body: { login: "ada", id: 1 } }),
      recorded("/users/ada", {
        as: "other",
        headers: [["etag", 'W/"ada-seen-by-grace"']],
        body: { login: "ada", id: 1 },
      }),
      recorded("/users/grace", { status: 404, body: { message: "Not Found" } }),
      recorded("/users/stranger", { status: 503, body: { message: "Later" } }),
      recorded("/users/stranger", { headers: [["etag", 'W/"ada-1"']], body: { login: "stranger", id: 3 } }),
      recorded("/user", { as: "narrow", headers: [["etag", 'W/"own-narrow-2"']], body: { login: "ada", id: 1 } }),
    ],
  },
];
