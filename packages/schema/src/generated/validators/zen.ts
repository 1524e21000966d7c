// @ts-nocheck
// Generated from schemas/zen.json by `npm run generate -w @tapedeck/schema`; change the schema, not this file.
import type { Flaw } from "../../flaw.ts";

/** Tells whether a value fits the schema. */
export function fits(value: unknown): boolean {
  return validate10(value);
}

/** Finds everything in a value that does not fit the schema; nothing, where it fits. */
export function findFlaws(value: unknown): readonly Flaw[] {
  return validate10(value) ? none : validate10.errors;
}

const none: readonly Flaw[] = [];

const pattern0 = new RegExp("^[^\\s{\\[][^\\r\\n]*\\n?$", "u");
function validate10(data){
let vErrors = null;
let errors = 0;
if(typeof data === "string"){
if(!pattern0.test(data)){
(vErrors ??= []).push({path:"",expected:"Zen, like \"Keep it logically awesome.\""});
errors++;
}
}
else {
(vErrors ??= []).push({path:"",expected:"string"});
errors++;
}
if(errors === 0) return true;
validate10.errors = vErrors;
return false;
}