import { service } from "@tapedeck/api";
import { createPlayer, type Player, type PlayerOptions } from "@tapedeck/replay";
import type { Exchange, Tape } from "@tapedeck/tape";

const origin = "https://api.service.example";

function recorded(target: string, body: object): Exchange {
  return {
    request: { method: "GET", target, principal: "anonymous", headers: [], body: null },
    response: {
      status: 200,
      headers: [
        ["content-type", "application/json; charset=utf-8"],
        ["vary", "Accept"],
        ["vary", "Accept-Encoding"],
        ["x-ratelimit-limit", "60"],
        ["x-service-media-type", "service.v3; format=json"],
      ],
      body: { encoding: "utf8", text: JSON.stringify(body) },
    },
  };
}

export const tape: Tape = {
  name: "api.service.example/users",
  origin,
  recordedAt: 1_767_225_600,
  exchanges: [
    recorded("/users/ada", { login: "ada", url: `${origin}/users/ada` }),
    recorded("/users/grace", { login: "grace", url: `${origin}/users/grace` }),
  ],
};

/** A redirection, and a page of a list: links stand in headers. */
export const moved: Tape = {
  ...tape,
  name: "api.service.example/moved",
  exchanges: [
    {
      ...recorded("/users/lovelace", { message: "Moved Permanently" }),
      response: { status: 301, headers: [["location", `${origin}/users/ada`]], body: null },
    },
    {
      ...recorded("/users/ada/repos?page=1", []),
      response: {
        status: 200,
        headers: [
          ["content-type", "application/json; charset=utf-8"],
          ["link", `<${origin}/users/ada/repos?page=2>; rel="next"`],
        ],
        body: { encoding: "utf8", text: "[]" },
      },
    },
  ],
};

export function playerOf(options: Partial<PlayerOptions> = {}): Player {
  return createPlayer({ api: service, tapes: [tape], ...options });
}
