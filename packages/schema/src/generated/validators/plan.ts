// @ts-nocheck
// Generated from schemas/plan.json by `npm run generate -w @tapedeck/schema`; change the schema, not this file.
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

const schema12 = { properties: { "path": 1, "query": 1, "as": 1, "method": 1, "body": 1, "headers": 1, "times": 1, "pages": 1, "revalidate": 1, "exhaust": 1, "for": 1, "each": 1, "note": 1 } };
function within(path, flaws){
return flaws.map((flaw) => ({...flaw,path:path+flaw.path}));
}
const func2 = Object.prototype.hasOwnProperty;
const pattern0 = new RegExp("^/[^#\\s]*$", "u");
const pattern1 = new RegExp("^[A-Za-z][A-Za-z0-9_-]{0,31}$", "u");
function validate11(data){
let vErrors = null;
let errors = 0;
if(typeof data === "object" && data !== null && !Array.isArray(data)){
for(const key0 in data){
if(!(func2.call(schema12.properties, key0))){
(vErrors ??= []).push({path:"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys path, query, as, method, body, headers, times, pages, revalidate, exhaust, for, each, note",about:"key"});
errors++;
}
}
let data0 = data.path;
if(typeof data0 === "string"){
if(!pattern0.test(data0)){
(vErrors ??= []).push({path:"/path",expected:"path from the first slash, like \"/users/{username}\""});
errors++;
}
}
else {
(vErrors ??= []).push({path:"/path",expected:"string"});
errors++;
}
let data1 = data.query;
if(data1 !== undefined){
if(typeof data1 === "object" && data1 !== null && !Array.isArray(data1)){
for(const key1 in data1){
let data2 = data1[key1];
if(((typeof data2 !== "string") && (!(Number.isFinite(data2)))) && (typeof data2 !== "boolean")){
(vErrors ??= []).push({path:"/query/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"string or number or boolean"});
errors++;
}
}
}
else {
(vErrors ??= []).push({path:"/query",expected:"object"});
errors++;
}
}
let data3 = data.as;
if(data3 !== undefined){
if(typeof data3 === "string"){
if(!pattern1.test(data3)){
(vErrors ??= []).push({path:"/as",expected:"alias, like \"anonymous\""});
errors++;
}
}
else {
(vErrors ??= []).push({path:"/as",expected:"string"});
errors++;
}
}
let data4 = data.method;
if(data4 !== undefined){
if(!(((((((((((((((((((data4 === "GET") || (data4 === "HEAD")) || (data4 === "OPTIONS")) || (data4 === "POST")) || (data4 === "PUT")) || (data4 === "PATCH")) || (data4 === "DELETE")) || (data4 === "PROPFIND")) || (data4 === "PROPPATCH")) || (data4 === "MKCOL")) || (data4 === "MKCALENDAR")) || (data4 === "COPY")) || (data4 === "MOVE")) || (data4 === "LOCK")) || (data4 === "UNLOCK")) || (data4 === "REPORT")) || (data4 === "SEARCH")) || (data4 === "QUERY")) || (data4 === "PURGE"))){
(vErrors ??= []).push({path:"/method",expected:"\"GET\" or \"HEAD\" or \"OPTIONS\" or \"POST\" or \"PUT\" or \"PATCH\" or \"DELETE\" or \"PROPFIND\" or \"PROPPATCH\" or \"MKCOL\" or \"MKCALENDAR\" or \"COPY\" or \"MOVE\" or \"LOCK\" or \"UNLOCK\" or \"REPORT\" or \"SEARCH\" or \"QUERY\" or \"PURGE\""});
errors++;
}
}
let data5 = data.body;
if(data5 !== undefined){
if((((typeof data5 != "object") && (typeof data5 !== "string")) && (!(Number.isFinite(data5)))) && (typeof data5 !== "boolean")){
(vErrors ??= []).push({path:"/body",expected:"object or array or string or number or boolean or null"});
errors++;
}
}
let data6 = data.headers;
if(data6 !== undefined){
if(typeof data6 === "object" && data6 !== null && !Array.isArray(data6)){
for(const key2 in data6){
let data7 = data6[key2];
if(typeof data7 !== "string"){
(vErrors ??= []).push({path:"/headers/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"string"});
errors++;
}
}
}
else {
(vErrors ??= []).push({path:"/headers",expected:"object"});
errors++;
}
}
let data8 = data.times;
if(data8 !== undefined){
if(!(Number.isInteger(data8))){
(vErrors ??= []).push({path:"/times",expected:"integer"});
errors++;
}
else {
if(data8 > 1000){
(vErrors ??= []).push({path:"/times",expected:"at most 1000"});
errors++;
}
if(data8 < 1){
(vErrors ??= []).push({path:"/times",expected:"at least 1"});
errors++;
}
}
}
let data9 = data.pages;
if(data9 !== undefined){
const _errs23 = errors;
let valid4 = false;
const _errs24 = errors;
if("all" !== data9){
(vErrors ??= []).push({path:"/pages",expected:"\"all\""});
errors++;
}
var _valid0 = _errs24 === errors;
valid4 = valid4 || _valid0;
if(!valid4){
const _errs25 = errors;
if(!(Number.isInteger(data9))){
(vErrors ??= []).push({path:"/pages",expected:"integer"});
errors++;
}
else {
if(data9 < 1){
(vErrors ??= []).push({path:"/pages",expected:"at least 1"});
errors++;
}
}
var _valid0 = _errs25 === errors;
valid4 = valid4 || _valid0;
}
if(!valid4){
(vErrors ??= []).push({path:"/pages",expected:"",about:"choice"});
errors++;
}
else {
errors = _errs23;
if(vErrors !== null){
if(_errs23){
vErrors.length = _errs23;
}
else {
vErrors = null;
}
}
}
}
let data10 = data.revalidate;
if(data10 !== undefined){
if(typeof data10 !== "boolean"){
(vErrors ??= []).push({path:"/revalidate",expected:"boolean"});
errors++;
}
}
let data11 = data.exhaust;
if(data11 !== undefined){
if(typeof data11 !== "boolean"){
(vErrors ??= []).push({path:"/exhaust",expected:"boolean"});
errors++;
}
}
let data12 = data.for;
if(data12 !== undefined){
if(typeof data12 === "object" && data12 !== null && !Array.isArray(data12)){
for(const key3 in data12){
let data13 = data12[key3];
if(Array.isArray(data13)){
if(data13.length < 1){
(vErrors ??= []).push({path:"/for/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"at least 1 of them"});
errors++;
}
const len0 = data13.length;
for(let i0=0; i0<len0; i0++){
let data14 = data13[i0];
if((typeof data14 !== "string") && (!(Number.isFinite(data14)))){
(vErrors ??= []).push({path:"/for/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i0,expected:"string or number"});
errors++;
}
}
}
else {
(vErrors ??= []).push({path:"/for/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"array"});
errors++;
}
}
}
else {
(vErrors ??= []).push({path:"/for",expected:"object"});
errors++;
}
}
let data15 = data.each;
if(data15 !== undefined){
if(typeof data15 === "string"){
if(!pattern0.test(data15)){
(vErrors ??= []).push({path:"/each",expected:"path from the first slash, like \"/users/{username}/repos?per_page=100\""});
errors++;
}
}
else {
(vErrors ??= []).push({path:"/each",expected:"string"});
errors++;
}
}
let data16 = data.note;
if(data16 !== undefined){
if(typeof data16 !== "string"){
(vErrors ??= []).push({path:"/note",expected:"string"});
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
for(const key0 in data){
if(!(((key0 === "$schema") || (key0 === "name")) || (key0 === "requests"))){
(vErrors ??= []).push({path:"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys $schema, name, requests",about:"key"});
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
if(data1 !== undefined){
if(typeof data1 !== "string"){
(vErrors ??= []).push({path:"/name",expected:"string"});
errors++;
}
}
let data2 = data.requests;
if(Array.isArray(data2)){
if(data2.length < 1){
(vErrors ??= []).push({path:"/requests",expected:"at least 1 of them"});
errors++;
}
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
if(!validate11(data2[i0])){
vErrors = (vErrors ?? []).concat(within("/requests/" + i0, validate11.errors));
errors = vErrors.length;
}
}
}
else {
(vErrors ??= []).push({path:"/requests",expected:"array"});
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