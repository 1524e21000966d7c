// @ts-nocheck
// Generated from schemas/rate-limit-headers.json by `npm run generate -w @tapedeck/schema`; change the schema, not this file.
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

const pattern0 = new RegExp("^\\d+$", "u");
function validate10(data){
let vErrors = null;
let errors = 0;
if(typeof data === "object" && data !== null && !Array.isArray(data)){
let data0 = data["x-ratelimit-limit"];
if(typeof data0 === "string"){
if(!pattern0.test(data0)){
(vErrors ??= []).push({path:"/x-ratelimit-limit",expected:"whole number in digits, like \"60\""});
errors++;
}
}
else {
(vErrors ??= []).push({path:"/x-ratelimit-limit",expected:"string"});
errors++;
}
let data1 = data["x-ratelimit-remaining"];
if(typeof data1 === "string"){
if(!pattern0.test(data1)){
(vErrors ??= []).push({path:"/x-ratelimit-remaining",expected:"whole number in digits, like \"60\""});
errors++;
}
}
else {
(vErrors ??= []).push({path:"/x-ratelimit-remaining",expected:"string"});
errors++;
}
let data2 = data["x-ratelimit-used"];
if(typeof data2 === "string"){
if(!pattern0.test(data2)){
(vErrors ??= []).push({path:"/x-ratelimit-used",expected:"whole number in digits, like \"60\""});
errors++;
}
}
else {
(vErrors ??= []).push({path:"/x-ratelimit-used",expected:"string"});
errors++;
}
let data3 = data["x-ratelimit-reset"];
if(typeof data3 === "string"){
if(!pattern0.test(data3)){
(vErrors ??= []).push({path:"/x-ratelimit-reset",expected:"whole number in digits, like \"60\""});
errors++;
}
}
else {
(vErrors ??= []).push({path:"/x-ratelimit-reset",expected:"string"});
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