// @ts-nocheck
// Generated from schemas/account.json by `npm run generate -w @tapedeck/schema`; change the schema, not this file.
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
let data0 = data.login;
if(typeof data0 !== "string"){
(vErrors ??= []).push({path:"/login",expected:"string"});
errors++;
}
let data1 = data.id;
if(!(Number.isInteger(data1))){
(vErrors ??= []).push({path:"/id",expected:"integer"});
errors++;
}
else {
if(data1 < 0){
(vErrors ??= []).push({path:"/id",expected:"at least 0"});
errors++;
}
}
let data2 = data.node_id;
if(typeof data2 !== "string"){
(vErrors ??= []).push({path:"/node_id",expected:"string"});
errors++;
}
let data3 = data.avatar_url;
if(typeof data3 !== "string"){
(vErrors ??= []).push({path:"/avatar_url",expected:"string"});
errors++;
}
let data4 = data.gravatar_id;
if(data4 !== undefined){
if(typeof data4 !== "string"){
(vErrors ??= []).push({path:"/gravatar_id",expected:"string"});
errors++;
}
}
let data5 = data.url;
if(data5 !== undefined){
if(typeof data5 !== "string"){
(vErrors ??= []).push({path:"/url",expected:"string"});
errors++;
}
}
let data6 = data.html_url;
if(data6 !== undefined){
if(typeof data6 !== "string"){
(vErrors ??= []).push({path:"/html_url",expected:"string"});
errors++;
}
}
let data7 = data.followers_url;
if(data7 !== undefined){
if(typeof data7 !== "string"){
(vErrors ??= []).push({path:"/followers_url",expected:"string"});
errors++;
}
}
let data8 = data.following_url;
if(data8 !== undefined){
if(typeof data8 !== "string"){
(vErrors ??= []).push({path:"/following_url",expected:"string"});
errors++;
}
}
let data9 = data.gists_url;
if(data9 !== undefined){
if(typeof data9 !== "string"){
(vErrors ??= []).push({path:"/gists_url",expected:"string"});
errors++;
}
}
let data10 = data.starred_url;
if(data10 !== undefined){
if(typeof data10 !== "string"){
(vErrors ??= []).push({path:"/starred_url",expected:"string"});
errors++;
}
}
let data11 = data.subscriptions_url;
if(data11 !== undefined){
if(typeof data11 !== "string"){
(vErrors ??= []).push({path:"/subscriptions_url",expected:"string"});
errors++;
}
}
let data12 = data.organizations_url;
if(data12 !== undefined){
if(typeof data12 !== "string"){
(vErrors ??= []).push({path:"/organizations_url",expected:"string"});
errors++;
}
}
let data13 = data.repos_url;
if(data13 !== undefined){
if(typeof data13 !== "string"){
(vErrors ??= []).push({path:"/repos_url",expected:"string"});
errors++;
}
}
let data14 = data.events_url;
if(data14 !== undefined){
if(typeof data14 !== "string"){
(vErrors ??= []).push({path:"/events_url",expected:"string"});
errors++;
}
}
let data15 = data.received_events_url;
if(data15 !== undefined){
if(typeof data15 !== "string"){
(vErrors ??= []).push({path:"/received_events_url",expected:"string"});
errors++;
}
}
let data16 = data.type;
if(data16 !== undefined){
if(typeof data16 !== "string"){
(vErrors ??= []).push({path:"/type",expected:"string"});
errors++;
}
}
let data17 = data.site_admin;
if(data17 !== undefined){
if(typeof data17 !== "boolean"){
(vErrors ??= []).push({path:"/site_admin",expected:"boolean"});
errors++;
}
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