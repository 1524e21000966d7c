// Another user who logs in within a session: verify remarks on it in the words of the recorder, and it is no finding.
import { join } from "node:path";
import { packKeys } from "@tapedeck/replay";
import { pinnedMoment } from "@tapedeck/tape";
import { createTurns, openHarFolder, packFolder } from "@tapedeck/tape/files";
import { expect, test } from "vitest";
import { tempFolder } from "../../../.ci/test-resources.ts";
import { verifyFolder, verifyPack } from "../src/files.ts";

const said =
  "another user logged in within the same session, __redacted-cookie__: what is asked before and after is replayed in recorded order, whoever asks";

type Login = readonly [target: string, user: string, begins: boolean];

/** Records logins in the order given; the first one begins the session. */
async function record(folder: string, logins: readonly Login[]): Promise<void> {
  const store = await openHarFolder(folder, { origin: "http://localhost", recordedAt: pinnedMoment });
  const turns = createTurns();
  const type = ["content-type", "application/x-www-form-urlencoded"] as const;
  const cookie = "sid=__redacted-cookie__";
  for (const [target, user, begins] of logins) {
    const turn = turns.begin();
    const body = { encoding: "utf8", text: `username=${user}&password=__redacted-password__` } as const;
    const headers = begins ? [type] : [type, ["cookie", cookie] as const];
    const given = begins ? [["set-cookie", `${cookie}; Path=/`] as const] : [];
    await store.append(
      {
        request: { method: "POST", target, principal: "anonymous", headers, body },
        response: { status: 204, headers: given, body: null },
      },
      turn,
    );
    turn.end();
  }
  await store.close();
}

test.each<[shows: string, logins: readonly Login[], remarks: object | undefined]>([
  [
    "another user's",
    [
      ["/login", "bob", true],
      ["/login", "ada", false],
    ],
    { secondLogins: said },
  ],
  [
    "another user's at another path, in recorded order",
    [
      ["/z/login", "ada", true],
      ["/a/login", "bob", false],
    ],
    { secondLogins: said },
  ],
  [
    "one user's",
    [
      ["/login", "ada", true],
      ["/login", "Ada", false],
    ],
    undefined,
  ],
])("verify remarks on a login within a session, %s", async (_shows, logins, remarks) => {
  const copy = await tempFolder();
  await record(join(copy, "one"), logins);
  const report = await verifyFolder(join(copy, "one"));
  expect(report).toMatchObject({ files: 2, broken: 0, report: {} });
  expect(report.remarks).toEqual(remarks);
  const packed = join(copy, "one.tapedeck");
  await packFolder(join(copy, "one"), packed, { keyer: (origins, redact) => packKeys({ origins, redact }) });
  expect((await verifyPack(packed)).remarks).toEqual(remarks);
});

test("verify remarks on no login of another test's recording", async () => {
  const copy = await tempFolder();
  await record(join(copy, "first"), [["/login", "ada", true]]);
  await record(join(copy, "second"), [["/login", "bob", false]]);
  expect(await verifyFolder(copy)).not.toHaveProperty("remarks");
});
