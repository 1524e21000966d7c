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

const schema11 = { properties: { "$schema": 1, "name": 1, "extends": 1, "origins": 1, "openapi": 1, "operations": 1, "prefixes": 1, "slashes": 1, "credentials": 1, "rateLimits": 1, "rateLimit": 1, "paging": 1, "errors": 1, "headers": 1, "preflight": 1, "requestId": 1, "privateWithCredential": 1, "match": 1, "redact": 1 } };
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
(vErrors ??= []).push({path:"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys $schema, name, extends, origins, openapi, operations, prefixes, slashes, credentials, rateLimits, rateLimit, paging, errors, headers, preflight, requestId, privateWithCredential, match, redact",about:"key"});
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
let data23 = data.rateLimits;
if(data23 !== undefined){
if(!(typeof data23 === "object" && data23 !== null && !Array.isArray(data23))){
(vErrors ??= []).push({path:"/rateLimits",expected:"object"});
errors++;
}
}
let data24 = data.rateLimit;
if(data24 !== undefined){
if((!(typeof data24 === "object" && data24 !== null && !Array.isArray(data24))) && (data24 !== null)){
(vErrors ??= []).push({path:"/rateLimit",expected:"object or null"});
errors++;
}
if(typeof data24 === "object" && data24 !== null && !Array.isArray(data24)){
for(const key4 in data24){
if(!((((((((key4 === "limits") || (key4 === "windowSeconds")) || (key4 === "resetJitterSeconds")) || (key4 === "refusal")) || (key4 === "secondary")) || (key4 === "notModifiedCost")) || (key4 === "headers")) || (key4 === "overview"))){
(vErrors ??= []).push({path:"/rateLimit"+"/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys limits, windowSeconds, resetJitterSeconds, refusal, secondary, notModifiedCost, headers, overview",about:"key"});
errors++;
}
}
let data25 = data24.limits;
if(data25 !== undefined){
if(typeof data25 === "object" && data25 !== null && !Array.isArray(data25)){
for(const key5 in data25){
const _errs55 = errors;
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
var valid11 = _errs55 === errors;
if(!valid11){
}
}
for(const key6 in data25){
let data26 = data25[key6];
if(!(Number.isInteger(data26))){
(vErrors ??= []).push({path:"/rateLimit/limits/" + key6.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"integer"});
errors++;
}
else {
if(data26 < 0){
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
let data27 = data24.windowSeconds;
if(data27 !== undefined){
if(!(Number.isInteger(data27))){
(vErrors ??= []).push({path:"/rateLimit/windowSeconds",expected:"integer"});
errors++;
}
else {
if(data27 < 1){
(vErrors ??= []).push({path:"/rateLimit/windowSeconds",expected:"at least 1"});
errors++;
}
}
}
let data28 = data24.resetJitterSeconds;
if(data28 !== undefined){
if(!(Number.isInteger(data28))){
(vErrors ??= []).push({path:"/rateLimit/resetJitterSeconds",expected:"integer"});
errors++;
}
else {
if(data28 < 0){
(vErrors ??= []).push({path:"/rateLimit/resetJitterSeconds",expected:"at least 0"});
errors++;
}
}
}
let data29 = data24.refusal;
if(data29 !== undefined){
if(typeof data29 === "object" && data29 !== null && !Array.isArray(data29)){
for(const key7 in data29){
if(!((key7 === "status") || (key7 === "retryAfter"))){
(vErrors ??= []).push({path:"/rateLimit/refusal"+"/" + key7.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys status, retryAfter",about:"key"});
errors++;
}
}
let data30 = data29.status;
if(data30 !== undefined){
if(!((data30 === 403) || (data30 === 429))){
(vErrors ??= []).push({path:"/rateLimit/refusal/status",expected:"403 or 429"});
errors++;
}
}
let data31 = data29.retryAfter;
if(data31 !== undefined){
if(typeof data31 !== "boolean"){
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
let data32 = data24.secondary;
if(data32 !== undefined){
if((!(typeof data32 === "object" && data32 !== null && !Array.isArray(data32))) && (data32 !== null)){
(vErrors ??= []).push({path:"/rateLimit/secondary",expected:"object or null"});
errors++;
}
if(typeof data32 === "object" && data32 !== null && !Array.isArray(data32)){
for(const key8 in data32){
if(!((((key8 === "requests") || (key8 === "seconds")) || (key8 === "status")) || (key8 === "retryAfter"))){
(vErrors ??= []).push({path:"/rateLimit/secondary"+"/" + key8.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys requests, seconds, status, retryAfter",about:"key"});
errors++;
}
}
let data33 = data32.requests;
if(!(Number.isInteger(data33))){
(vErrors ??= []).push({path:"/rateLimit/secondary/requests",expected:"integer"});
errors++;
}
else {
if(data33 < 0){
(vErrors ??= []).push({path:"/rateLimit/secondary/requests",expected:"at least 0"});
errors++;
}
}
let data34 = data32.seconds;
if(!(Number.isInteger(data34))){
(vErrors ??= []).push({path:"/rateLimit/secondary/seconds",expected:"integer"});
errors++;
}
else {
if(data34 < 1){
(vErrors ??= []).push({path:"/rateLimit/secondary/seconds",expected:"at least 1"});
errors++;
}
}
let data35 = data32.status;
if(data35 !== undefined){
if(!((data35 === 403) || (data35 === 429))){
(vErrors ??= []).push({path:"/rateLimit/secondary/status",expected:"403 or 429"});
errors++;
}
}
let data36 = data32.retryAfter;
if(data36 !== undefined){
if(typeof data36 !== "boolean"){
(vErrors ??= []).push({path:"/rateLimit/secondary/retryAfter",expected:"boolean"});
errors++;
}
}
}
}
let data37 = data24.notModifiedCost;
if(data37 !== undefined){
if(typeof data37 === "object" && data37 !== null && !Array.isArray(data37)){
for(const key9 in data37){
if(!((key9 === "anonymous") || (key9 === "token"))){
(vErrors ??= []).push({path:"/rateLimit/notModifiedCost"+"/" + key9.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys anonymous, token",about:"key"});
errors++;
}
}
let data38 = data37.anonymous;
if(data38 !== undefined){
if(!((data38 === 0) || (data38 === 1))){
(vErrors ??= []).push({path:"/rateLimit/notModifiedCost/anonymous",expected:"0 or 1"});
errors++;
}
}
let data39 = data37.token;
if(data39 !== undefined){
if(!((data39 === 0) || (data39 === 1))){
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
let data40 = data24.headers;
if(data40 !== undefined){
if(typeof data40 === "object" && data40 !== null && !Array.isArray(data40)){
for(const key10 in data40){
if(!((((key10 === "limit") || (key10 === "remaining")) || (key10 === "reset")) || (key10 === "used"))){
(vErrors ??= []).push({path:"/rateLimit/headers"+"/" + key10.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys limit, remaining, reset, used",about:"key"});
errors++;
}
}
let data41 = data40.limit;
if(data41 !== undefined){
if(typeof data41 === "string"){
if(!pattern5.test(data41)){
(vErrors ??= []).push({path:"/rateLimit/headers/limit",expected:"text that fits ^[a-z0-9-]+$"});
errors++;
}
}
else {
(vErrors ??= []).push({path:"/rateLimit/headers/limit",expected:"string"});
errors++;
}
}
let data42 = data40.remaining;
if(data42 !== undefined){
if(typeof data42 === "string"){
if(!pattern5.test(data42)){
(vErrors ??= []).push({path:"/rateLimit/headers/remaining",expected:"text that fits ^[a-z0-9-]+$"});
errors++;
}
}
else {
(vErrors ??= []).push({path:"/rateLimit/headers/remaining",expected:"string"});
errors++;
}
}
let data43 = data40.reset;
if(data43 !== undefined){
if(typeof data43 === "string"){
if(!pattern5.test(data43)){
(vErrors ??= []).push({path:"/rateLimit/headers/reset",expected:"text that fits ^[a-z0-9-]+$"});
errors++;
}
}
else {
(vErrors ??= []).push({path:"/rateLimit/headers/reset",expected:"string"});
errors++;
}
}
let data44 = data40.used;
if(data44 !== undefined){
if(typeof data44 === "string"){
if(!pattern5.test(data44)){
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
let data45 = data24.overview;
if(data45 !== undefined){
if((!(typeof data45 === "object" && data45 !== null && !Array.isArray(data45))) && (data45 !== null)){
(vErrors ??= []).push({path:"/rateLimit/overview",expected:"object or null"});
errors++;
}
if(typeof data45 === "object" && data45 !== null && !Array.isArray(data45)){
for(const key11 in data45){
if(!(key11 === "path")){
(vErrors ??= []).push({path:"/rateLimit/overview"+"/" + key11.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys path",about:"key"});
errors++;
}
}
let data46 = data45.path;
if(typeof data46 === "string"){
if(!pattern2.test(data46)){
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
let data47 = data.paging;
if(data47 !== undefined){
if((!(typeof data47 === "object" && data47 !== null && !Array.isArray(data47))) && (data47 !== null)){
(vErrors ??= []).push({path:"/paging",expected:"object or null"});
errors++;
}
if(typeof data47 === "object" && data47 !== null && !Array.isArray(data47)){
for(const key12 in data47){
if(!(((((key12 === "style") || (key12 === "page")) || (key12 === "size")) || (key12 === "default")) || (key12 === "max"))){
(vErrors ??= []).push({path:"/paging"+"/" + key12.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys style, page, size, default, max",about:"key"});
errors++;
}
}
let data48 = data47.style;
if(data48 !== undefined){
if("page" !== data48){
(vErrors ??= []).push({path:"/paging/style",expected:"\"page\""});
errors++;
}
}
let data49 = data47.page;
if(typeof data49 !== "string"){
(vErrors ??= []).push({path:"/paging/page",expected:"string"});
errors++;
}
let data50 = data47.size;
if(typeof data50 !== "string"){
(vErrors ??= []).push({path:"/paging/size",expected:"string"});
errors++;
}
let data51 = data47.default;
if(data51 !== undefined){
if(!(Number.isInteger(data51))){
(vErrors ??= []).push({path:"/paging/default",expected:"integer"});
errors++;
}
else {
if(data51 < 1){
(vErrors ??= []).push({path:"/paging/default",expected:"at least 1"});
errors++;
}
}
}
let data52 = data47.max;
if(data52 !== undefined){
if(!(Number.isInteger(data52))){
(vErrors ??= []).push({path:"/paging/max",expected:"integer"});
errors++;
}
else {
if(data52 < 1){
(vErrors ??= []).push({path:"/paging/max",expected:"at least 1"});
errors++;
}
}
}
}
}
let data53 = data.errors;
if(data53 !== undefined){
if(typeof data53 === "object" && data53 !== null && !Array.isArray(data53)){
for(const key13 in data53){
if(!((((((((key13 === "unauthenticated") || (key13 === "badCredentials")) || (key13 === "notFound")) || (key13 === "methodNotAllowed")) || (key13 === "unknownValue")) || (key13 === "rangeNotSatisfiable")) || (key13 === "rateLimited")) || (key13 === "secondaryLimited"))){
(vErrors ??= []).push({path:"/errors"+"/" + key13.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys unauthenticated, badCredentials, notFound, methodNotAllowed, unknownValue, rangeNotSatisfiable, rateLimited, secondaryLimited",about:"key"});
errors++;
}
}
let data54 = data53.unauthenticated;
if(data54 !== undefined){
if((!(typeof data54 === "object" && data54 !== null && !Array.isArray(data54))) && (data54 !== null)){
(vErrors ??= []).push({path:"/errors/unauthenticated",expected:"object or null"});
errors++;
}
if(typeof data54 === "object" && data54 !== null && !Array.isArray(data54)){
for(const key14 in data54){
if(!(((key14 === "status") || (key14 === "headers")) || (key14 === "body"))){
(vErrors ??= []).push({path:"/errors/unauthenticated"+"/" + key14.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys status, headers, body",about:"key"});
errors++;
}
}
let data55 = data54.status;
if(!(Number.isInteger(data55))){
(vErrors ??= []).push({path:"/errors/unauthenticated/status",expected:"integer"});
errors++;
}
else {
if(data55 > 599){
(vErrors ??= []).push({path:"/errors/unauthenticated/status",expected:"at most 599"});
errors++;
}
if(data55 < 100){
(vErrors ??= []).push({path:"/errors/unauthenticated/status",expected:"at least 100"});
errors++;
}
}
let data56 = data54.headers;
if(data56 !== undefined){
if(typeof data56 === "object" && data56 !== null && !Array.isArray(data56)){
for(const key15 in data56){
let data57 = data56[key15];
if(typeof data57 !== "string"){
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
let data58 = data53.badCredentials;
if(data58 !== undefined){
if((!(typeof data58 === "object" && data58 !== null && !Array.isArray(data58))) && (data58 !== null)){
(vErrors ??= []).push({path:"/errors/badCredentials",expected:"object or null"});
errors++;
}
if(typeof data58 === "object" && data58 !== null && !Array.isArray(data58)){
for(const key16 in data58){
if(!(((key16 === "status") || (key16 === "headers")) || (key16 === "body"))){
(vErrors ??= []).push({path:"/errors/badCredentials"+"/" + key16.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys status, headers, body",about:"key"});
errors++;
}
}
let data59 = data58.status;
if(!(Number.isInteger(data59))){
(vErrors ??= []).push({path:"/errors/badCredentials/status",expected:"integer"});
errors++;
}
else {
if(data59 > 599){
(vErrors ??= []).push({path:"/errors/badCredentials/status",expected:"at most 599"});
errors++;
}
if(data59 < 100){
(vErrors ??= []).push({path:"/errors/badCredentials/status",expected:"at least 100"});
errors++;
}
}
let data60 = data58.headers;
if(data60 !== undefined){
if(typeof data60 === "object" && data60 !== null && !Array.isArray(data60)){
for(const key17 in data60){
let data61 = data60[key17];
if(typeof data61 !== "string"){
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
let data62 = data53.notFound;
if(data62 !== undefined){
if((!(typeof data62 === "object" && data62 !== null && !Array.isArray(data62))) && (data62 !== null)){
(vErrors ??= []).push({path:"/errors/notFound",expected:"object or null"});
errors++;
}
if(typeof data62 === "object" && data62 !== null && !Array.isArray(data62)){
for(const key18 in data62){
if(!(((key18 === "status") || (key18 === "headers")) || (key18 === "body"))){
(vErrors ??= []).push({path:"/errors/notFound"+"/" + key18.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys status, headers, body",about:"key"});
errors++;
}
}
let data63 = data62.status;
if(!(Number.isInteger(data63))){
(vErrors ??= []).push({path:"/errors/notFound/status",expected:"integer"});
errors++;
}
else {
if(data63 > 599){
(vErrors ??= []).push({path:"/errors/notFound/status",expected:"at most 599"});
errors++;
}
if(data63 < 100){
(vErrors ??= []).push({path:"/errors/notFound/status",expected:"at least 100"});
errors++;
}
}
let data64 = data62.headers;
if(data64 !== undefined){
if(typeof data64 === "object" && data64 !== null && !Array.isArray(data64)){
for(const key19 in data64){
let data65 = data64[key19];
if(typeof data65 !== "string"){
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
let data66 = data53.methodNotAllowed;
if(data66 !== undefined){
if((!(typeof data66 === "object" && data66 !== null && !Array.isArray(data66))) && (data66 !== null)){
(vErrors ??= []).push({path:"/errors/methodNotAllowed",expected:"object or null"});
errors++;
}
if(typeof data66 === "object" && data66 !== null && !Array.isArray(data66)){
for(const key20 in data66){
if(!(((key20 === "status") || (key20 === "headers")) || (key20 === "body"))){
(vErrors ??= []).push({path:"/errors/methodNotAllowed"+"/" + key20.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys status, headers, body",about:"key"});
errors++;
}
}
let data67 = data66.status;
if(!(Number.isInteger(data67))){
(vErrors ??= []).push({path:"/errors/methodNotAllowed/status",expected:"integer"});
errors++;
}
else {
if(data67 > 599){
(vErrors ??= []).push({path:"/errors/methodNotAllowed/status",expected:"at most 599"});
errors++;
}
if(data67 < 100){
(vErrors ??= []).push({path:"/errors/methodNotAllowed/status",expected:"at least 100"});
errors++;
}
}
let data68 = data66.headers;
if(data68 !== undefined){
if(typeof data68 === "object" && data68 !== null && !Array.isArray(data68)){
for(const key21 in data68){
let data69 = data68[key21];
if(typeof data69 !== "string"){
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
let data70 = data53.unknownValue;
if(data70 !== undefined){
if((!(typeof data70 === "object" && data70 !== null && !Array.isArray(data70))) && (data70 !== null)){
(vErrors ??= []).push({path:"/errors/unknownValue",expected:"object or null"});
errors++;
}
if(typeof data70 === "object" && data70 !== null && !Array.isArray(data70)){
for(const key22 in data70){
if(!(((key22 === "status") || (key22 === "headers")) || (key22 === "body"))){
(vErrors ??= []).push({path:"/errors/unknownValue"+"/" + key22.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys status, headers, body",about:"key"});
errors++;
}
}
let data71 = data70.status;
if(!(Number.isInteger(data71))){
(vErrors ??= []).push({path:"/errors/unknownValue/status",expected:"integer"});
errors++;
}
else {
if(data71 > 599){
(vErrors ??= []).push({path:"/errors/unknownValue/status",expected:"at most 599"});
errors++;
}
if(data71 < 100){
(vErrors ??= []).push({path:"/errors/unknownValue/status",expected:"at least 100"});
errors++;
}
}
let data72 = data70.headers;
if(data72 !== undefined){
if(typeof data72 === "object" && data72 !== null && !Array.isArray(data72)){
for(const key23 in data72){
let data73 = data72[key23];
if(typeof data73 !== "string"){
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
let data74 = data53.rangeNotSatisfiable;
if(data74 !== undefined){
if((!(typeof data74 === "object" && data74 !== null && !Array.isArray(data74))) && (data74 !== null)){
(vErrors ??= []).push({path:"/errors/rangeNotSatisfiable",expected:"object or null"});
errors++;
}
if(typeof data74 === "object" && data74 !== null && !Array.isArray(data74)){
for(const key24 in data74){
if(!(((key24 === "status") || (key24 === "headers")) || (key24 === "body"))){
(vErrors ??= []).push({path:"/errors/rangeNotSatisfiable"+"/" + key24.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys status, headers, body",about:"key"});
errors++;
}
}
let data75 = data74.status;
if(!(Number.isInteger(data75))){
(vErrors ??= []).push({path:"/errors/rangeNotSatisfiable/status",expected:"integer"});
errors++;
}
else {
if(data75 > 599){
(vErrors ??= []).push({path:"/errors/rangeNotSatisfiable/status",expected:"at most 599"});
errors++;
}
if(data75 < 100){
(vErrors ??= []).push({path:"/errors/rangeNotSatisfiable/status",expected:"at least 100"});
errors++;
}
}
let data76 = data74.headers;
if(data76 !== undefined){
if(typeof data76 === "object" && data76 !== null && !Array.isArray(data76)){
for(const key25 in data76){
let data77 = data76[key25];
if(typeof data77 !== "string"){
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
let data78 = data53.rateLimited;
if(data78 !== undefined){
if((!(typeof data78 === "object" && data78 !== null && !Array.isArray(data78))) && (data78 !== null)){
(vErrors ??= []).push({path:"/errors/rateLimited",expected:"object or null"});
errors++;
}
if(typeof data78 === "object" && data78 !== null && !Array.isArray(data78)){
for(const key26 in data78){
if(!(((key26 === "status") || (key26 === "headers")) || (key26 === "body"))){
(vErrors ??= []).push({path:"/errors/rateLimited"+"/" + key26.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys status, headers, body",about:"key"});
errors++;
}
}
let data79 = data78.status;
if(!(Number.isInteger(data79))){
(vErrors ??= []).push({path:"/errors/rateLimited/status",expected:"integer"});
errors++;
}
else {
if(data79 > 599){
(vErrors ??= []).push({path:"/errors/rateLimited/status",expected:"at most 599"});
errors++;
}
if(data79 < 100){
(vErrors ??= []).push({path:"/errors/rateLimited/status",expected:"at least 100"});
errors++;
}
}
let data80 = data78.headers;
if(data80 !== undefined){
if(typeof data80 === "object" && data80 !== null && !Array.isArray(data80)){
for(const key27 in data80){
let data81 = data80[key27];
if(typeof data81 !== "string"){
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
let data82 = data53.secondaryLimited;
if(data82 !== undefined){
if((!(typeof data82 === "object" && data82 !== null && !Array.isArray(data82))) && (data82 !== null)){
(vErrors ??= []).push({path:"/errors/secondaryLimited",expected:"object or null"});
errors++;
}
if(typeof data82 === "object" && data82 !== null && !Array.isArray(data82)){
for(const key28 in data82){
if(!(((key28 === "status") || (key28 === "headers")) || (key28 === "body"))){
(vErrors ??= []).push({path:"/errors/secondaryLimited"+"/" + key28.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys status, headers, body",about:"key"});
errors++;
}
}
let data83 = data82.status;
if(!(Number.isInteger(data83))){
(vErrors ??= []).push({path:"/errors/secondaryLimited/status",expected:"integer"});
errors++;
}
else {
if(data83 > 599){
(vErrors ??= []).push({path:"/errors/secondaryLimited/status",expected:"at most 599"});
errors++;
}
if(data83 < 100){
(vErrors ??= []).push({path:"/errors/secondaryLimited/status",expected:"at least 100"});
errors++;
}
}
let data84 = data82.headers;
if(data84 !== undefined){
if(typeof data84 === "object" && data84 !== null && !Array.isArray(data84)){
for(const key29 in data84){
let data85 = data84[key29];
if(typeof data85 !== "string"){
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
let data86 = data.headers;
if(data86 !== undefined){
if(typeof data86 === "object" && data86 !== null && !Array.isArray(data86)){
for(const key30 in data86){
let data87 = data86[key30];
if((typeof data87 !== "string") && (data87 !== null)){
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
let data88 = data.preflight;
if(data88 !== undefined){
if((!(typeof data88 === "object" && data88 !== null && !Array.isArray(data88))) && (data88 !== null)){
(vErrors ??= []).push({path:"/preflight",expected:"object or null"});
errors++;
}
if(typeof data88 === "object" && data88 !== null && !Array.isArray(data88)){
for(const key31 in data88){
if(!(((key31 === "methods") || (key31 === "headers")) || (key31 === "maxAgeSeconds"))){
(vErrors ??= []).push({path:"/preflight"+"/" + key31.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys methods, headers, maxAgeSeconds",about:"key"});
errors++;
}
}
let data89 = data88.methods;
if(data89 !== undefined){
if(Array.isArray(data89)){
const len3 = data89.length;
for(let i3=0; i3<len3; i3++){
let data90 = data89[i3];
if(typeof data90 !== "string"){
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
let data91 = data88.headers;
if(data91 !== undefined){
if(typeof data91 !== "string"){
(vErrors ??= []).push({path:"/preflight/headers",expected:"string"});
errors++;
}
}
let data92 = data88.maxAgeSeconds;
if(data92 !== undefined){
if(!(Number.isInteger(data92))){
(vErrors ??= []).push({path:"/preflight/maxAgeSeconds",expected:"integer"});
errors++;
}
else {
if(data92 < 0){
(vErrors ??= []).push({path:"/preflight/maxAgeSeconds",expected:"at least 0"});
errors++;
}
}
}
}
}
let data93 = data.requestId;
if(data93 !== undefined){
if((!(typeof data93 === "object" && data93 !== null && !Array.isArray(data93))) && (data93 !== null)){
(vErrors ??= []).push({path:"/requestId",expected:"object or null"});
errors++;
}
if(typeof data93 === "object" && data93 !== null && !Array.isArray(data93)){
for(const key32 in data93){
if(!((key32 === "header") || (key32 === "value"))){
(vErrors ??= []).push({path:"/requestId"+"/" + key32.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys header, value",about:"key"});
errors++;
}
}
let data94 = data93.header;
if(typeof data94 !== "string"){
(vErrors ??= []).push({path:"/requestId/header",expected:"string"});
errors++;
}
let data95 = data93.value;
if(typeof data95 !== "string"){
(vErrors ??= []).push({path:"/requestId/value",expected:"string"});
errors++;
}
}
}
let data96 = data.privateWithCredential;
if(data96 !== undefined){
if(typeof data96 !== "boolean"){
(vErrors ??= []).push({path:"/privateWithCredential",expected:"boolean"});
errors++;
}
}
let data97 = data.match;
if(data97 !== undefined){
if(Array.isArray(data97)){
const len4 = data97.length;
for(let i4=0; i4<len4; i4++){
let data98 = data97[i4];
if(typeof data98 === "object" && data98 !== null && !Array.isArray(data98)){
for(const key33 in data98){
if(!((key33 === "path") || (key33 === "ignore"))){
(vErrors ??= []).push({path:"/match/" + i4+"/" + key33.replace(/~/g, "~0").replace(/\//g, "~1"),expected:"one of the keys path, ignore",about:"key"});
errors++;
}
}
let data99 = data98.path;
if(typeof data99 === "string"){
if(!pattern2.test(data99)){
(vErrors ??= []).push({path:"/match/" + i4+"/path",expected:"text that fits ^/"});
errors++;
}
}
else {
(vErrors ??= []).push({path:"/match/" + i4+"/path",expected:"string"});
errors++;
}
let data100 = data98.ignore;
if(Array.isArray(data100)){
const len5 = data100.length;
for(let i5=0; i5<len5; i5++){
let data101 = data100[i5];
if(typeof data101 !== "string"){
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
let data102 = data.redact;
if(data102 !== undefined){
if(typeof data102 === "object" && data102 !== null && !Array.isArray(data102)){
let data103 = data102.names;
if(data103 !== undefined){
if(Array.isArray(data103)){
const len6 = data103.length;
for(let i6=0; i6<len6; i6++){
let data104 = data103[i6];
if(typeof data104 !== "string"){
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
let data105 = data102.headers;
if(data105 !== undefined){
if(Array.isArray(data105)){
const len7 = data105.length;
for(let i7=0; i7<len7; i7++){
let data106 = data105[i7];
if(typeof data106 !== "string"){
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
let data107 = data102.parameters;
if(data107 !== undefined){
if(Array.isArray(data107)){
const len8 = data107.length;
for(let i8=0; i8<len8; i8++){
let data108 = data107[i8];
if(typeof data108 !== "string"){
(vErrors ??= []).push({path:"/redact/parameters/" + i8,expected:"string"});
errors++;
}
}
}
else {
(vErrors ??= []).push({path:"/redact/parameters",expected:"array"});
errors++;
}
}
let data109 = data102.fields;
if(data109 !== undefined){
if(Array.isArray(data109)){
const len9 = data109.length;
for(let i9=0; i9<len9; i9++){
let data110 = data109[i9];
if(typeof data110 !== "string"){
(vErrors ??= []).push({path:"/redact/fields/" + i9,expected:"string"});
errors++;
}
}
}
else {
(vErrors ??= []).push({path:"/redact/fields",expected:"array"});
errors++;
}
}
let data111 = data102.shapes;
if(data111 !== undefined){
if(typeof data111 === "object" && data111 !== null && !Array.isArray(data111)){
for(const key34 in data111){
let data112 = data111[key34];
if(typeof data112 !== "string"){
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
let data113 = data102.keep;
if(data113 !== undefined){
if(Array.isArray(data113)){
const len10 = data113.length;
for(let i10=0; i10<len10; i10++){
let data114 = data113[i10];
if(typeof data114 !== "string"){
(vErrors ??= []).push({path:"/redact/keep/" + i10,expected:"string"});
errors++;
}
}
}
else {
(vErrors ??= []).push({path:"/redact/keep",expected:"array"});
errors++;
}
}
let data115 = data102.shaped;
if(data115 !== undefined){
if(Array.isArray(data115)){
const len11 = data115.length;
for(let i11=0; i11<len11; i11++){
let data116 = data115[i11];
if(!(data116 === "jwt")){
(vErrors ??= []).push({path:"/redact/shaped/" + i11,expected:"\"jwt\""});
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