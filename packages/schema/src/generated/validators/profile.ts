// @ts-nocheck
// Generated from schemas/profile.json by `npm run generate -w @tapedeck/schema`; change the schema, not this file.
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

const schema11 = { properties: { "$schema": 1, "name": 1, "extends": 1, "vendor": 1, "documentationUrl": 1, "limits": 1, "windowSeconds": 1, "resetJitterSeconds": 1, "refusal": 1, "secondaryLimit": 1, "notModifiedCost": 1, "rateLimitRoute": 1, "pathPrefixes": 1, "idRoutes": 1, "privateCache": 1, "misses": 1, "rewriteOrigin": 1 } };
const func2 = Object.prototype.hasOwnProperty;
const pattern0 = new RegExp("^[a-z][a-z0-9-]*$", "u");
const pattern1 = new RegExp("^[A-Za-z][A-Za-z0-9_-]{0,31}$", "u");
const pattern2 = new RegExp("^/[^?#\\s]*$", "u");
function validate10(data){
let vErrors = null;
let errors = 0;
if(typeof data === "object" && data !== null && !Array.isArray(data)){
for(const key0 in data){
if(!(func2.call(schema11.properties, key0))){
(vErrors ??= []).push({path:"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys $schema, name, extends, vendor, documentationUrl, limits, windowSeconds, resetJitterSeconds, refusal, secondaryLimit, notModifiedCost, rateLimitRoute, pathPrefixes, idRoutes, privateCache, misses, rewriteOrigin",about:"key"});
errors++;
}
}
if(data.$schema !== undefined){
let data0 = data.$schema;
if(typeof data0 !== "string"){
(vErrors ??= []).push({path:"/$schema",expected:"string"});
errors++;
}
}
let data1 = data.name;
if(typeof data1 !== "string"){
(vErrors ??= []).push({path:"/name",expected:"string"});
errors++;
}
let data2 = data.extends;
if(data2 !== undefined){
if(!((data2 === "service") || (data2 === "github"))){
(vErrors ??= []).push({path:"/extends",expected:"\"service\" or \"github\""});
errors++;
}
}
let data3 = data.vendor;
if(data3 !== undefined){
if(typeof data3 === "string"){
if(!pattern0.test(data3)){
(vErrors ??= []).push({path:"/vendor",expected:"vendor word, like \"service\""});
errors++;
}
}
else {
(vErrors ??= []).push({path:"/vendor",expected:"string"});
errors++;
}
}
let data4 = data.documentationUrl;
if(data4 !== undefined){
if(typeof data4 !== "string"){
(vErrors ??= []).push({path:"/documentationUrl",expected:"string"});
errors++;
}
}
let data5 = data.limits;
if(data5 !== undefined){
if(typeof data5 === "object" && data5 !== null && !Array.isArray(data5)){
for(const key1 in data5){
const _errs14 = errors;
if(typeof key1 === "string"){
if(!pattern1.test(key1)){
(vErrors ??= []).push({path:"/limits"+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"alias, like \"anonymous\"",about:"key"});
errors++;
}
}
else {
(vErrors ??= []).push({path:"/limits"+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"string",about:"key"});
errors++;
}
var valid2 = _errs14 === errors;
if(!valid2){
}
}
for(const key2 in data5){
let data6 = data5[key2];
if(!(Number.isInteger(data6))){
(vErrors ??= []).push({path:"/limits/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"integer"});
errors++;
}
else {
if(data6 < 0){
(vErrors ??= []).push({path:"/limits/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"at least 0"});
errors++;
}
}
}
}
else {
(vErrors ??= []).push({path:"/limits",expected:"object"});
errors++;
}
}
let data7 = data.windowSeconds;
if(data7 !== undefined){
if(!(Number.isInteger(data7))){
(vErrors ??= []).push({path:"/windowSeconds",expected:"integer"});
errors++;
}
else {
if(data7 < 1){
(vErrors ??= []).push({path:"/windowSeconds",expected:"at least 1"});
errors++;
}
}
}
let data8 = data.resetJitterSeconds;
if(data8 !== undefined){
if(!(Number.isInteger(data8))){
(vErrors ??= []).push({path:"/resetJitterSeconds",expected:"integer"});
errors++;
}
else {
if(data8 < 0){
(vErrors ??= []).push({path:"/resetJitterSeconds",expected:"at least 0"});
errors++;
}
}
}
let data9 = data.refusal;
if(data9 !== undefined){
if(typeof data9 === "object" && data9 !== null && !Array.isArray(data9)){
for(const key3 in data9){
if(!((key3 === "status") || (key3 === "retryAfter"))){
(vErrors ??= []).push({path:"/refusal"+"/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys status, retryAfter",about:"key"});
errors++;
}
}
let data10 = data9.status;
if(data10 !== undefined){
if(!((data10 === 403) || (data10 === 429))){
(vErrors ??= []).push({path:"/refusal/status",expected:"403 or 429"});
errors++;
}
}
let data11 = data9.retryAfter;
if(data11 !== undefined){
if(typeof data11 !== "boolean"){
(vErrors ??= []).push({path:"/refusal/retryAfter",expected:"boolean"});
errors++;
}
}
}
else {
(vErrors ??= []).push({path:"/refusal",expected:"object"});
errors++;
}
}
let data12 = data.secondaryLimit;
if(data12 !== undefined){
if((!(typeof data12 === "object" && data12 !== null && !Array.isArray(data12))) && (data12 !== null)){
(vErrors ??= []).push({path:"/secondaryLimit",expected:"object or null"});
errors++;
}
if(typeof data12 === "object" && data12 !== null && !Array.isArray(data12)){
for(const key4 in data12){
if(!((((key4 === "requests") || (key4 === "seconds")) || (key4 === "status")) || (key4 === "retryAfter"))){
(vErrors ??= []).push({path:"/secondaryLimit"+"/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys requests, seconds, status, retryAfter",about:"key"});
errors++;
}
}
let data13 = data12.requests;
if(!(Number.isInteger(data13))){
(vErrors ??= []).push({path:"/secondaryLimit/requests",expected:"integer"});
errors++;
}
else {
if(data13 < 0){
(vErrors ??= []).push({path:"/secondaryLimit/requests",expected:"at least 0"});
errors++;
}
}
let data14 = data12.seconds;
if(!(Number.isInteger(data14))){
(vErrors ??= []).push({path:"/secondaryLimit/seconds",expected:"integer"});
errors++;
}
else {
if(data14 < 1){
(vErrors ??= []).push({path:"/secondaryLimit/seconds",expected:"at least 1"});
errors++;
}
}
let data15 = data12.status;
if(data15 !== undefined){
if(!((data15 === 403) || (data15 === 429))){
(vErrors ??= []).push({path:"/secondaryLimit/status",expected:"403 or 429"});
errors++;
}
}
let data16 = data12.retryAfter;
if(data16 !== undefined){
if(typeof data16 !== "boolean"){
(vErrors ??= []).push({path:"/secondaryLimit/retryAfter",expected:"boolean"});
errors++;
}
}
}
}
let data17 = data.notModifiedCost;
if(data17 !== undefined){
if(typeof data17 === "object" && data17 !== null && !Array.isArray(data17)){
for(const key5 in data17){
if(!((key5 === "anonymous") || (key5 === "token"))){
(vErrors ??= []).push({path:"/notModifiedCost"+"/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys anonymous, token",about:"key"});
errors++;
}
}
let data18 = data17.anonymous;
if(data18 !== undefined){
if(!((data18 === 0) || (data18 === 1))){
(vErrors ??= []).push({path:"/notModifiedCost/anonymous",expected:"0 or 1"});
errors++;
}
}
let data19 = data17.token;
if(data19 !== undefined){
if(!((data19 === 0) || (data19 === 1))){
(vErrors ??= []).push({path:"/notModifiedCost/token",expected:"0 or 1"});
errors++;
}
}
}
else {
(vErrors ??= []).push({path:"/notModifiedCost",expected:"object"});
errors++;
}
}
let data20 = data.rateLimitRoute;
if(data20 !== undefined){
if(typeof data20 !== "boolean"){
(vErrors ??= []).push({path:"/rateLimitRoute",expected:"boolean"});
errors++;
}
}
let data21 = data.pathPrefixes;
if(data21 !== undefined){
if(Array.isArray(data21)){
const len0 = data21.length;
for(let i0=0; i0<len0; i0++){
let data22 = data21[i0];
if(typeof data22 === "string"){
if(!pattern2.test(data22)){
(vErrors ??= []).push({path:"/pathPrefixes/" + i0,expected:"path prefix, like \"/api/v3\""});
errors++;
}
}
else {
(vErrors ??= []).push({path:"/pathPrefixes/" + i0,expected:"string"});
errors++;
}
}
}
else {
(vErrors ??= []).push({path:"/pathPrefixes",expected:"array"});
errors++;
}
}
let data23 = data.idRoutes;
if(data23 !== undefined){
if(typeof data23 !== "boolean"){
(vErrors ??= []).push({path:"/idRoutes",expected:"boolean"});
errors++;
}
}
let data24 = data.privateCache;
if(data24 !== undefined){
if(typeof data24 !== "boolean"){
(vErrors ??= []).push({path:"/privateCache",expected:"boolean"});
errors++;
}
}
let data25 = data.misses;
if(data25 !== undefined){
if(!((data25 === "error") || (data25 === "not-found"))){
(vErrors ??= []).push({path:"/misses",expected:"\"error\" or \"not-found\""});
errors++;
}
}
let data26 = data.rewriteOrigin;
if(data26 !== undefined){
if(typeof data26 !== "boolean"){
(vErrors ??= []).push({path:"/rewriteOrigin",expected:"boolean"});
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