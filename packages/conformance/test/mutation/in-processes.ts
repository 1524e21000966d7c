// Makes a fault in the processes that tests start, too, where its file is loaded: mutate.ts has Node import this first.
import { readFileSync } from "node:fs";
import { registerHooks, stripTypeScriptTypes } from "node:module";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { faults, faultyText } from "./faults.ts";

const fault = faults[Number(process.env["TAPEDECK_FAULT"])];
const place = fault && new URL(`../../../${fault.file}`, import.meta.url).href;

registerHooks({
  load(url, context, next) {
    if (fault === undefined || url !== place) return next(url, context);
    const text = faultyText(fault, readFileSync(fileURLToPath(url), "utf8"));
    return { format: "module", source: stripTypeScriptTypes(text), shortCircuit: true };
  },
});
