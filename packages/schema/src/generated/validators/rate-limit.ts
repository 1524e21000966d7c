// @ts-nocheck
// Generated from schemas/rate-limit.json by `npm run generate -w @tapedeck/schema`; change the schema, not this file.
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

function within(path, flaws){
return flaws.map((flaw) => ({...flaw,path:path+flaw.path}));
}

function validate11(data){
let vErrors = null;
let errors = 0;
if(typeof data === "object" && data !== null && !Array.isArray(data)){
let data0 = data.limit;
if(!(Number.isInteger(data0))){
(vErrors ??= []).push({path:"/limit",expected:"integer"});
errors++;
}
else {
if(data0 < 0){
(vErrors ??= []).push({path:"/limit",expected:"at least 0"});
errors++;
}
}
let data1 = data.used;
if(!(Number.isInteger(data1))){
(vErrors ??= []).push({path:"/used",expected:"integer"});
errors++;
}
else {
if(data1 < 0){
(vErrors ??= []).push({path:"/used",expected:"at least 0"});
errors++;
}
}
let data2 = data.remaining;
if(!(Number.isInteger(data2))){
(vErrors ??= []).push({path:"/remaining",expected:"integer"});
errors++;
}
else {
if(data2 < 0){
(vErrors ??= []).push({path:"/remaining",expected:"at least 0"});
errors++;
}
}
let data3 = data.reset;
if(!(Number.isInteger(data3))){
(vErrors ??= []).push({path:"/reset",expected:"integer"});
errors++;
}
else {
if(data3 < 0){
(vErrors ??= []).push({path:"/reset",expected:"at least 0"});
errors++;
}
}
}
else {
(vErrors ??= []).push({path:"",expected:"object"});
errors++;
}
if(errors === 0) return true;
validate11.errors = vErrors;
return false;
}
function validate10(data){
let vErrors = null;
let errors = 0;
if(typeof data === "object" && data !== null && !Array.isArray(data)){
let data0 = data.resources;
if(typeof data0 === "object" && data0 !== null && !Array.isArray(data0)){
for(const key0 in data0){
if(!(key0 === "core")){
if(!validate11(data0[key0])){
vErrors = (vErrors ?? []).concat(within("/resources/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"), validate11.errors));
errors = vErrors.length;
}
}
}
if(!validate11(data0.core)){
vErrors = (vErrors ?? []).concat(within("/resources/core", validate11.errors));
errors = vErrors.length;
}
}
else {
(vErrors ??= []).push({path:"/resources",expected:"object"});
errors++;
}
if(!validate11(data.rate)){
vErrors = (vErrors ?? []).concat(within("/rate", validate11.errors));
errors = vErrors.length;
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