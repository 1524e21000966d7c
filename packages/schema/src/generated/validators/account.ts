// @ts-nocheck
// Generated from schemas/account.json by `npm run generate -w @tapedeck/schema`; change the schema, not this file.
import type { Flaw } from "../../flaw.ts";

/** Finds everything in a value that does not fit the schema; nothing, where it fits. */
export function findFlaws(value: unknown): readonly Flaw[] {
  return validate10(value) ? none : validate10.errors;
}

const none: readonly Flaw[] = [];


function validate10(data){
let vErrors = null;
let errors = 0;
if(data && typeof data == "object" && !Array.isArray(data)){
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
if(data.gravatar_id !== undefined){
let data4 = data.gravatar_id;
if(typeof data4 !== "string"){
(vErrors ??= []).push({path:"/gravatar_id",expected:"string"});
errors++;
}
}
if(data.url !== undefined){
let data5 = data.url;
if(typeof data5 !== "string"){
(vErrors ??= []).push({path:"/url",expected:"string"});
errors++;
}
}
if(data.html_url !== undefined){
let data6 = data.html_url;
if(typeof data6 !== "string"){
(vErrors ??= []).push({path:"/html_url",expected:"string"});
errors++;
}
}
if(data.followers_url !== undefined){
let data7 = data.followers_url;
if(typeof data7 !== "string"){
(vErrors ??= []).push({path:"/followers_url",expected:"string"});
errors++;
}
}
if(data.following_url !== undefined){
let data8 = data.following_url;
if(typeof data8 !== "string"){
(vErrors ??= []).push({path:"/following_url",expected:"string"});
errors++;
}
}
if(data.gists_url !== undefined){
let data9 = data.gists_url;
if(typeof data9 !== "string"){
(vErrors ??= []).push({path:"/gists_url",expected:"string"});
errors++;
}
}
if(data.starred_url !== undefined){
let data10 = data.starred_url;
if(typeof data10 !== "string"){
(vErrors ??= []).push({path:"/starred_url",expected:"string"});
errors++;
}
}
if(data.subscriptions_url !== undefined){
let data11 = data.subscriptions_url;
if(typeof data11 !== "string"){
(vErrors ??= []).push({path:"/subscriptions_url",expected:"string"});
errors++;
}
}
if(data.organizations_url !== undefined){
let data12 = data.organizations_url;
if(typeof data12 !== "string"){
(vErrors ??= []).push({path:"/organizations_url",expected:"string"});
errors++;
}
}
if(data.repos_url !== undefined){
let data13 = data.repos_url;
if(typeof data13 !== "string"){
(vErrors ??= []).push({path:"/repos_url",expected:"string"});
errors++;
}
}
if(data.events_url !== undefined){
let data14 = data.events_url;
if(typeof data14 !== "string"){
(vErrors ??= []).push({path:"/events_url",expected:"string"});
errors++;
}
}
if(data.received_events_url !== undefined){
let data15 = data.received_events_url;
if(typeof data15 !== "string"){
(vErrors ??= []).push({path:"/received_events_url",expected:"string"});
errors++;
}
}
if(data.type !== undefined){
let data16 = data.type;
if(typeof data16 !== "string"){
(vErrors ??= []).push({path:"/type",expected:"string"});
errors++;
}
}
if(data.site_admin !== undefined){
let data17 = data.site_admin;
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