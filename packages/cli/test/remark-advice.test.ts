// What the summary of a recording advises where users may get each other's answers.
import { expect, test } from "vitest";
import { summaryText } from "../src/record/report.ts";

const counts = { captured: 4, unchanged: 0, redacted: {}, invalid: [], failed: [], refused: 0 };
const apart =
  "  - if a client may ask in another order, give each user a client without the other's cookies, or a folder of recordings of its own: --out DIR";
const alias = "  - to tell credentials apart, give each an alias: --token ada=ADA_TOKEN --token bob=BOB_TOKEN";

test.each([
  ["sessions that do the same", { ambiguous: ["__redacted-cookie__"], remarks: { ambiguous: "said" } }, [apart]],
  ["credentials without an alias", { ambiguous: ["__redacted-token__"], remarks: { ambiguous: "said" } }, [alias]],
  ["codes that share a tag", { ambiguous: ["__redacted-parameter.3f__"], remarks: { ambiguous: "said" } }, []],
  [
    "another user's login in a session",
    { secondLogins: ["__redacted-cookie__"], remarks: { secondLogins: "said" } },
    [apart],
  ],
])("the summary of a recording advises what to do about %s", (_shows, told, advice) => {
  const [, ...lines] = summaryText({ ...counts, ...told }, "recordings", null).split("\n");
  expect(lines).toEqual(["tapedeck: said", ...advice]);
});
