// Writes packages/replay/docs/rules.md from the table of the contract.
import { writeFile } from "node:fs/promises";
import { rulesMarkdown } from "./rows.ts";

/** The page that is written. */
export const rulesPage: URL = new URL("../../../replay/docs/rules.md", import.meta.url);

if (import.meta.main) await writeFile(rulesPage, rulesMarkdown());
