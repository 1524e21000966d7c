// @ts-nocheck
// Generated from schemas/city-count.json by `npm run generate -w @tapedeck/schema`; change the schema, not this file.
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
if(!(Number.isInteger(data))){
(vErrors ??= []).push({path:"",expected:"integer"});
errors++;
}
else {
if(data < 0){
(vErrors ??= []).push({path:"",expected:"at least 0"});
errors++;
}
}
if(errors === 0) return true;
validate10.errors = vErrors;
return false;
}