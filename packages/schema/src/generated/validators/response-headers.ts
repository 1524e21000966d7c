// @ts-nocheck
// Generated from schemas/response-headers.json by `npm run generate -w @tapedeck/schema`; change the schema, not this file.
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
function validate11(data){
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
validate11.errors = vErrors;
return false;
}
const pattern4 = new RegExp("^application/json; ?charset=utf-8$", "u");
const pattern5 = new RegExp("\\bmax-age=\\d+", "u");
const pattern6 = new RegExp("^(W/)?\"[^\"]*\"$", "u");
const pattern7 = new RegExp("^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \\d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \\d{4} \\d{2}:\\d{2}:\\d{2} GMT$", "u");
const pattern10 = new RegExp("^x-[a-z][a-z0-9-]*-media-type$", "u");
const pattern11 = new RegExp("^[a-z][a-z0-9-]*\\.v3; format=json$", "u");
const pattern12 = new RegExp("^x-[a-z][a-z0-9-]*-request-id$", "u");
function validate10(data){
let vErrors = null;
let errors = 0;
if(!validate11(data)){
vErrors = (vErrors ?? []).concat(validate11.errors);
errors = vErrors.length;
}
if(typeof data === "object" && data !== null && !Array.isArray(data)){
let data0 = data["content-type"];
if(typeof data0 === "string"){
if(!pattern4.test(data0)){
(vErrors ??= []).push({path:"/content-type",expected:"content type of JSON, like \"application/json; charset=utf-8\""});
errors++;
}
}
else {
(vErrors ??= []).push({path:"/content-type",expected:"string"});
errors++;
}
let data1 = data.server;
if(data1 !== undefined){
if(typeof data1 !== "string"){
(vErrors ??= []).push({path:"/server",expected:"string"});
errors++;
}
}
let data2 = data["cache-control"];
if(typeof data2 === "string"){
if(!pattern5.test(data2)){
(vErrors ??= []).push({path:"/cache-control",expected:"cache directive, like \"public, max-age=60, s-maxage=60\""});
errors++;
}
}
else {
(vErrors ??= []).push({path:"/cache-control",expected:"string"});
errors++;
}
let data3 = data.vary;
if(data3 !== undefined){
if(typeof data3 !== "string"){
(vErrors ??= []).push({path:"/vary",expected:"string"});
errors++;
}
}
let data4 = data.etag;
if(typeof data4 === "string"){
if(!pattern6.test(data4)){
(vErrors ??= []).push({path:"/etag",expected:"entity tag, like \"W/\\\"5d41402a\\\"\""});
errors++;
}
}
else {
(vErrors ??= []).push({path:"/etag",expected:"string"});
errors++;
}
if(data["last-modified"] !== undefined){
let data5 = data["last-modified"];
if(typeof data5 === "string"){
if(!pattern7.test(data5)){
(vErrors ??= []).push({path:"/last-modified",expected:"HTTP date, like \"Wed, 26 Jan 2011 19:01:12 GMT\""});
errors++;
}
}
else {
(vErrors ??= []).push({path:"/last-modified",expected:"string"});
errors++;
}
}
if(data["access-control-expose-headers"] !== undefined){
let data6 = data["access-control-expose-headers"];
if(typeof data6 !== "string"){
(vErrors ??= []).push({path:"/access-control-expose-headers",expected:"string"});
errors++;
}
}
if(data["access-control-allow-origin"] !== undefined){
let data7 = data["access-control-allow-origin"];
if(typeof data7 !== "string"){
(vErrors ??= []).push({path:"/access-control-allow-origin",expected:"string"});
errors++;
}
}
if(data["strict-transport-security"] !== undefined){
let data8 = data["strict-transport-security"];
if(typeof data8 !== "string"){
(vErrors ??= []).push({path:"/strict-transport-security",expected:"string"});
errors++;
}
}
if(data["x-frame-options"] !== undefined){
let data9 = data["x-frame-options"];
if(typeof data9 !== "string"){
(vErrors ??= []).push({path:"/x-frame-options",expected:"string"});
errors++;
}
}
if(data["x-content-type-options"] !== undefined){
let data10 = data["x-content-type-options"];
if(typeof data10 !== "string"){
(vErrors ??= []).push({path:"/x-content-type-options",expected:"string"});
errors++;
}
}
if(data["x-xss-protection"] !== undefined){
let data11 = data["x-xss-protection"];
if(typeof data11 !== "string"){
(vErrors ??= []).push({path:"/x-xss-protection",expected:"string"});
errors++;
}
}
if(data["referrer-policy"] !== undefined){
let data12 = data["referrer-policy"];
if(typeof data12 !== "string"){
(vErrors ??= []).push({path:"/referrer-policy",expected:"string"});
errors++;
}
}
if(data["content-security-policy"] !== undefined){
let data13 = data["content-security-policy"];
if(typeof data13 !== "string"){
(vErrors ??= []).push({path:"/content-security-policy",expected:"string"});
errors++;
}
}
if(data["accept-ranges"] !== undefined){
let data14 = data["accept-ranges"];
if(typeof data14 !== "string"){
(vErrors ??= []).push({path:"/accept-ranges",expected:"string"});
errors++;
}
}
if(data["content-length"] !== undefined){
let data15 = data["content-length"];
if(typeof data15 === "string"){
if(!pattern0.test(data15)){
(vErrors ??= []).push({path:"/content-length",expected:"whole number in digits, like \"60\""});
errors++;
}
}
else {
(vErrors ??= []).push({path:"/content-length",expected:"string"});
errors++;
}
}
let data16 = data.date;
if(typeof data16 === "string"){
if(!pattern7.test(data16)){
(vErrors ??= []).push({path:"/date",expected:"HTTP date, like \"Wed, 26 Jan 2011 19:01:12 GMT\""});
errors++;
}
}
else {
(vErrors ??= []).push({path:"/date",expected:"string"});
errors++;
}
for(const key0 in data){
if(pattern10.test(key0)){
let data17 = data[key0];
if(typeof data17 === "string"){
if(!pattern11.test(data17)){
(vErrors ??= []).push({path:"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"media type of the API, like \"service.v3; format=json\""});
errors++;
}
}
else {
(vErrors ??= []).push({path:"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"string"});
errors++;
}
}
}
for(const key1 in data){
if(pattern12.test(key1)){
let data18 = data[key1];
if(typeof data18 !== "string"){
(vErrors ??= []).push({path:"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"string"});
errors++;
}
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