import type { Credential } from "@tapedeck/replay";
import { canonical, type HeaderList, pinnedMoment, type Tape } from "@tapedeck/tape";
import { bodyFrom, recorded } from "./recorded.ts";

/** Where the specimen was "recorded": another scheme than it is asked under, so that links must be led back. */
export const recordedOrigin = "https://api.service.example";

/** The credentials of the specimen: two of one account with different scope, one of another account. */
export const credentials: readonly Credential[] = [
  { alias: "full", token: "specimen-token-full", account: "ada" },
  { alias: "narrow", token: "specimen-token-narrow", account: "ada" },
  { alias: "other", token: "specimen-token-other", account: "grace" },
];

/** What `/zen` says on the specimen, in order. */
export const zenLines: readonly string[] = [
  "Ask once, listen twice.",
  "Rest is work — too.",
  "Name it, then build it.",
];

/** The bytes of the specimen's one recording that is no text. */
export const picture: Uint8Array<ArrayBuffer> = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 255);

function validators(etag: string): HeaderList {
  return [
    ["etag", `W/"${etag}"`],
    ["last-modified", "Thu, 01 Jan 2026 00:00:00 GMT"],
  ];
}

function link(...relations: ReadonlyArray<readonly [rel: string, target: string]>): readonly [string, string] {
  return ["link", relations.map(([rel, target]) => `<${recordedOrigin}${target}>; rel="${rel}"`).join(", ")];
}

function userDocument(login: string, id: number, further: object = {}): object {
  const url = `${recordedOrigin}/users/${login}`;
  return {
    login,
    id,
    node_id: `U_${id}`,
    avatar_url: `https://avatars.service.example/${id}`,
    gravatar_id: "",
    blog: "https://api.service.example:8443/not-the-api",
    url,
    repos_url: `${url}/repos`,
    ...further,
  };
}

function repositoryDocument(name: string, id: number): object {
  const full_name = `ada/${name}`;
  const url = `${recordedOrigin}/repos/${full_name}`;
  return {
    id,
    node_id: `R_${id}`,
    name,
    full_name,
    private: name === "diary",
    owner: userDocument("ada", 1),
    url,
    keys_url: `${url}/keys{/key_id}`,
    description: "Tåler å spole — 表 🧮",
    size: 1843,
  };
}

const engine: object = repositoryDocument("engine", 101);
const loom: object = repositoryDocument("loom", 102);
const diary: object = repositoryDocument("diary", 103);

const api: Tape = {
  name: "api.service.example/specimen",
  origin: recordedOrigin,
  recordedAt: pinnedMoment,
  exchanges: [
    ...zenLines.map((line) =>
      recorded("/zen", { headers: [["content-type", "text/plain; charset=utf-8"]], body: line }),
    ),
    recorded("/users/ada", { headers: validators("ada-1"), body: userDocument("ada", 1) }),
    // Asked three times while it was recorded, and followed once more in between.
    recorded("/users/grace", { headers: validators("grace-1"), body: userDocument("grace", 2, { followers: 1 }) }),
    recorded("/users/grace", { headers: validators("grace-2"), body: userDocument("grace", 2, { followers: 2 }) }),
    recorded("/users/grace", { headers: validators("grace-3"), body: userDocument("grace", 2, { followers: 3 }) }),
    recorded("/users/nobody", {
      status: 404,
      body: { message: "Not Found", documentation_url: "https://docs.service.example/rest" },
    }),
    recorded("/user", {
      status: 401,
      body: { message: "Requires authentication", documentation_url: "https://docs.service.example/rest" },
    }),
    recorded("/user", {
      as: "full",
      headers: validators("own-full"),
      body: userDocument("ada", 1, { private_gists: 3 }),
    }),
    recorded("/user", { as: "narrow", headers: validators("own-narrow"), body: userDocument("ada", 1) }),
    recorded("/repos/ada/engine", { headers: validators("engine"), body: engine }),
    recorded("/repos/ada/engine", {
      as: "full",
      headers: [...validators("engine-full"), ["x-oauth-scopes", "repo"]],
      body: engine,
    }),
    recorded("/repos/ada/machine", {
      status: 301,
      headers: [["location", `${recordedOrigin}/repositories/101`]],
      body: { message: "Moved Permanently", url: `${recordedOrigin}/repositories/101` },
    }),
    recorded("/user/repos", { as: "full", headers: validators("list-full"), body: [engine, loom, diary] }),
    recorded("/user/repos", { as: "narrow", headers: validators("list-narrow"), body: [engine, loom] }),
    recorded("/users/ada/repos?per_page=1", {
      headers: [
        ...validators("page-1"),
        link(["next", "/users/ada/repos?per_page=1&page=2"], ["last", "/users/ada/repos?per_page=1&page=2"]),
      ],
      body: [engine],
    }),
    recorded("/users/ada/repos?page=2&per_page=1", {
      headers: [
        ...validators("page-2"),
        link(["prev", "/users/ada/repos?per_page=1&page=1"], ["first", "/users/ada/repos?per_page=1&page=1"]),
      ],
      body: [loom],
    }),
    recorded("/orgs/lighthouse/repos", { headers: validators("lamps"), body: [] }),
    recorded("/orgs/lighthouse/repos", {
      asked: [["if-none-match", 'W/"lamps"']],
      status: 304,
      headers: [...validators("lamps"), ["x-recorded", "under this very condition"]],
    }),
    recorded("/users/gone", { status: 204 }),
    recorded("/users/headed", { method: "HEAD", headers: [["content-length", "412"]] }),
    // Not one of the contract's, and no text: a beginning of a picture.
    recorded("/users/ada/avatar", { headers: [["content-type", "image/png"]], body: picture }),
    recorded("/users/flaky", { status: 502, body: { message: "Server Error" } }),
    recorded("/users/ada", {
      as: "other",
      status: 403,
      body: {
        message: "API rate limit exceeded for user ID 2. Have a rest.",
        documentation_url: "https://docs.service.example/rest#rate-limiting",
      },
    }),
  ],
};

const cityHeaders: HeaderList = [["content-type", "application/json; charset=utf-8"]];

const counts: Readonly<Record<string, number>> = {
  benalmadena: 118,
  cordoba: 940,
  fuengirola: 0,
  helsinki: 20417,
  malaga: 3356,
  moscow: 48210,
  spb: 12005,
};

const cityCounts: Tape = {
  name: "cyclists.example/bicyclists",
  origin: "https://cyclists.example",
  recordedAt: pinnedMoment,
  exchanges: Object.entries(counts).map(([city, count]) =>
    canonical({
      request: { method: "GET", target: `/bicyclists/${city}`, principal: "anonymous", headers: [], body: null },
      response: { status: 200, headers: cityHeaders, body: bodyFrom(count) },
    }),
  ),
};

/** Small readable tapes of both APIs, in the form that reading a recording gives: what the promises are kept with. */
export const specimen: readonly Tape[] = [api, cityCounts];
