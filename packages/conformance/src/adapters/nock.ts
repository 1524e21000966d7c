import { mount, openNetwork } from "@tapedeck/nock";
import { type Adapter, noSockets, type OpenAdapter } from "../adapter.ts";
import { askedOrigin } from "../message.ts";
import { answerFrom, fetchArguments } from "./function.ts";
import { askOverHttp } from "./raw-http.ts";

// nock 14 sees every request as a fetch Request, and what that cannot be it takes for a GET.
const cannotKeep = {
  ...noSockets,
  "errors-10": "nock is told of a TRACE as of a GET",
};

/** nock, asked through the global `fetch`. */
export const nockFetchAdapter: Adapter = {
  name: "nock fetch",
  cannotKeep,
  open: mounted(async (question) => answerFrom(await fetch(...fetchArguments(question)))),
};

/** nock, asked through `node:http`. */
export const nockHttpAdapter: Adapter = {
  name: "nock http",
  cannotKeep: {
    ...cannotKeep,
    "clients-4": "nock takes what follows two slashes for a host",
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
