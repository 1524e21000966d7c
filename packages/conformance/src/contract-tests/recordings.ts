import assert from "node:assert/strict";
import type { ContractTest } from "../contract-test.ts";
import { bare, bareTape } from "../fixtures/bare-tape.ts";
import { contractFixtures, picture, recordedOrigin } from "../fixtures/fixtures.ts";
import { askedOrigin, header, text } from "../message.ts";

// service-api, 4.1
const contractHeaders: ReadonlyArray<readonly [name: string, shape: RegExp]> = [
  ["content-type", /^application\/json; charset=utf-8$/],
  ["server", /./],
  ["cache-control", /^public, max-age=60, s-maxage=60$/],
  ["vary", /^Accept, Accept-Encoding, X-Requested-With$/],
  ["etag", /^W\/".+"$/],
  ["last-modified", / GMT$/],
  ["x-service-media-type", /^service\.v3; format=json$/],
  ["access-control-expose-headers", /^ETag, Link, .*X-Service-OTP.*X-Service-Media-Type, Deprecation, Sunset$/],
  ["access-control-allow-origin", /^\*$/],
  ["strict-transport-security", /^max-age=31536000; includeSubdomains; preload$/],
  ["x-frame-options", /^deny$/],
  ["x-content-type-options", /^nosniff$/],
  ["x-xss-protection", /^1; mode=block$/],
  ["referrer-policy", /^origin-when-cross-origin, strict-origin-when-cross-origin$/],
  ["content-security-policy", /^default-src 'none'$/],
  ["x-ratelimit-limit", /^60$/],
  ["x-ratelimit-remaining", /^59$/],
  ["x-ratelimit-reset", /^\d+$/],
  ["x-ratelimit-used", /^1$/],
  ["accept-ranges", /^bytes$/],
  ["content-length", /^\d+$/],
  ["x-service-request-id", /./],
  ["date", /^Thu, 01 Jan 2026 00:00:00 GMT$/],
];

/** A recording of another tool, with the headers of the connection and of the body as it was sent. */
const fromElsewhere = bareTape(
  "elsewhere",
  bare("/users/ada", {
    headers: [
      ["connection", "close"],
      ["content-encoding", "gzip"],
      ["content-length", "4711"],
      ["content-type", "text/plain; charset=utf-8"],
      ["trailer", "etag"],
      ["transfer-encoding", "chunked"],
      ["upgrade", "h2c"],
      ["x-ratelimit-limit", "60"],
    ],
    body: { encoding: "utf8", text: "plain by now" },
  }),
);

/** Contract tests of how recordings are replayed. */
export const recordingTests: readonly ContractTest[] = [
  {
    id: "recorded-1",
    run: async ({ ask }) => {
      const answer = await ask("/users/ada");
      assert.equal(answer.status, 200);
      for (const [name, shape] of contractHeaders) assert.match(header(answer, name) ?? "absent", shape, name);
      assert.deepEqual(
        answer.headers.map(([name]) => name),
        contractHeaders.map(([name]) => name).sort(),
      );
    },
  },
  {
    id: "recorded-2",
    run: async ({ ask }) => {
      const answer = await ask("/repos/ada/engine");
      const recorded = contractFixtures[0]?.exchanges.find(({ request }) => request.target === "/repos/ada/engine");
      const expected = (recorded?.response.body?.text ?? "").replaceAll(`${recordedOrigin}/`, `${askedOrigin}/`);
      assert.equal(text(answer), expected);
      assert.equal(header(answer, "content-length"), String(answer.body.length));
    },
  },
  {
    id: "recorded-3",
    run: async ({ ask }) => {
      const answer = await ask("/users/ada/avatar");
      assert.deepEqual([...answer.body], [...picture]);
      assert.equal(header(answer, "content-type"), "image/png");
    },
  },
  {
    id: "recorded-4",
    run: async ({ ask }) => {
      const headed = await ask("/users/headed", { method: "HEAD" });
      assert.deepEqual([headed.status, header(headed, "content-length"), text(headed)], [200, "412", ""]);
      const gone = await ask("/users/gone");
      assert.deepEqual([gone.status, header(gone, "content-length"), text(gone)], [204, undefined, ""]);
      const same = await ask("/orgs/lighthouse/repos", { headers: { "if-none-match": 'W/"lamps"' } });
      assert.deepEqual([same.status, header(same, "content-length"), text(same)], [304, undefined, ""]);
      assert.equal(header(same, "x-recorded"), "under this very condition");
    },
  },
  {
    id: "recorded-5",
    setting: { tapes: [fromElsewhere] },
    run: async ({ ask }) => {
      const answer = await ask("/users/ada");
      assert.deepEqual([answer.status, text(answer)], [200, "plain by now"]);
      assert.equal(header(answer, "content-length"), "12");
      for (const name of ["content-encoding", "trailer", "upgrade"]) assert.equal(header(answer, name), undefined);
    },
  },
  {
    id: "clients-6",
    run: async ({ ask }) => {
      const page = await ask("/users/ada/repos?per_page=1");
      assert.equal(
        header(page, "link"),
        `<${askedOrigin}/users/ada/repos?per_page=1&page=2>; rel="next", <${askedOrigin}/users/ada/repos?per_page=1&page=2>; rel="last"`,
      );
      assert.equal(JSON.parse(text(page))[0].keys_url, `${askedOrigin}/repos/ada/engine/keys{/key_id}`);
      const moved = await ask("/repos/ada/machine");
      assert.equal(moved.status, 301);
      for (const name of ["location", "operation-location"])
        assert.equal(header(moved, name), `${askedOrigin}/repositories/101`);
      for (const answer of [page, moved])
        assert.ok(!text(answer).includes(`${recordedOrigin}/`), "the recorded origin is left");
      assert.match(text(page), /https:\/\/api\.service\.example:8443\/not/, "another port is another origin");
      assert.match(text(page), /https:\/\/avatars\.service\.example\/1/, "a link to another host is not touched");
    },
  },
  {
    id: "clients-4",
    run: async ({ ask }) => {
      for (const target of ["//users/ada", "/users/ada/"]) {
        assert.equal((await ask(target)).status, 200, target);
      }
    },
  },
  {
    id: "recorded-6",
    run: async ({ ask }) => {
      const followers: number[] = [];
      for (let nth = 1; nth <= 5; nth += 1) {
        const answer = await ask("/users/grace");
        followers.push(JSON.parse(text(answer)).followers);
        assert.equal(header(answer, "etag"), `W/"grace-${Math.min(nth, 3)}"`);
      }
      assert.deepEqual(followers, [1, 2, 3, 3, 3]);
    },
  },
  {
    id: "recorded-7",
    run: async ({ ask }) => {
      const answer = await ask("/users/nobody");
      assert.equal(answer.status, 404);
      assert.deepEqual(JSON.parse(text(answer)), {
        message: "Not Found",
        documentation_url: "https://docs.service.example/rest",
      });
      assert.equal(header(answer, "x-ratelimit-used"), "1");
    },
  },
  {
    id: "recorded-8",
    run: async ({ ask, player }) => {
      const before = player.unplayed().length;
      await ask("/users/grace");
      await ask("/users/ada", { method: "OPTIONS" });
      await ask("/nowhere");
      assert.equal(player.unplayed().length, before - 1);
    },
  },
];
