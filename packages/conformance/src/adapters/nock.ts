import process from "node:process";
import { mount, openNetwork } from "@tapedeck/nock";
import { type Adapter, noSockets, type OpenAdapter } from "../adapter.ts";
import { askedOrigin } from "../message.ts";
import { answerFrom, fetchArguments } from "./function.ts";
import { askOverHttp } from "./raw-http.ts";

/** nock, with requests by the global `fetch`. */
export const nockFetchAdapter: Adapter = {
  name: "nock fetch",
  cannotKeep: { ...noSockets, "errors-10": "the Fetch standard forbids a Request with this method" },
  open: mounted(async (question) => answerFrom(await fetch(...fetchArguments(question)))),
};

/** nock, with requests by `node:http`. */
export const nockHttpAdapter: Adapter = {
  name: "nock http",
  cannotKeep: {
    ...noSockets,
    ...("bun" in process.versions && {
      "errors-10": "nock is told of a TRACE as of a GET on Bun",
      "clients-4": "nock takes the text behind two slashes for a host on Bun",
    }),
  },
  open: mounted(({ method, target, headers, body }) => {
    const { hostname } = new URL(askedOrigin);
    return askOverHttp({ hostname, path: target, method, headers }, body);
  }),
};

function mounted(ask: OpenAdapter["ask"]): Adapter["open"] {
  return async (player) => {
    const { unmount } = mount(player, { origin: askedOrigin });
    return {
      ask,
      close: async () => {
        unmount();
        openNetwork();
      },
    };
  };
}
