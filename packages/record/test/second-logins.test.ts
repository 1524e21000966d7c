// Another user who logs in within the session of somebody who logged in before: the summary says what that means.
import { expect, test } from "vitest";
import { createTally } from "../src/tally.ts";

test("the summary says what another user's login within a session means for a replay", () => {
  const tally = createTally();
  const login = (user: string, sends: readonly [string, string][], begins: readonly [string, string][]): void => {
    const headers = [["content-type", "application/x-www-form-urlencoded"] as const, ...sends];
    const body = { encoding: "utf8", text: `username=${user}&password=__redacted-password__` } as const;
    tally.read({
      request: { method: "POST", target: "/login", principal: "anonymous", headers, body },
      response: { status: 200, headers: begins, body: null },
    });
  };
  login("ada", [], [["set-cookie", "sid=__redacted-cookie__"]]);
  expect(tally.summary()).not.toHaveProperty("secondLogins");
  login("bob", [["cookie", "sid=__redacted-cookie__"]], []);
  expect(tally.summary()).toMatchObject({
    secondLogins: ["__redacted-cookie__"],
    remarks: {
      secondLogins:
        "another user logged in within the same session, __redacted-cookie__: what is asked before and after is replayed in recorded order, whoever asks",
    },
  });
});
