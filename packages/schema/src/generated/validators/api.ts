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

const schema11 = { properties: { "$schema": 1, "name": 1, "extends": 1, "origins": 1, "openapi": 1, "operations": 1, "base": 1, "prefixes": 1, "slashes": 1, "credentials": 1, "rateLimits": 1, "rateLimit": 1, "paging": 1, "errors": 1, "headers": 1, "preflight": 1, "requestId": 1, "privateWithCredential": 1, "match": 1, "redact": 1 } };
const func2 = Object.prototype.hasOwnProperty;
const pattern0 = new RegExp("^https?://[^/?#\\s]+$", "u");
const pattern1 = new RegExp("^[A-Za-z]+$", "u");
const pattern2 = new RegExp("^/", "u");
const pattern3 = new RegExp("^/[^?#\\s]*[^/?#\\s]$", "u");
const pattern5 = new RegExp("^[A-Za-z][A-Za-z0-9_-]{0,31}$", "u");
const pattern6 = new RegExp("^[a-z0-9-]+$", "u");
const pattern11 = new RegExp("^/[^?#\\s{}]{0,299}$", "u");
const pattern12 = new RegExp("^(query|body|body:generated|path\\.[1-9]\\d{0,2}|(query|header|cookie)\\..+|body:/.*)$", "u");
function validate10(data){
let vErrors = null;
let errors = 0;
if(typeof data === "object" && data !== null && !Array.isArray(data)){
for(const key0 in data){
if(!(func2.call(schema11.properties, key0))){
(vErrors ??= []).push({path:"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys $schema, name, extends, origins, openapi, operations, base, prefixes, slashes, credentials, rateLimits, rateLimit, paging, errors, headers, preflight, requestId, privateWithCredential, match, redact",about:"key"});
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
(vErrors ??= []).push({path:"/origins/" + i0,expected:"text that fits ^https?://[^/?#\\s]+$, like \"https://orders.example\""});
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
let data14 = data.base;
if(data14 !== undefined){
if(typeof data14 === "string"){
if(!pattern3.test(data14)){
(vErrors ??= []).push({path:"/base",expected:"text that fits ^/[^?#\\s]*[^/?#\\s]$"});
errors++;
}
}
else {
(vErrors ??= []).push({path:"/base",expected:"string"});
errors++;
}
}
let data15 = data.prefixes;
if(data15 !== undefined){
if(Array.isArray(data15)){
const len1 = data15.length;
for(let i1=0; i1<len1; i1++){
let data16 = data15[i1];
if(typeof data16 === "string"){
if(!pattern3.test(data16)){
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
let data17 = data.slashes;
if(data17 !== undefined){
if(!((data17 === "exact") || (data17 === "lenient"))){
(vErrors ??= []).push({path:"/slashes",expected:"\"exact\" or \"lenient\""});
errors++;
}
}
let data18 = data.credentials;
if(data18 !== undefined){
if(Array.isArray(data18)){
const len2 = data18.length;
for(let i2=0; i2<len2; i2++){
let data19 = data18[i2];
if(typeof data19 === "object" && data19 !== null && !Array.isArray(data19)){
for(const key3 in data19){
if(!((((key3 === "scheme") || (key3 === "header")) || (key3 === "query")) || (key3 === "cookie"))){
(vErrors ??= []).push({path:"/credentials/" + i2+"/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys scheme, header, query, cookie",about:"key"});
errors++;
}
}
let data20 = data19.scheme;
if(data20 !== undefined){
if(typeof data20 !== "string"){
(vErrors ??= []).push({path:"/credentials/" + i2+"/scheme",expected:"string"});
errors++;
}
}
let data21 = data19.header;
if(data21 !== undefined){
if(typeof data21 !== "string"){
(vErrors ??= []).push({path:"/credentials/" + i2+"/header",expected:"string"});
errors++;
}
}
let data22 = data19.query;
if(data22 !== undefined){
if(typeof data22 !== "string"){
(vErrors ??= []).push({path:"/credentials/" + i2+"/query",expected:"string"});
errors++;
}
}
let data23 = data19.cookie;
if(data23 !== undefined){
if(typeof data23 !== "string"){
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
let data24 = data.rateLimits;
if(data24 !== undefined){
if(!(typeof data24 === "object" && data24 !== null && !Array.isArray(data24))){
(vErrors ??= []).push({path:"/rateLimits",expected:"object"});
errors++;
}
}
let data25 = data.rateLimit;
if(data25 !== undefined){
if((!(typeof data25 === "object" && data25 !== null && !Array.isArray(data25))) && (data25 !== null)){
(vErrors ??= []).push({path:"/rateLimit",expected:"object or null"});
errors++;
}
if(typeof data25 === "object" && data25 !== null && !Array.isArray(data25)){
for(const key4 in data25){
if(!((((((((key4 === "limits") || (key4 === "windowSeconds")) || (key4 === "resetJitterSeconds")) || (key4 === "refusal")) || (key4 === "secondary")) || (key4 === "notModifiedCost")) || (key4 === "headers")) || (key4 === "overview"))){
(vErrors ??= []).push({path:"/rateLimit"+"/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys limits, windowSeconds, resetJitterSeconds, refusal, secondary, notModifiedCost, headers, overview",about:"key"});
errors++;
}
}
let data26 = data25.limits;
if(data26 !== undefined){
if(typeof data26 === "object" && data26 !== null && !Array.isArray(data26)){
for(const key5 in data26){
const _errs57 = errors;
if(typeof key5 === "string"){
if(!pattern5.test(key5)){
(vErrors ??= []).push({path:"/rateLimit/limits"+"/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"alias, like \"anonymous\"",about:"key"});
errors++;
}
}
else {
(vErrors ??= []).push({path:"/rateLimit/limits"+"/" + key5.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"string",about:"key"});
errors++;
}
var valid11 = _errs57 === errors;
if(!valid11){
}
}
for(const key6 in data26){
let data27 = data26[key6];
if(!(Number.isInteger(data27))){
(vErrors ??= []).push({path:"/rateLimit/limits/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"integer"});
errors++;
}
else {
if(data27 < 0){
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
let data28 = data25.windowSeconds;
if(data28 !== undefined){
if(!(Number.isInteger(data28))){
(vErrors ??= []).push({path:"/rateLimit/windowSeconds",expected:"integer"});
errors++;
}
else {
if(data28 < 1){
(vErrors ??= []).push({path:"/rateLimit/windowSeconds",expected:"at least 1"});
errors++;
}
}
}
let data29 = data25.resetJitterSeconds;
if(data29 !== undefined){
if(!(Number.isInteger(data29))){
(vErrors ??= []).push({path:"/rateLimit/resetJitterSeconds",expected:"integer"});
errors++;
}
else {
if(data29 < 0){
(vErrors ??= []).push({path:"/rateLimit/resetJitterSeconds",expected:"at least 0"});
errors++;
}
}
}
let data30 = data25.refusal;
if(data30 !== undefined){
if(typeof data30 === "object" && data30 !== null && !Array.isArray(data30)){
for(const key7 in data30){
if(!((key7 === "status") || (key7 === "retryAfter"))){
(vErrors ??= []).push({path:"/rateLimit/refusal"+"/" + key7.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys status, retryAfter",about:"key"});
errors++;
}
}
let data31 = data30.status;
if(data31 !== undefined){
if(!((data31 === 403) || (data31 === 429))){
(vErrors ??= []).push({path:"/rateLimit/refusal/status",expected:"403 or 429"});
errors++;
}
}
let data32 = data30.retryAfter;
if(data32 !== undefined){
if(typeof data32 !== "boolean"){
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
let data33 = data25.secondary;
if(data33 !== undefined){
if((!(typeof data33 === "object" && data33 !== null && !Array.isArray(data33))) && (data33 !== null)){
(vErrors ??= []).push({path:"/rateLimit/secondary",expected:"object or null"});
errors++;
}
if(typeof data33 === "object" && data33 !== null && !Array.isArray(data33)){
for(const key8 in data33){
if(!((((key8 === "requests") || (key8 === "seconds")) || (key8 === "status")) || (key8 === "retryAfter"))){
(vErrors ??= []).push({path:"/rateLimit/secondary"+"/" + key8.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys requests, seconds, status, retryAfter",about:"key"});
errors++;
}
}
let data34 = data33.requests;
if(!(Number.isInteger(data34))){
(vErrors ??= []).push({path:"/rateLimit/secondary/requests",expected:"integer"});
errors++;
}
else {
if(data34 < 0){
(vErrors ??= []).push({path:"/rateLimit/secondary/requests",expected:"at least 0"});
errors++;
}
}
let data35 = data33.seconds;
if(!(Number.isInteger(data35))){
(vErrors ??= []).push({path:"/rateLimit/secondary/seconds",expected:"integer"});
errors++;
}
else {
if(data35 < 1){
(vErrors ??= []).push({path:"/rateLimit/secondary/seconds",expected:"at least 1"});
errors++;
}
}
let data36 = data33.status;
if(data36 !== undefined){
if(!((data36 === 403) || (data36 === 429))){
(vErrors ??= []).push({path:"/rateLimit/secondary/status",expected:"403 or 429"});
errors++;
}
}
let data37 = data33.retryAfter;
if(data37 !== undefined){
if(typeof data37 !== "boolean"){
(vErrors ??= []).push({path:"/rateLimit/secondary/retryAfter",expected:"boolean"});
errors++;
}
}
}
}
let data38 = data25.notModifiedCost;
if(data38 !== undefined){
if(typeof data38 === "object" && data38 !== null && !Array.isArray(data38)){
for(const key9 in data38){
if(!((key9 === "anonymous") || (key9 === "token"))){
(vErrors ??= []).push({path:"/rateLimit/notModifiedCost"+"/" + key9.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys anonymous, token",about:"key"});
errors++;
}
}
let data39 = data38.anonymous;
if(data39 !== undefined){
if(!((data39 === 0) || (data39 === 1))){
(vErrors ??= []).push({path:"/rateLimit/notModifiedCost/anonymous",expected:"0 or 1"});
errors++;
}
}
let data40 = data38.token;
if(data40 !== undefined){
if(!((data40 === 0) || (data40 === 1))){
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
let data41 = data25.headers;
if(data41 !== undefined){
if(typeof data41 === "object" && data41 !== null && !Array.isArray(data41)){
for(const key10 in data41){
if(!((((key10 === "limit") || (key10 === "remaining")) || (key10 === "reset")) || (key10 === "used"))){
(vErrors ??= []).push({path:"/rateLimit/headers"+"/" + key10.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys limit, remaining, reset, used",about:"key"});
errors++;
}
}
let data42 = data41.limit;
if(data42 !== undefined){
if(typeof data42 === "string"){
if(!pattern6.test(data42)){
(vErrors ??= []).push({path:"/rateLimit/headers/limit",expected:"text that fits ^[a-z0-9-]+$"});
errors++;
}
}
else {
(vErrors ??= []).push({path:"/rateLimit/headers/limit",expected:"string"});
errors++;
}
}
let data43 = data41.remaining;
if(data43 !== undefined){
if(typeof data43 === "string"){
if(!pattern6.test(data43)){
(vErrors ??= []).push({path:"/rateLimit/headers/remaining",expected:"text that fits ^[a-z0-9-]+$"});
errors++;
}
}
else {
(vErrors ??= []).push({path:"/rateLimit/headers/remaining",expected:"string"});
errors++;
}
}
let data44 = data41.reset;
if(data44 !== undefined){
if(typeof data44 === "string"){
if(!pattern6.test(data44)){
(vErrors ??= []).push({path:"/rateLimit/headers/reset",expected:"text that fits ^[a-z0-9-]+$"});
errors++;
}
}
else {
(vErrors ??= []).push({path:"/rateLimit/headers/reset",expected:"string"});
errors++;
}
}
let data45 = data41.used;
if(data45 !== undefined){
if(typeof data45 === "string"){
if(!pattern6.test(data45)){
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
let data46 = data25.overview;
if(data46 !== undefined){
if((!(typeof data46 === "object" && data46 !== null && !Array.isArray(data46))) && (data46 !== null)){
(vErrors ??= []).push({path:"/rateLimit/overview",expected:"object or null"});
errors++;
}
if(typeof data46 === "object" && data46 !== null && !Array.isArray(data46)){
for(const key11 in data46){
if(!(key11 === "path")){
(vErrors ??= []).push({path:"/rateLimit/overview"+"/" + key11.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys path",about:"key"});
errors++;
}
}
let data47 = data46.path;
if(typeof data47 === "string"){
if(!pattern2.test(data47)){
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
let data48 = data.paging;
if(data48 !== undefined){
if((!(typeof data48 === "object" && data48 !== null && !Array.isArray(data48))) && (data48 !== null)){
(vErrors ??= []).push({path:"/paging",expected:"object or null"});
errors++;
}
if(typeof data48 === "object" && data48 !== null && !Array.isArray(data48)){
for(const key12 in data48){
if(!(((((key12 === "style") || (key12 === "page")) || (key12 === "size")) || (key12 === "default")) || (key12 === "max"))){
(vErrors ??= []).push({path:"/paging"+"/" + key12.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys style, page, size, default, max",about:"key"});
errors++;
}
}
let data49 = data48.style;
if(data49 !== undefined){
if("page" !== data49){
(vErrors ??= []).push({path:"/paging/style",expected:"\"page\""});
errors++;
}
}
let data50 = data48.page;
if(typeof data50 !== "string"){
(vErrors ??= []).push({path:"/paging/page",expected:"string"});
errors++;
}
let data51 = data48.size;
if(typeof data51 !== "string"){
(vErrors ??= []).push({path:"/paging/size",expected:"string"});
errors++;
}
let data52 = data48.default;
if(data52 !== undefined){
if(!(Number.isInteger(data52))){
(vErrors ??= []).push({path:"/paging/default",expected:"integer"});
errors++;
}
else {
if(data52 < 1){
(vErrors ??= []).push({path:"/paging/default",expected:"at least 1"});
errors++;
}
}
}
let data53 = data48.max;
if(data53 !== undefined){
if(!(Number.isInteger(data53))){
(vErrors ??= []).push({path:"/paging/max",expected:"integer"});
errors++;
}
else {
if(data53 < 1){
(vErrors ??= []).push({path:"/paging/max",expected:"at least 1"});
errors++;
}
}
}
}
}
let data54 = data.errors;
if(data54 !== undefined){
if(typeof data54 === "object" && data54 !== null && !Array.isArray(data54)){
for(const key13 in data54){
if(!((((((((key13 === "unauthenticated") || (key13 === "badCredentials")) || (key13 === "notFound")) || (key13 === "methodNotAllowed")) || (key13 === "unknownValue")) || (key13 === "rangeNotSatisfiable")) || (key13 === "rateLimited")) || (key13 === "secondaryLimited"))){
(vErrors ??= []).push({path:"/errors"+"/" + key13.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys unauthenticated, badCredentials, notFound, methodNotAllowed, unknownValue, rangeNotSatisfiable, rateLimited, secondaryLimited",about:"key"});
errors++;
}
}
let data55 = data54.unauthenticated;
if(data55 !== undefined){
if((!(typeof data55 === "object" && data55 !== null && !Array.isArray(data55))) && (data55 !== null)){
(vErrors ??= []).push({path:"/errors/unauthenticated",expected:"object or null"});
errors++;
}
if(typeof data55 === "object" && data55 !== null && !Array.isArray(data55)){
for(const key14 in data55){
if(!(((key14 === "status") || (key14 === "headers")) || (key14 === "body"))){
(vErrors ??= []).push({path:"/errors/unauthenticated"+"/" + key14.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys status, headers, body",about:"key"});
errors++;
}
}
let data56 = data55.status;
if(!(Number.isInteger(data56))){
(vErrors ??= []).push({path:"/errors/unauthenticated/status",expected:"integer"});
errors++;
}
else {
if(data56 > 599){
(vErrors ??= []).push({path:"/errors/unauthenticated/status",expected:"at most 599"});
errors++;
}
if(data56 < 100){
(vErrors ??= []).push({path:"/errors/unauthenticated/status",expected:"at least 100"});
errors++;
}
}
let data57 = data55.headers;
if(data57 !== undefined){
if(typeof data57 === "object" && data57 !== null && !Array.isArray(data57)){
for(const key15 in data57){
let data58 = data57[key15];
if(typeof data58 !== "string"){
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
let data59 = data54.badCredentials;
if(data59 !== undefined){
if((!(typeof data59 === "object" && data59 !== null && !Array.isArray(data59))) && (data59 !== null)){
(vErrors ??= []).push({path:"/errors/badCredentials",expected:"object or null"});
errors++;
}
if(typeof data59 === "object" && data59 !== null && !Array.isArray(data59)){
for(const key16 in data59){
if(!(((key16 === "status") || (key16 === "headers")) || (key16 === "body"))){
(vErrors ??= []).push({path:"/errors/badCredentials"+"/" + key16.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys status, headers, body",about:"key"});
errors++;
}
}
let data60 = data59.status;
if(!(Number.isInteger(data60))){
(vErrors ??= []).push({path:"/errors/badCredentials/status",expected:"integer"});
errors++;
}
else {
if(data60 > 599){
(vErrors ??= []).push({path:"/errors/badCredentials/status",expected:"at most 599"});
errors++;
}
if(data60 < 100){
(vErrors ??= []).push({path:"/errors/badCredentials/status",expected:"at least 100"});
errors++;
}
}
let data61 = data59.headers;
if(data61 !== undefined){
if(typeof data61 === "object" && data61 !== null && !Array.isArray(data61)){
for(const key17 in data61){
let data62 = data61[key17];
if(typeof data62 !== "string"){
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
let data63 = data54.notFound;
if(data63 !== undefined){
if((!(typeof data63 === "object" && data63 !== null && !Array.isArray(data63))) && (data63 !== null)){
(vErrors ??= []).push({path:"/errors/notFound",expected:"object or null"});
errors++;
}
if(typeof data63 === "object" && data63 !== null && !Array.isArray(data63)){
for(const key18 in data63){
if(!(((key18 === "status") || (key18 === "headers")) || (key18 === "body"))){
(vErrors ??= []).push({path:"/errors/notFound"+"/" + key18.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys status, headers, body",about:"key"});
errors++;
}
}
let data64 = data63.status;
if(!(Number.isInteger(data64))){
(vErrors ??= []).push({path:"/errors/notFound/status",expected:"integer"});
errors++;
}
else {
if(data64 > 599){
(vErrors ??= []).push({path:"/errors/notFound/status",expected:"at most 599"});
errors++;
}
if(data64 < 100){
(vErrors ??= []).push({path:"/errors/notFound/status",expected:"at least 100"});
errors++;
}
}
let data65 = data63.headers;
if(data65 !== undefined){
if(typeof data65 === "object" && data65 !== null && !Array.isArray(data65)){
for(const key19 in data65){
let data66 = data65[key19];
if(typeof data66 !== "string"){
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
let data67 = data54.methodNotAllowed;
if(data67 !== undefined){
if((!(typeof data67 === "object" && data67 !== null && !Array.isArray(data67))) && (data67 !== null)){
(vErrors ??= []).push({path:"/errors/methodNotAllowed",expected:"object or null"});
errors++;
}
if(typeof data67 === "object" && data67 !== null && !Array.isArray(data67)){
for(const key20 in data67){
if(!(((key20 === "status") || (key20 === "headers")) || (key20 === "body"))){
(vErrors ??= []).push({path:"/errors/methodNotAllowed"+"/" + key20.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys status, headers, body",about:"key"});
errors++;
}
}
let data68 = data67.status;
if(!(Number.isInteger(data68))){
(vErrors ??= []).push({path:"/errors/methodNotAllowed/status",expected:"integer"});
errors++;
}
else {
if(data68 > 599){
(vErrors ??= []).push({path:"/errors/methodNotAllowed/status",expected:"at most 599"});
errors++;
}
if(data68 < 100){
(vErrors ??= []).push({path:"/errors/methodNotAllowed/status",expected:"at least 100"});
errors++;
}
}
let data69 = data67.headers;
if(data69 !== undefined){
if(typeof data69 === "object" && data69 !== null && !Array.isArray(data69)){
for(const key21 in data69){
let data70 = data69[key21];
if(typeof data70 !== "string"){
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
let data71 = data54.unknownValue;
if(data71 !== undefined){
if((!(typeof data71 === "object" && data71 !== null && !Array.isArray(data71))) && (data71 !== null)){
(vErrors ??= []).push({path:"/errors/unknownValue",expected:"object or null"});
errors++;
}
if(typeof data71 === "object" && data71 !== null && !Array.isArray(data71)){
for(const key22 in data71){
if(!(((key22 === "status") || (key22 === "headers")) || (key22 === "body"))){
(vErrors ??= []).push({path:"/errors/unknownValue"+"/" + key22.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys status, headers, body",about:"key"});
errors++;
}
}
let data72 = data71.status;
if(!(Number.isInteger(data72))){
(vErrors ??= []).push({path:"/errors/unknownValue/status",expected:"integer"});
errors++;
}
else {
if(data72 > 599){
(vErrors ??= []).push({path:"/errors/unknownValue/status",expected:"at most 599"});
errors++;
}
if(data72 < 100){
(vErrors ??= []).push({path:"/errors/unknownValue/status",expected:"at least 100"});
errors++;
}
}
let data73 = data71.headers;
if(data73 !== undefined){
if(typeof data73 === "object" && data73 !== null && !Array.isArray(data73)){
for(const key23 in data73){
let data74 = data73[key23];
if(typeof data74 !== "string"){
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
let data75 = data54.rangeNotSatisfiable;
if(data75 !== undefined){
if((!(typeof data75 === "object" && data75 !== null && !Array.isArray(data75))) && (data75 !== null)){
(vErrors ??= []).push({path:"/errors/rangeNotSatisfiable",expected:"object or null"});
errors++;
}
if(typeof data75 === "object" && data75 !== null && !Array.isArray(data75)){
for(const key24 in data75){
if(!(((key24 === "status") || (key24 === "headers")) || (key24 === "body"))){
(vErrors ??= []).push({path:"/errors/rangeNotSatisfiable"+"/" + key24.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys status, headers, body",about:"key"});
errors++;
}
}
let data76 = data75.status;
if(!(Number.isInteger(data76))){
(vErrors ??= []).push({path:"/errors/rangeNotSatisfiable/status",expected:"integer"});
errors++;
}
else {
if(data76 > 599){
(vErrors ??= []).push({path:"/errors/rangeNotSatisfiable/status",expected:"at most 599"});
errors++;
}
if(data76 < 100){
(vErrors ??= []).push({path:"/errors/rangeNotSatisfiable/status",expected:"at least 100"});
errors++;
}
}
let data77 = data75.headers;
if(data77 !== undefined){
if(typeof data77 === "object" && data77 !== null && !Array.isArray(data77)){
for(const key25 in data77){
let data78 = data77[key25];
if(typeof data78 !== "string"){
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
let data79 = data54.rateLimited;
if(data79 !== undefined){
if((!(typeof data79 === "object" && data79 !== null && !Array.isArray(data79))) && (data79 !== null)){
(vErrors ??= []).push({path:"/errors/rateLimited",expected:"object or null"});
errors++;
}
if(typeof data79 === "object" && data79 !== null && !Array.isArray(data79)){
for(const key26 in data79){
if(!(((key26 === "status") || (key26 === "headers")) || (key26 === "body"))){
(vErrors ??= []).push({path:"/errors/rateLimited"+"/" + key26.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys status, headers, body",about:"key"});
errors++;
}
}
let data80 = data79.status;
if(!(Number.isInteger(data80))){
(vErrors ??= []).push({path:"/errors/rateLimited/status",expected:"integer"});
errors++;
}
else {
if(data80 > 599){
(vErrors ??= []).push({path:"/errors/rateLimited/status",expected:"at most 599"});
errors++;
}
if(data80 < 100){
(vErrors ??= []).push({path:"/errors/rateLimited/status",expected:"at least 100"});
errors++;
}
}
let data81 = data79.headers;
if(data81 !== undefined){
if(typeof data81 === "object" && data81 !== null && !Array.isArray(data81)){
for(const key27 in data81){
let data82 = data81[key27];
if(typeof data82 !== "string"){
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
let data83 = data54.secondaryLimited;
if(data83 !== undefined){
if((!(typeof data83 === "object" && data83 !== null && !Array.isArray(data83))) && (data83 !== null)){
(vErrors ??= []).push({path:"/errors/secondaryLimited",expected:"object or null"});
errors++;
}
if(typeof data83 === "object" && data83 !== null && !Array.isArray(data83)){
for(const key28 in data83){
if(!(((key28 === "status") || (key28 === "headers")) || (key28 === "body"))){
(vErrors ??= []).push({path:"/errors/secondaryLimited"+"/" + key28.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys status, headers, body",about:"key"});
errors++;
}
}
let data84 = data83.status;
if(!(Number.isInteger(data84))){
(vErrors ??= []).push({path:"/errors/secondaryLimited/status",expected:"integer"});
errors++;
}
else {
if(data84 > 599){
(vErrors ??= []).push({path:"/errors/secondaryLimited/status",expected:"at most 599"});
errors++;
}
if(data84 < 100){
(vErrors ??= []).push({path:"/errors/secondaryLimited/status",expected:"at least 100"});
errors++;
}
}
let data85 = data83.headers;
if(data85 !== undefined){
if(typeof data85 === "object" && data85 !== null && !Array.isArray(data85)){
for(const key29 in data85){
let data86 = data85[key29];
if(typeof data86 !== "string"){
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
let data87 = data.headers;
if(data87 !== undefined){
if(typeof data87 === "object" && data87 !== null && !Array.isArray(data87)){
for(const key30 in data87){
let data88 = data87[key30];
if((typeof data88 !== "string") && (data88 !== null)){
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
let data89 = data.preflight;
if(data89 !== undefined){
if((!(typeof data89 === "object" && data89 !== null && !Array.isArray(data89))) && (data89 !== null)){
(vErrors ??= []).push({path:"/preflight",expected:"object or null"});
errors++;
}
if(typeof data89 === "object" && data89 !== null && !Array.isArray(data89)){
for(const key31 in data89){
if(!(((key31 === "methods") || (key31 === "headers")) || (key31 === "maxAgeSeconds"))){
(vErrors ??= []).push({path:"/preflight"+"/" + key31.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys methods, headers, maxAgeSeconds",about:"key"});
errors++;
}
}
let data90 = data89.methods;
if(data90 !== undefined){
if(Array.isArray(data90)){
const len3 = data90.length;
for(let i3=0; i3<len3; i3++){
let data91 = data90[i3];
if(typeof data91 !== "string"){
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
let data92 = data89.headers;
if(data92 !== undefined){
if(typeof data92 !== "string"){
(vErrors ??= []).push({path:"/preflight/headers",expected:"string"});
errors++;
}
}
let data93 = data89.maxAgeSeconds;
if(data93 !== undefined){
if(!(Number.isInteger(data93))){
(vErrors ??= []).push({path:"/preflight/maxAgeSeconds",expected:"integer"});
errors++;
}
else {
if(data93 < 0){
(vErrors ??= []).push({path:"/preflight/maxAgeSeconds",expected:"at least 0"});
errors++;
}
}
}
}
}
let data94 = data.requestId;
if(data94 !== undefined){
if((!(typeof data94 === "object" && data94 !== null && !Array.isArray(data94))) && (data94 !== null)){
(vErrors ??= []).push({path:"/requestId",expected:"object or null"});
errors++;
}
if(typeof data94 === "object" && data94 !== null && !Array.isArray(data94)){
for(const key32 in data94){
if(!((key32 === "header") || (key32 === "value"))){
(vErrors ??= []).push({path:"/requestId"+"/" + key32.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys header, value",about:"key"});
errors++;
}
}
let data95 = data94.header;
if(typeof data95 !== "string"){
(vErrors ??= []).push({path:"/requestId/header",expected:"string"});
errors++;
}
let data96 = data94.value;
if(typeof data96 !== "string"){
(vErrors ??= []).push({path:"/requestId/value",expected:"string"});
errors++;
}
}
}
let data97 = data.privateWithCredential;
if(data97 !== undefined){
if(typeof data97 !== "boolean"){
(vErrors ??= []).push({path:"/privateWithCredential",expected:"boolean"});
errors++;
}
}
let data98 = data.match;
if(data98 !== undefined){
if(Array.isArray(data98)){
const len4 = data98.length;
for(let i4=0; i4<len4; i4++){
let data99 = data98[i4];
if(typeof data99 === "object" && data99 !== null && !Array.isArray(data99)){
for(const key33 in data99){
if(!((key33 === "path") || (key33 === "ignore"))){
(vErrors ??= []).push({path:"/match/" + i4+"/" + key33.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys path, ignore",about:"key"});
errors++;
}
}
let data100 = data99.path;
if(typeof data100 === "string"){
if(!pattern11.test(data100)){
(vErrors ??= []).push({path:"/match/" + i4+"/path",expected:"text that fits ^/[^?#\\s{}]{0,299}$, like \"/users/*/repos\""});
errors++;
}
}
else {
(vErrors ??= []).push({path:"/match/" + i4+"/path",expected:"string"});
errors++;
}
let data101 = data99.ignore;
if(Array.isArray(data101)){
const len5 = data101.length;
for(let i5=0; i5<len5; i5++){
let data102 = data101[i5];
if(typeof data102 === "string"){
if(!pattern12.test(data102)){
(vErrors ??= []).push({path:"/match/" + i4+"/ignore/" + i5,expected:"text that fits ^(query|body|body:generated|path\\.[1-9]\\d{0,2}|(query|header|cookie)\\..+|body:/.*)$, like \"query.t\""});
errors++;
}
}
else {
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
let data103 = data.redact;
if(data103 !== undefined){
if(typeof data103 === "object" && data103 !== null && !Array.isArray(data103)){
let data104 = data103.names;
if(data104 !== undefined){
if(Array.isArray(data104)){
const len6 = data104.length;
for(let i6=0; i6<len6; i6++){
let data105 = data104[i6];
if(typeof data105 !== "string"){
(vErrors ??= []).push({path:"/redact/names/" + i6,expected:"string"});
errors++;
}
}
}
else {
(vErrors ??= []).push({path:"/redact/names",expected:"array"});
errors++;
}
}
let data106 = data103.headers;
if(data106 !== undefined){
if(Array.isArray(data106)){
const len7 = data106.length;
for(let i7=0; i7<len7; i7++){
let data107 = data106[i7];
if(typeof data107 !== "string"){
(vErrors ??= []).push({path:"/redact/headers/" + i7,expected:"string"});
errors++;
}
}
}
else {
(vErrors ??= []).push({path:"/redact/headers",expected:"array"});
errors++;
}
}
let data108 = data103.cookies;
if(data108 !== undefined){
if(Array.isArray(data108)){
const len8 = data108.length;
for(let i8=0; i8<len8; i8++){
let data109 = data108[i8];
if(typeof data109 !== "string"){
(vErrors ??= []).push({path:"/redact/cookies/" + i8,expected:"string"});
errors++;
}
}
}
else {
(vErrors ??= []).push({path:"/redact/cookies",expected:"array"});
errors++;
}
}
let data110 = data103.parameters;
if(data110 !== undefined){
if(Array.isArray(data110)){
const len9 = data110.length;
for(let i9=0; i9<len9; i9++){
let data111 = data110[i9];
if(typeof data111 !== "string"){
(vErrors ??= []).push({path:"/redact/parameters/" + i9,expected:"string"});
errors++;
}
}
}
else {
(vErrors ??= []).push({path:"/redact/parameters",expected:"array"});
errors++;
}
}
let data112 = data103.fields;
if(data112 !== undefined){
if(Array.isArray(data112)){
const len10 = data112.length;
for(let i10=0; i10<len10; i10++){
let data113 = data112[i10];
if(typeof data113 !== "string"){
(vErrors ??= []).push({path:"/redact/fields/" + i10,expected:"string"});
errors++;
}
}
}
else {
(vErrors ??= []).push({path:"/redact/fields",expected:"array"});
errors++;
}
}
let data114 = data103.shapes;
if(data114 !== undefined){
if(typeof data114 === "object" && data114 !== null && !Array.isArray(data114)){
for(const key34 in data114){
let data115 = data114[key34];
if(typeof data115 !== "string"){
(vErrors ??= []).push({path:"/redact/shapes/" + key34.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"string"});
errors++;
}
}
}
else {
(vErrors ??= []).push({path:"/redact/shapes",expected:"object"});
errors++;
}
}
let data116 = data103.keep;
if(data116 !== undefined){
if(Array.isArray(data116)){
const len11 = data116.length;
for(let i11=0; i11<len11; i11++){
let data117 = data116[i11];
if(typeof data117 !== "string"){
(vErrors ??= []).push({path:"/redact/keep/" + i11,expected:"string"});
errors++;
}
}
}
else {
(vErrors ??= []).push({path:"/redact/keep",expected:"array"});
errors++;
}
}
let data118 = data103.shaped;
if(data118 !== undefined){
if(Array.isArray(data118)){
const len12 = data118.length;
for(let i12=0; i12<len12; i12++){
let data119 = data118[i12];
if(!(data119 === "jwt")){
(vErrors ??= []).push({path:"/redact/shaped/" + i12,expected:"\"jwt\""});
errors++;
}
}
}
else {
(vErrors ??= []).push({path:"/redact/shaped",expected:"array"});
errors++;
}
}
}
else {
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