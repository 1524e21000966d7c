// @ts-nocheck
// Generated from schemas/error.json by `npm run generate -w @tapedeck/schema`; change the schema, not this file.
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


function validate10(data){
let vErrors = null;
let errors = 0;
if(typeof data === "object" && data !== null && !Array.isArray(data)){
let data0 = data.message;
if(typeof data0 !== "string"){
(vErrors ??= []).push({path:"/message",expected:"string"});
errors++;
}
let data1 = data.documentation_url;
if(typeof data1 !== "string"){
(vErrors ??= []).push({path:"/documentation_url",expected:"string"});
errors++;
}
}
else {
(vErrors ??= []).push({path:"",expected:"object"});
errors++;
}
if(errors === 0) return true;
validate10.errors = vErrors;
return false;
}