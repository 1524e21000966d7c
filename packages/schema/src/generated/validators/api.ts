// @ts-nocheck
// Generated from schemas/api.json by `npm run generate -w @tapedeck/schema`; change the schema, not this file.
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

const schema11 = { properties: { "$schema": 1, "name": 1, "extends": 1, "origins": 1, "openapi": 1, "operations": 1, "prefixes": 1, "slashes": 1, "credentials": 1, "rateLimit": 1, "paging": 1, "errors": 1, "headers": 1, "preflight": 1, "requestId": 1, "privateWithCredential": 1, "match": 1, "redact": 1 } };
const func2 = Object.prototype.hasOwnProperty;
const pattern0 = new RegExp("^https?://[^/?#\\s]+$", "u");
const pattern1 = new RegExp("^[A-Za-z]+$", "u");
const pattern2 = new RegExp("^/", "u");
const pattern3 = new RegExp("^/[^?#\\s]*[^/?#\\s]$", "u");
const pattern4 = new RegExp("^[A-Za-z][A-Za-z0-9_-]{0,31}$", "u");
const pattern5 = new RegExp("^[a-z0-9-]+$", "u");
function validate10(data){
let vErrors = null;
let errors = 0;
if(typeof data === "object" && data !== null && !Array.isArray(data)){
for(const key0 in data){
if(!(func2.call(schema11.properties, key0))){
(vErrors ??= []).push({path:"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys $schema, name, extends, origins, openapi, operations, prefixes, slashes, credentials, rateLimit, paging, errors, headers, preflight, requestId, privateWithCredential, match, redact",about:"key"});
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
let data2 = data.extends;
if(data2 !== undefined){
if(typeof data2 !== "string"){
(vErrors ??= []).push({path:"/extends",expected:"string"});
errors++;
}
}
let data3 = data.origins;
if(data3 !== undefined){
if(Array.isArray(data3)){
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
if(typeof data4 === "string"){
if(!pattern0.test(data4)){
(vErrors ??= []).push({path:"/origins/" + i0,expected:"text that fits ^https?://[^/?#\\s]+$"});
errors++;
}
}
else {
(vErrors ??= []).push({path:"/origins/" + i0,expected:"string"});
errors++;
}
}
}
else {
(vErrors ??= []).push({path:"/origins",expected:"array"});
errors++;
}
}
let data5 = data.openapi;
if(data5 !== undefined){
if(typeof data5 !== "string"){
(vErrors ??= []).push({path:"/openapi",expected:"string"});
errors++;
}
}
let data6 = data.operations;
if(data6 !== undefined){
if(typeof data6 === "object" && data6 !== null && !Array.isArray(data6)){
for(const key1 in data6){
let data7 = data6[key1];
if(typeof data7 === "object" && data7 !== null && !Array.isArray(data7)){
for(const key2 in data7){
if(!((((((key2 === "method") || (key2 === "path")) || (key2 === "like")) || (key2 === "sequence")) || (key2 === "sameForEveryone")) || (key2 === "credential"))){
(vErrors ??= []).push({path:"/operations/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys method, path, like, sequence, sameForEveryone, credential",about:"key"});
errors++;
}
}
let data8 = data7.method;
if(data8 !== undefined){
if(typeof data8 === "string"){
if(!pattern1.test(data8)){
(vErrors ??= []).push({path:"/operations/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/method",expected:"text that fits ^[A-Za-z]+$"});
errors++;
}
}
else {
(vErrors ??= []).push({path:"/operations/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/method",expected:"string"});
errors++;
}
}
let data9 = data7.path;
if(data9 !== undefined){
if(typeof data9 === "string"){
if(!pattern2.test(data9)){
(vErrors ??= []).push({path:"/operations/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/path",expected:"text that fits ^/"});
errors++;
}
}
else {
(vErrors ??= []).push({path:"/operations/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/path",expected:"string"});
errors++;
}
}
let data10 = data7.like;
if(data10 !== undefined){
if(typeof data10 !== "string"){
(vErrors ??= []).push({path:"/operations/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/like",expected:"string"});
errors++;
}
}
let data11 = data7.sequence;
if(data11 !== undefined){
if(!(((data11 === "stay") || (data11 === "cycle")) || (data11 === "end"))){
(vErrors ??= []).push({path:"/operations/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/sequence",expected:"\"stay\" or \"cycle\" or \"end\""});
errors++;
}
}
let data12 = data7.sameForEveryone;
if(data12 !== undefined){
if(typeof data12 !== "boolean"){
(vErrors ??= []).push({path:"/operations/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/sameForEveryone",expected:"boolean"});
errors++;
}
}
let data13 = data7.credential;
if(data13 !== undefined){
if(!(((data13 === "none") || (data13 === "optional")) || (data13 === "required"))){
(vErrors ??= []).push({path:"/operations/" + key1.replace(/~/g, "~0").replace(/\//g, "~1")+"/credential",expected:"\"none\" or \"optional\" or \"required\""});
errors++;
}
}
}
else {
(vErrors ??= []).push({path:"/operations/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"object"});
errors++;
}
}
}
else {
(vErrors ??= []).push({path:"/operations",expected:"object"});
errors++;
}
}
let data14 = data.prefixes;
if(data14 !== undefined){
if(Array.isArray(data14)){
const len1 = data14.length;
for(let i1=0; i1<len1; i1++){
let data15 = data14[i1];
if(typeof data15 === "string"){
if(!pattern3.test(data15)){
(vErrors ??= []).push({path:"/prefixes/" + i1,expected:"text that fits ^/[^?#\\s]*[^/?#\\s]$"});
errors++;
}
}
else {
(vErrors ??= []).push({path:"/prefixes/" + i1,expected:"string"});
errors++;
}
}
}
else {
(vErrors ??= []).push({path:"/prefixes",expected:"array"});
errors++;
}
}
let data16 = data.slashes;
if(data16 !== undefined){
if(!((data16 === "exact") || (data16 === "lenient"))){
(vErrors ??= []).push({path:"/slashes",expected:"\"exact\" or \"lenient\""});
errors++;
}
}
let data17 = data.credentials;
if(data17 !== undefined){
if(Array.isArray(data17)){
const len2 = data17.length;
for(let i2=0; i2<len2; i2++){
let data18 = data17[i2];
if(typeof data18 === "object" && data18 !== null && !Array.isArray(data18)){
for(const key3 in data18){
if(!((((key3 === "scheme") || (key3 === "header")) || (key3 === "query")) || (key3 === "cookie"))){
(vErrors ??= []).push({path:"/credentials/" + i2+"/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys scheme, header, query, cookie",about:"key"});
errors++;
}
}
let data19 = data18.scheme;
if(data19 !== undefined){
if(typeof data19 !== "string"){
(vErrors ??= []).push({path:"/credentials/" + i2+"/scheme",expected:"string"});
errors++;
}
}
let data20 = data18.header;
if(data20 !== undefined){
if(typeof data20 !== "string"){
(vErrors ??= []).push({path:"/credentials/" + i2+"/header",expected:"string"});
errors++;
}
}
let data21 = data18.query;
if(data21 !== undefined){
if(typeof data21 !== "string"){
(vErrors ??= []).push({path:"/credentials/" + i2+"/query",expected:"string"});
errors++;
}
}
let data22 = data18.cookie;
if(data22 !== undefined){
if(typeof data22 !== "string"){
(vErrors ??= []).push({path:"/credentials/" + i2+"/cookie",expected:"string"});
errors++;
}
}
}
else {
(vErrors ??= []).push({path:"/credentials/" + i2,expected:"object"});
errors++;
}
}
}
else {
(vErrors ??= []).push({path:"/credentials",expected:"array"});
errors++;
}
}
let data23 = data.rateLimit;
if(data23 !== undefined){
if((!(typeof data23 === "object" && data23 !== null && !Array.isArray(data23))) && (data23 !== null)){
(vErrors ??= []).push({path:"/rateLimit",expected:"object or null"});
errors++;
}
if(typeof data23 === "object" && data23 !== null && !Array.isArray(data23)){
for(const key4 in data23){
if(!((((((((key4 === "limits") || (key4 === "windowSeconds")) || (key4 === "resetJitterSeconds")) || (key4 === "refusal")) || (key4 === "secondary")) || (key4 === "notModifiedCost")) || (key4 === "headers")) || (key4 === "overview"))){
(vErrors ??= []).push({path:"/rateLimit"+"/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys limits, windowSeconds, resetJitterSeconds, refusal, secondary, notModifiedCost, headers, overview",about:"key"});
errors++;
}
}
let data24 = data23.limits;
if(data24 !== undefined){
if(typeof data24 === "object" && data24 !== null && !Array.isArray(data24)){
for(const key5 in data24){
const _errs53 = errors;
if(typeof key5 === "string"){
if(!pattern4.test(key5)){
(vErrors ??= []).push({path:"/rateLimit/limits"+"/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"alias, like \"anonymous\"",about:"key"});
errors++;
}
}
else {
(vErrors ??= []).push({path:"/rateLimit/limits"+"/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"string",about:"key"});
errors++;
}
var valid11 = _errs53 === errors;
if(!valid11){
}
}
for(const key6 in data24){
let data25 = data24[key6];
if(!(Number.isInteger(data25))){
(vErrors ??= []).push({path:"/rateLimit/limits/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"integer"});
errors++;
}
else {
if(data25 < 0){
(vErrors ??= []).push({path:"/rateLimit/limits/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"at least 0"});
errors++;
}
}
}
}
else {
(vErrors ??= []).push({path:"/rateLimit/limits",expected:"object"});
errors++;
}
}
let data26 = data23.windowSeconds;
if(data26 !== undefined){
if(!(Number.isInteger(data26))){
(vErrors ??= []).push({path:"/rateLimit/windowSeconds",expected:"integer"});
errors++;
}
else {
if(data26 < 1){
(vErrors ??= []).push({path:"/rateLimit/windowSeconds",expected:"at least 1"});
errors++;
}
}
}
let data27 = data23.resetJitterSeconds;
if(data27 !== undefined){
if(!(Number.isInteger(data27))){
(vErrors ??= []).push({path:"/rateLimit/resetJitterSeconds",expected:"integer"});
errors++;
}
else {
if(data27 < 0){
(vErrors ??= []).push({path:"/rateLimit/resetJitterSeconds",expected:"at least 0"});
errors++;
}
}
}
let data28 = data23.refusal;
if(data28 !== undefined){
if(typeof data28 === "object" && data28 !== null && !Array.isArray(data28)){
for(const key7 in data28){
if(!((key7 === "status") || (key7 === "retryAfter"))){
(vErrors ??= []).push({path:"/rateLimit/refusal"+"/" + key7.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys status, retryAfter",about:"key"});
errors++;
}
}
let data29 = data28.status;
if(data29 !== undefined){
if(!((data29 === 403) || (data29 === 429))){
(vErrors ??= []).push({path:"/rateLimit/refusal/status",expected:"403 or 429"});
errors++;
}
}
let data30 = data28.retryAfter;
if(data30 !== undefined){
if(typeof data30 !== "boolean"){
(vErrors ??= []).push({path:"/rateLimit/refusal/retryAfter",expected:"boolean"});
errors++;
}
}
}
else {
(vErrors ??= []).push({path:"/rateLimit/refusal",expected:"object"});
errors++;
}
}
let data31 = data23.secondary;
if(data31 !== undefined){
if((!(typeof data31 === "object" && data31 !== null && !Array.isArray(data31))) && (data31 !== null)){
(vErrors ??= []).push({path:"/rateLimit/secondary",expected:"object or null"});
errors++;
}
if(typeof data31 === "object" && data31 !== null && !Array.isArray(data31)){
for(const key8 in data31){
if(!((((key8 === "requests") || (key8 === "seconds")) || (key8 === "status")) || (key8 === "retryAfter"))){
(vErrors ??= []).push({path:"/rateLimit/secondary"+"/" + key8.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys requests, seconds, status, retryAfter",about:"key"});
errors++;
}
}
let data32 = data31.requests;
if(!(Number.isInteger(data32))){
(vErrors ??= []).push({path:"/rateLimit/secondary/requests",expected:"integer"});
errors++;
}
else {
if(data32 < 0){
(vErrors ??= []).push({path:"/rateLimit/secondary/requests",expected:"at least 0"});
errors++;
}
}
let data33 = data31.seconds;
if(!(Number.isInteger(data33))){
(vErrors ??= []).push({path:"/rateLimit/secondary/seconds",expected:"integer"});
errors++;
}
else {
if(data33 < 1){
(vErrors ??= []).push({path:"/rateLimit/secondary/seconds",expected:"at least 1"});
errors++;
}
}
let data34 = data31.status;
if(data34 !== undefined){
if(!((data34 === 403) || (data34 === 429))){
(vErrors ??= []).push({path:"/rateLimit/secondary/status",expected:"403 or 429"});
errors++;
}
}
let data35 = data31.retryAfter;
if(data35 !== undefined){
if(typeof data35 !== "boolean"){
(vErrors ??= []).push({path:"/rateLimit/secondary/retryAfter",expected:"boolean"});
errors++;
}
}
}
}
let data36 = data23.notModifiedCost;
if(data36 !== undefined){
if(typeof data36 === "object" && data36 !== null && !Array.isArray(data36)){
for(const key9 in data36){
if(!((key9 === "anonymous") || (key9 === "token"))){
(vErrors ??= []).push({path:"/rateLimit/notModifiedCost"+"/" + key9.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys anonymous, token",about:"key"});
errors++;
}
}
let data37 = data36.anonymous;
if(data37 !== undefined){
if(!((data37 === 0) || (data37 === 1))){
(vErrors ??= []).push({path:"/rateLimit/notModifiedCost/anonymous",expected:"0 or 1"});
errors++;
}
}
let data38 = data36.token;
if(data38 !== undefined){
if(!((data38 === 0) || (data38 === 1))){
(vErrors ??= []).push({path:"/rateLimit/notModifiedCost/token",expected:"0 or 1"});
errors++;
}
}
}
else {
(vErrors ??= []).push({path:"/rateLimit/notModifiedCost",expected:"object"});
errors++;
}
}
let data39 = data23.headers;
if(data39 !== undefined){
if(typeof data39 === "object" && data39 !== null && !Array.isArray(data39)){
for(const key10 in data39){
if(!((((key10 === "limit") || (key10 === "remaining")) || (key10 === "reset")) || (key10 === "used"))){
(vErrors ??= []).push({path:"/rateLimit/headers"+"/" + key10.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys limit, remaining, reset, used",about:"key"});
errors++;
}
}
let data40 = data39.limit;
if(data40 !== undefined){
if(typeof data40 === "string"){
if(!pattern5.test(data40)){
(vErrors ??= []).push({path:"/rateLimit/headers/limit",expected:"text that fits ^[a-z0-9-]+$"});
errors++;
}
}
else {
(vErrors ??= []).push({path:"/rateLimit/headers/limit",expected:"string"});
errors++;
}
}
let data41 = data39.remaining;
if(data41 !== undefined){
if(typeof data41 === "string"){
if(!pattern5.test(data41)){
(vErrors ??= []).push({path:"/rateLimit/headers/remaining",expected:"text that fits ^[a-z0-9-]+$"});
errors++;
}
}
else {
(vErrors ??= []).push({path:"/rateLimit/headers/remaining",expected:"string"});
errors++;
}
}
let data42 = data39.reset;
if(data42 !== undefined){
if(typeof data42 === "string"){
if(!pattern5.test(data42)){
(vErrors ??= []).push({path:"/rateLimit/headers/reset",expected:"text that fits ^[a-z0-9-]+$"});
errors++;
}
}
else {
(vErrors ??= []).push({path:"/rateLimit/headers/reset",expected:"string"});
errors++;
}
}
let data43 = data39.used;
if(data43 !== undefined){
if(typeof data43 === "string"){
if(!pattern5.test(data43)){
(vErrors ??= []).push({path:"/rateLimit/headers/used",expected:"text that fits ^[a-z0-9-]+$"});
errors++;
}
}
else {
(vErrors ??= []).push({path:"/rateLimit/headers/used",expected:"string"});
errors++;
}
}
}
else {
(vErrors ??= []).push({path:"/rateLimit/headers",expected:"object"});
errors++;
}
}
let data44 = data23.overview;
if(data44 !== undefined){
if((!(typeof data44 === "object" && data44 !== null && !Array.isArray(data44))) && (data44 !== null)){
(vErrors ??= []).push({path:"/rateLimit/overview",expected:"object or null"});
errors++;
}
if(typeof data44 === "object" && data44 !== null && !Array.isArray(data44)){
if(data44.body === undefined){
(vErrors ??= []).push({path:"/rateLimit/overview"+"/body",expected:"a value"});
errors++;
}
for(const key11 in data44){
if(!((key11 === "path") || (key11 === "body"))){
(vErrors ??= []).push({path:"/rateLimit/overview"+"/" + key11.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys path, body",about:"key"});
errors++;
}
}
let data45 = data44.path;
if(typeof data45 === "string"){
if(!pattern2.test(data45)){
(vErrors ??= []).push({path:"/rateLimit/overview/path",expected:"text that fits ^/"});
errors++;
}
}
else {
(vErrors ??= []).push({path:"/rateLimit/overview/path",expected:"string"});
errors++;
}
}
}
}
}
let data46 = data.paging;
if(data46 !== undefined){
if((!(typeof data46 === "object" && data46 !== null && !Array.isArray(data46))) && (data46 !== null)){
(vErrors ??= []).push({path:"/paging",expected:"object or null"});
errors++;
}
if(typeof data46 === "object" && data46 !== null && !Array.isArray(data46)){
for(const key12 in data46){
if(!(((((key12 === "style") || (key12 === "page")) || (key12 === "size")) || (key12 === "default")) || (key12 === "max"))){
(vErrors ??= []).push({path:"/paging"+"/" + key12.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys style, page, size, default, max",about:"key"});
errors++;
}
}
let data47 = data46.style;
if(data47 !== undefined){
if("page" !== data47){
(vErrors ??= []).push({path:"/paging/style",expected:"\"page\""});
errors++;
}
}
let data48 = data46.page;
if(typeof data48 !== "string"){
(vErrors ??= []).push({path:"/paging/page",expected:"string"});
errors++;
}
let data49 = data46.size;
if(typeof data49 !== "string"){
(vErrors ??= []).push({path:"/paging/size",expected:"string"});
errors++;
}
let data50 = data46.default;
if(data50 !== undefined){
if(!(Number.isInteger(data50))){
(vErrors ??= []).push({path:"/paging/default",expected:"integer"});
errors++;
}
else {
if(data50 < 1){
(vErrors ??= []).push({path:"/paging/default",expected:"at least 1"});
errors++;
}
}
}
let data51 = data46.max;
if(data51 !== undefined){
if(!(Number.isInteger(data51))){
(vErrors ??= []).push({path:"/paging/max",expected:"integer"});
errors++;
}
else {
if(data51 < 1){
(vErrors ??= []).push({path:"/paging/max",expected:"at least 1"});
errors++;
}
}
}
}
}
let data52 = data.errors;
if(data52 !== undefined){
if(typeof data52 === "object" && data52 !== null && !Array.isArray(data52)){
for(const key13 in data52){
if(!((((((((key13 === "unauthenticated") || (key13 === "badCredentials")) || (key13 === "notFound")) || (key13 === "methodNotAllowed")) || (key13 === "unknownValue")) || (key13 === "rangeNotSatisfiable")) || (key13 === "rateLimited")) || (key13 === "secondaryLimited"))){
(vErrors ??= []).push({path:"/errors"+"/" + key13.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys unauthenticated, badCredentials, notFound, methodNotAllowed, unknownValue, rangeNotSatisfiable, rateLimited, secondaryLimited",about:"key"});
errors++;
}
}
let data53 = data52.unauthenticated;
if(data53 !== undefined){
if((!(typeof data53 === "object" && data53 !== null && !Array.isArray(data53))) && (data53 !== null)){
(vErrors ??= []).push({path:"/errors/unauthenticated",expected:"object or null"});
errors++;
}
if(typeof data53 === "object" && data53 !== null && !Array.isArray(data53)){
for(const key14 in data53){
if(!(((key14 === "status") || (key14 === "headers")) || (key14 === "body"))){
(vErrors ??= []).push({path:"/errors/unauthenticated"+"/" + key14.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys status, headers, body",about:"key"});
errors++;
}
}
let data54 = data53.status;
if(!(Number.isInteger(data54))){
(vErrors ??= []).push({path:"/errors/unauthenticated/status",expected:"integer"});
errors++;
}
else {
if(data54 > 599){
(vErrors ??= []).push({path:"/errors/unauthenticated/status",expected:"at most 599"});
errors++;
}
if(data54 < 100){
(vErrors ??= []).push({path:"/errors/unauthenticated/status",expected:"at least 100"});
errors++;
}
}
let data55 = data53.headers;
if(data55 !== undefined){
if(typeof data55 === "object" && data55 !== null && !Array.isArray(data55)){
for(const key15 in data55){
let data56 = data55[key15];
if(typeof data56 !== "string"){
(vErrors ??= []).push({path:"/errors/unauthenticated/headers/" + key15.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"string"});
errors++;
}
}
}
else {
(vErrors ??= []).push({path:"/errors/unauthenticated/headers",expected:"object"});
errors++;
}
}
}
}
let data57 = data52.badCredentials;
if(data57 !== undefined){
if((!(typeof data57 === "object" && data57 !== null && !Array.isArray(data57))) && (data57 !== null)){
(vErrors ??= []).push({path:"/errors/badCredentials",expected:"object or null"});
errors++;
}
if(typeof data57 === "object" && data57 !== null && !Array.isArray(data57)){
for(const key16 in data57){
if(!(((key16 === "status") || (key16 === "headers")) || (key16 === "body"))){
(vErrors ??= []).push({path:"/errors/badCredentials"+"/" + key16.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys status, headers, body",about:"key"});
errors++;
}
}
let data58 = data57.status;
if(!(Number.isInteger(data58))){
(vErrors ??= []).push({path:"/errors/badCredentials/status",expected:"integer"});
errors++;
}
else {
if(data58 > 599){
(vErrors ??= []).push({path:"/errors/badCredentials/status",expected:"at most 599"});
errors++;
}
if(data58 < 100){
(vErrors ??= []).push({path:"/errors/badCredentials/status",expected:"at least 100"});
errors++;
}
}
let data59 = data57.headers;
if(data59 !== undefined){
if(typeof data59 === "object" && data59 !== null && !Array.isArray(data59)){
for(const key17 in data59){
let data60 = data59[key17];
if(typeof data60 !== "string"){
(vErrors ??= []).push({path:"/errors/badCredentials/headers/" + key17.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"string"});
errors++;
}
}
}
else {
(vErrors ??= []).push({path:"/errors/badCredentials/headers",expected:"object"});
errors++;
}
}
}
}
let data61 = data52.notFound;
if(data61 !== undefined){
if((!(typeof data61 === "object" && data61 !== null && !Array.isArray(data61))) && (data61 !== null)){
(vErrors ??= []).push({path:"/errors/notFound",expected:"object or null"});
errors++;
}
if(typeof data61 === "object" && data61 !== null && !Array.isArray(data61)){
for(const key18 in data61){
if(!(((key18 === "status") || (key18 === "headers")) || (key18 === "body"))){
(vErrors ??= []).push({path:"/errors/notFound"+"/" + key18.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys status, headers, body",about:"key"});
errors++;
}
}
let data62 = data61.status;
if(!(Number.isInteger(data62))){
(vErrors ??= []).push({path:"/errors/notFound/status",expected:"integer"});
errors++;
}
else {
if(data62 > 599){
(vErrors ??= []).push({path:"/errors/notFound/status",expected:"at most 599"});
errors++;
}
if(data62 < 100){
(vErrors ??= []).push({path:"/errors/notFound/status",expected:"at least 100"});
errors++;
}
}
let data63 = data61.headers;
if(data63 !== undefined){
if(typeof data63 === "object" && data63 !== null && !Array.isArray(data63)){
for(const key19 in data63){
let data64 = data63[key19];
if(typeof data64 !== "string"){
(vErrors ??= []).push({path:"/errors/notFound/headers/" + key19.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"string"});
errors++;
}
}
}
else {
(vErrors ??= []).push({path:"/errors/notFound/headers",expected:"object"});
errors++;
}
}
}
}
let data65 = data52.methodNotAllowed;
if(data65 !== undefined){
if((!(typeof data65 === "object" && data65 !== null && !Array.isArray(data65))) && (data65 !== null)){
(vErrors ??= []).push({path:"/errors/methodNotAllowed",expected:"object or null"});
errors++;
}
if(typeof data65 === "object" && data65 !== null && !Array.isArray(data65)){
for(const key20 in data65){
if(!(((key20 === "status") || (key20 === "headers")) || (key20 === "body"))){
(vErrors ??= []).push({path:"/errors/methodNotAllowed"+"/" + key20.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys status, headers, body",about:"key"});
errors++;
}
}
let data66 = data65.status;
if(!(Number.isInteger(data66))){
(vErrors ??= []).push({path:"/errors/methodNotAllowed/status",expected:"integer"});
errors++;
}
else {
if(data66 > 599){
(vErrors ??= []).push({path:"/errors/methodNotAllowed/status",expected:"at most 599"});
errors++;
}
if(data66 < 100){
(vErrors ??= []).push({path:"/errors/methodNotAllowed/status",expected:"at least 100"});
errors++;
}
}
let data67 = data65.headers;
if(data67 !== undefined){
if(typeof data67 === "object" && data67 !== null && !Array.isArray(data67)){
for(const key21 in data67){
let data68 = data67[key21];
if(typeof data68 !== "string"){
(vErrors ??= []).push({path:"/errors/methodNotAllowed/headers/" + key21.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"string"});
errors++;
}
}
}
else {
(vErrors ??= []).push({path:"/errors/methodNotAllowed/headers",expected:"object"});
errors++;
}
}
}
}
let data69 = data52.unknownValue;
if(data69 !== undefined){
if((!(typeof data69 === "object" && data69 !== null && !Array.isArray(data69))) && (data69 !== null)){
(vErrors ??= []).push({path:"/errors/unknownValue",expected:"object or null"});
errors++;
}
if(typeof data69 === "object" && data69 !== null && !Array.isArray(data69)){
for(const key22 in data69){
if(!(((key22 === "status") || (key22 === "headers")) || (key22 === "body"))){
(vErrors ??= []).push({path:"/errors/unknownValue"+"/" + key22.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys status, headers, body",about:"key"});
errors++;
}
}
let data70 = data69.status;
if(!(Number.isInteger(data70))){
(vErrors ??= []).push({path:"/errors/unknownValue/status",expected:"integer"});
errors++;
}
else {
if(data70 > 599){
(vErrors ??= []).push({path:"/errors/unknownValue/status",expected:"at most 599"});
errors++;
}
if(data70 < 100){
(vErrors ??= []).push({path:"/errors/unknownValue/status",expected:"at least 100"});
errors++;
}
}
let data71 = data69.headers;
if(data71 !== undefined){
if(typeof data71 === "object" && data71 !== null && !Array.isArray(data71)){
for(const key23 in data71){
let data72 = data71[key23];
if(typeof data72 !== "string"){
(vErrors ??= []).push({path:"/errors/unknownValue/headers/" + key23.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"string"});
errors++;
}
}
}
else {
(vErrors ??= []).push({path:"/errors/unknownValue/headers",expected:"object"});
errors++;
}
}
}
}
let data73 = data52.rangeNotSatisfiable;
if(data73 !== undefined){
if((!(typeof data73 === "object" && data73 !== null && !Array.isArray(data73))) && (data73 !== null)){
(vErrors ??= []).push({path:"/errors/rangeNotSatisfiable",expected:"object or null"});
errors++;
}
if(typeof data73 === "object" && data73 !== null && !Array.isArray(data73)){
for(const key24 in data73){
if(!(((key24 === "status") || (key24 === "headers")) || (key24 === "body"))){
(vErrors ??= []).push({path:"/errors/rangeNotSatisfiable"+"/" + key24.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys status, headers, body",about:"key"});
errors++;
}
}
let data74 = data73.status;
if(!(Number.isInteger(data74))){
(vErrors ??= []).push({path:"/errors/rangeNotSatisfiable/status",expected:"integer"});
errors++;
}
else {
if(data74 > 599){
(vErrors ??= []).push({path:"/errors/rangeNotSatisfiable/status",expected:"at most 599"});
errors++;
}
if(data74 < 100){
(vErrors ??= []).push({path:"/errors/rangeNotSatisfiable/status",expected:"at least 100"});
errors++;
}
}
let data75 = data73.headers;
if(data75 !== undefined){
if(typeof data75 === "object" && data75 !== null && !Array.isArray(data75)){
for(const key25 in data75){
let data76 = data75[key25];
if(typeof data76 !== "string"){
(vErrors ??= []).push({path:"/errors/rangeNotSatisfiable/headers/" + key25.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"string"});
errors++;
}
}
}
else {
(vErrors ??= []).push({path:"/errors/rangeNotSatisfiable/headers",expected:"object"});
errors++;
}
}
}
}
let data77 = data52.rateLimited;
if(data77 !== undefined){
if((!(typeof data77 === "object" && data77 !== null && !Array.isArray(data77))) && (data77 !== null)){
(vErrors ??= []).push({path:"/errors/rateLimited",expected:"object or null"});
errors++;
}
if(typeof data77 === "object" && data77 !== null && !Array.isArray(data77)){
for(const key26 in data77){
if(!(((key26 === "status") || (key26 === "headers")) || (key26 === "body"))){
(vErrors ??= []).push({path:"/errors/rateLimited"+"/" + key26.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys status, headers, body",about:"key"});
errors++;
}
}
let data78 = data77.status;
if(!(Number.isInteger(data78))){
(vErrors ??= []).push({path:"/errors/rateLimited/status",expected:"integer"});
errors++;
}
else {
if(data78 > 599){
(vErrors ??= []).push({path:"/errors/rateLimited/status",expected:"at most 599"});
errors++;
}
if(data78 < 100){
(vErrors ??= []).push({path:"/errors/rateLimited/status",expected:"at least 100"});
errors++;
}
}
let data79 = data77.headers;
if(data79 !== undefined){
if(typeof data79 === "object" && data79 !== null && !Array.isArray(data79)){
for(const key27 in data79){
let data80 = data79[key27];
if(typeof data80 !== "string"){
(vErrors ??= []).push({path:"/errors/rateLimited/headers/" + key27.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"string"});
errors++;
}
}
}
else {
(vErrors ??= []).push({path:"/errors/rateLimited/headers",expected:"object"});
errors++;
}
}
}
}
let data81 = data52.secondaryLimited;
if(data81 !== undefined){
if((!(typeof data81 === "object" && data81 !== null && !Array.isArray(data81))) && (data81 !== null)){
(vErrors ??= []).push({path:"/errors/secondaryLimited",expected:"object or null"});
errors++;
}
if(typeof data81 === "object" && data81 !== null && !Array.isArray(data81)){
for(const key28 in data81){
if(!(((key28 === "status") || (key28 === "headers")) || (key28 === "body"))){
(vErrors ??= []).push({path:"/errors/secondaryLimited"+"/" + key28.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys status, headers, body",about:"key"});
errors++;
}
}
let data82 = data81.status;
if(!(Number.isInteger(data82))){
(vErrors ??= []).push({path:"/errors/secondaryLimited/status",expected:"integer"});
errors++;
}
else {
if(data82 > 599){
(vErrors ??= []).push({path:"/errors/secondaryLimited/status",expected:"at most 599"});
errors++;
}
if(data82 < 100){
(vErrors ??= []).push({path:"/errors/secondaryLimited/status",expected:"at least 100"});
errors++;
}
}
let data83 = data81.headers;
if(data83 !== undefined){
if(typeof data83 === "object" && data83 !== null && !Array.isArray(data83)){
for(const key29 in data83){
let data84 = data83[key29];
if(typeof data84 !== "string"){
(vErrors ??= []).push({path:"/errors/secondaryLimited/headers/" + key29.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"string"});
errors++;
}
}
}
else {
(vErrors ??= []).push({path:"/errors/secondaryLimited/headers",expected:"object"});
errors++;
}
}
}
}
}
else {
(vErrors ??= []).push({path:"/errors",expected:"object"});
errors++;
}
}
let data85 = data.headers;
if(data85 !== undefined){
if(typeof data85 === "object" && data85 !== null && !Array.isArray(data85)){
for(const key30 in data85){
let data86 = data85[key30];
if((typeof data86 !== "string") && (data86 !== null)){
(vErrors ??= []).push({path:"/headers/" + key30.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"string or null"});
errors++;
}
}
}
else {
(vErrors ??= []).push({path:"/headers",expected:"object"});
errors++;
}
}
let data87 = data.preflight;
if(data87 !== undefined){
if((!(typeof data87 === "object" && data87 !== null && !Array.isArray(data87))) && (data87 !== null)){
(vErrors ??= []).push({path:"/preflight",expected:"object or null"});
errors++;
}
if(typeof data87 === "object" && data87 !== null && !Array.isArray(data87)){
for(const key31 in data87){
if(!(((key31 === "methods") || (key31 === "headers")) || (key31 === "maxAgeSeconds"))){
(vErrors ??= []).push({path:"/preflight"+"/" + key31.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys methods, headers, maxAgeSeconds",about:"key"});
errors++;
}
}
let data88 = data87.methods;
if(data88 !== undefined){
if(Array.isArray(data88)){
const len3 = data88.length;
for(let i3=0; i3<len3; i3++){
let data89 = data88[i3];
if(typeof data89 !== "string"){
(vErrors ??= []).push({path:"/preflight/methods/" + i3,expected:"string"});
errors++;
}
}
}
else {
(vErrors ??= []).push({path:"/preflight/methods",expected:"array"});
errors++;
}
}
let data90 = data87.headers;
if(data90 !== undefined){
if(typeof data90 !== "string"){
(vErrors ??= []).push({path:"/preflight/headers",expected:"string"});
errors++;
}
}
let data91 = data87.maxAgeSeconds;
if(data91 !== undefined){
if(!(Number.isInteger(data91))){
(vErrors ??= []).push({path:"/preflight/maxAgeSeconds",expected:"integer"});
errors++;
}
else {
if(data91 < 0){
(vErrors ??= []).push({path:"/preflight/maxAgeSeconds",expected:"at least 0"});
errors++;
}
}
}
}
}
let data92 = data.requestId;
if(data92 !== undefined){
if((!(typeof data92 === "object" && data92 !== null && !Array.isArray(data92))) && (data92 !== null)){
(vErrors ??= []).push({path:"/requestId",expected:"object or null"});
errors++;
}
if(typeof data92 === "object" && data92 !== null && !Array.isArray(data92)){
for(const key32 in data92){
if(!((key32 === "header") || (key32 === "value"))){
(vErrors ??= []).push({path:"/requestId"+"/" + key32.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys header, value",about:"key"});
errors++;
}
}
let data93 = data92.header;
if(typeof data93 !== "string"){
(vErrors ??= []).push({path:"/requestId/header",expected:"string"});
errors++;
}
let data94 = data92.value;
if(typeof data94 !== "string"){
(vErrors ??= []).push({path:"/requestId/value",expected:"string"});
errors++;
}
}
}
let data95 = data.privateWithCredential;
if(data95 !== undefined){
if(typeof data95 !== "boolean"){
(vErrors ??= []).push({path:"/privateWithCredential",expected:"boolean"});
errors++;
}
}
let data96 = data.match;
if(data96 !== undefined){
if(Array.isArray(data96)){
const len4 = data96.length;
for(let i4=0; i4<len4; i4++){
let data97 = data96[i4];
if(typeof data97 === "object" && data97 !== null && !Array.isArray(data97)){
for(const key33 in data97){
if(!((key33 === "path") || (key33 === "ignore"))){
(vErrors ??= []).push({path:"/match/" + i4+"/" + key33.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys path, ignore",about:"key"});
errors++;
}
}
let data98 = data97.path;
if(typeof data98 === "string"){
if(!pattern2.test(data98)){
(vErrors ??= []).push({path:"/match/" + i4+"/path",expected:"text that fits ^/"});
errors++;
}
}
else {
(vErrors ??= []).push({path:"/match/" + i4+"/path",expected:"string"});
errors++;
}
let data99 = data97.ignore;
if(Array.isArray(data99)){
const len5 = data99.length;
for(let i5=0; i5<len5; i5++){
let data100 = data99[i5];
if(typeof data100 !== "string"){
(vErrors ??= []).push({path:"/match/" + i4+"/ignore/" + i5,expected:"string"});
errors++;
}
}
}
else {
(vErrors ??= []).push({path:"/match/" + i4+"/ignore",expected:"array"});
errors++;
}
}
else {
(vErrors ??= []).push({path:"/match/" + i4,expected:"object"});
errors++;
}
}
}
else {
(vErrors ??= []).push({path:"/match",expected:"array"});
errors++;
}
}
let data101 = data.redact;
if(data101 !== undefined){
if(!(typeof data101 === "object" && data101 !== null && !Array.isArray(data101))){
(vErrors ??= []).push({path:"/redact",expected:"object"});
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