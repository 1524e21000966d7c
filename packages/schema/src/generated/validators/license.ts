// @ts-nocheck
// Generated from schemas/license.json by `npm run generate -w @tapedeck/schema`; change the schema, not this file.
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
let data0 = data.key;
if(typeof data0 !== "string"){
(vErrors ??= []).push({path:"/key",expected:"string"});
errors++;
}
let data1 = data.name;
if(typeof data1 !== "string"){
(vErrors ??= []).push({path:"/name",expected:"string"});
errors++;
}
let data2 = data.spdx_id;
if(typeof data2 !== "string"){
(vErrors ??= []).push({path:"/spdx_id",expected:"string"});
errors++;
}
let data3 = data.url;
if((typeof data3 !== "string") && (data3 !== null)){
(vErrors ??= []).push({path:"/url",expected:"string or null"});
errors++;
}
let data4 = data.node_id;
if(typeof data4 !== "string"){
(vErrors ??= []).push({path:"/node_id",expected:"string"});
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