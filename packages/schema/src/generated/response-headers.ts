// @ts-nocheck
// Generated from schemas/response-headers.json by `npm run generate -w @tapedeck/schema`; change the schema, not this file.

/** What ajv says of one thing that does not fit. */
export interface Flaw {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly parentSchema: Readonly<Record<string, unknown>>;
}

/** Finds everything in a value that does not fit the schema; nothing, where it fits. */
export function findFlaws(value: unknown): readonly Flaw[] {
  return validate20(value) ? [] : validate20.errors;
}

const schema31 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"https://tapedeck.dev/schemas/response-headers.json","title":"Response headers","type":"object","allOf":[{"$ref":"rate-limit-headers.json"}],"required":["content-type","cache-control","etag","date"],"properties":{"content-type":{"type":"string","title":"content type of JSON","pattern":"^application/json; ?charset=utf-8$","examples":["application/json; charset=utf-8"]},"server":{"type":"string"},"cache-control":{"type":"string","title":"cache directive","pattern":"\\bmax-age=\\d+","examples":["public, max-age=60, s-maxage=60"]},"vary":{"type":"string"},"etag":{"type":"string","title":"entity tag","pattern":"^(W/)?\"[^\"]*\"$","examples":["W/\"5d41402a\""]},"last-modified":{"$ref":"parts.json#/$defs/http-date"},"access-control-expose-headers":{"type":"string"},"access-control-allow-origin":{"type":"string"},"strict-transport-security":{"type":"string"},"x-frame-options":{"type":"string"},"x-content-type-options":{"type":"string"},"x-xss-protection":{"type":"string"},"referrer-policy":{"type":"string"},"content-security-policy":{"type":"string"},"accept-ranges":{"type":"string"},"content-length":{"$ref":"parts.json#/$defs/digits"},"date":{"$ref":"parts.json#/$defs/http-date"}},"patternProperties":{"^x-[a-z][a-z0-9-]*-media-type$":{"type":"string","title":"media type of the API","pattern":"^[a-z][a-z0-9-]*\\.v3; format=json$","examples":["service.v3; format=json"]},"^x-[a-z][a-z0-9-]*-request-id$":{"type":"string"}}};
const schema38 = {"title":"HTTP date","type":"string","pattern":"^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \\d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \\d{4} \\d{2}:\\d{2}:\\d{2} GMT$","examples":["Wed, 26 Jan 2011 19:01:12 GMT"]};
const schema34 = {"title":"whole number in digits","type":"string","pattern":"^\\d+$","examples":["60"]};
const schema32 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"https://tapedeck.dev/schemas/rate-limit-headers.json","title":"Rate limit headers","type":"object","required":["x-ratelimit-limit","x-ratelimit-remaining","x-ratelimit-used","x-ratelimit-reset"],"properties":{"x-ratelimit-limit":{"$ref":"parts.json#/$defs/digits"},"x-ratelimit-remaining":{"$ref":"parts.json#/$defs/digits"},"x-ratelimit-used":{"$ref":"parts.json#/$defs/digits"},"x-ratelimit-reset":{"$ref":"parts.json#/$defs/digits"}}};
const pattern4 = new RegExp("^\\d+$", "u");

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate21.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data["x-ratelimit-limit"] === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "x-ratelimit-limit"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data["x-ratelimit-remaining"] === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "x-ratelimit-remaining"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data["x-ratelimit-used"] === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "x-ratelimit-used"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data["x-ratelimit-reset"] === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "x-ratelimit-reset"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data["x-ratelimit-limit"] !== undefined){
let data0 = data["x-ratelimit-limit"];
if(typeof data0 === "string"){
if(!pattern4.test(data0)){
const err4 = {instancePath:instancePath+"/x-ratelimit-limit",schemaPath:"parts.json#/$defs/digits/pattern",keyword:"pattern",params:{pattern: "^\\d+$"},schema:"^\\d+$",parentSchema:schema34,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/x-ratelimit-limit",schemaPath:"parts.json#/$defs/digits/type",keyword:"type",params:{type: "string"},schema:schema34.type,parentSchema:schema34,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data["x-ratelimit-remaining"] !== undefined){
let data1 = data["x-ratelimit-remaining"];
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
const err6 = {instancePath:instancePath+"/x-ratelimit-remaining",schemaPath:"parts.json#/$defs/digits/pattern",keyword:"pattern",params:{pattern: "^\\d+$"},schema:"^\\d+$",parentSchema:schema34,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/x-ratelimit-remaining",schemaPath:"parts.json#/$defs/digits/type",keyword:"type",params:{type: "string"},schema:schema34.type,parentSchema:schema34,data:data1};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data["x-ratelimit-used"] !== undefined){
let data2 = data["x-ratelimit-used"];
if(typeof data2 === "string"){
if(!pattern4.test(data2)){
const err8 = {instancePath:instancePath+"/x-ratelimit-used",schemaPath:"parts.json#/$defs/digits/pattern",keyword:"pattern",params:{pattern: "^\\d+$"},schema:"^\\d+$",parentSchema:schema34,data:data2};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/x-ratelimit-used",schemaPath:"parts.json#/$defs/digits/type",keyword:"type",params:{type: "string"},schema:schema34.type,parentSchema:schema34,data:data2};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data["x-ratelimit-reset"] !== undefined){
let data3 = data["x-ratelimit-reset"];
if(typeof data3 === "string"){
if(!pattern4.test(data3)){
const err10 = {instancePath:instancePath+"/x-ratelimit-reset",schemaPath:"parts.json#/$defs/digits/pattern",keyword:"pattern",params:{pattern: "^\\d+$"},schema:"^\\d+$",parentSchema:schema34,data:data3};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/x-ratelimit-reset",schemaPath:"parts.json#/$defs/digits/type",keyword:"type",params:{type: "string"},schema:schema34.type,parentSchema:schema34,data:data3};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema32.type,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}
validate21.evaluated = {"props":{"x-ratelimit-limit":true,"x-ratelimit-remaining":true,"x-ratelimit-used":true,"x-ratelimit-reset":true},"dynamicProps":false,"dynamicItems":false};

const pattern8 = new RegExp("^application/json; ?charset=utf-8$", "u");
const pattern9 = new RegExp("\\bmax-age=\\d+", "u");
const pattern10 = new RegExp("^(W/)?\"[^\"]*\"$", "u");
const pattern11 = new RegExp("^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \\d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \\d{4} \\d{2}:\\d{2}:\\d{2} GMT$", "u");
const pattern14 = new RegExp("^x-[a-z][a-z0-9-]*-media-type$", "u");
const pattern15 = new RegExp("^[a-z][a-z0-9-]*\\.v3; format=json$", "u");
const pattern16 = new RegExp("^x-[a-z][a-z0-9-]*-request-id$", "u");

function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate20.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!(validate21(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate21.errors : vErrors.concat(validate21.errors);
errors = vErrors.length;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data["content-type"] === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "content-type"},schema:schema31.required,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data["cache-control"] === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "cache-control"},schema:schema31.required,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data.etag === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "etag"},schema:schema31.required,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.date === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "date"},schema:schema31.required,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data["content-type"] !== undefined){
let data0 = data["content-type"];
if(typeof data0 === "string"){
if(!pattern8.test(data0)){
const err4 = {instancePath:instancePath+"/content-type",schemaPath:"#/properties/content-type/pattern",keyword:"pattern",params:{pattern: "^application/json; ?charset=utf-8$"},schema:"^application/json; ?charset=utf-8$",parentSchema:schema31.properties["content-type"],data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/content-type",schemaPath:"#/properties/content-type/type",keyword:"type",params:{type: "string"},schema:schema31.properties["content-type"].type,parentSchema:schema31.properties["content-type"],data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.server !== undefined){
let data1 = data.server;
if(typeof data1 !== "string"){
const err6 = {instancePath:instancePath+"/server",schemaPath:"#/properties/server/type",keyword:"type",params:{type: "string"},schema:schema31.properties.server.type,parentSchema:schema31.properties.server,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data["cache-control"] !== undefined){
let data2 = data["cache-control"];
if(typeof data2 === "string"){
if(!pattern9.test(data2)){
const err7 = {instancePath:instancePath+"/cache-control",schemaPath:"#/properties/cache-control/pattern",keyword:"pattern",params:{pattern: "\\bmax-age=\\d+"},schema:"\\bmax-age=\\d+",parentSchema:schema31.properties["cache-control"],data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/cache-control",schemaPath:"#/properties/cache-control/type",keyword:"type",params:{type: "string"},schema:schema31.properties["cache-control"].type,parentSchema:schema31.properties["cache-control"],data:data2};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.vary !== undefined){
let data3 = data.vary;
if(typeof data3 !== "string"){
const err9 = {instancePath:instancePath+"/vary",schemaPath:"#/properties/vary/type",keyword:"type",params:{type: "string"},schema:schema31.properties.vary.type,parentSchema:schema31.properties.vary,data:data3};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.etag !== undefined){
let data4 = data.etag;
if(typeof data4 === "string"){
if(!pattern10.test(data4)){
const err10 = {instancePath:instancePath+"/etag",schemaPath:"#/properties/etag/pattern",keyword:"pattern",params:{pattern: "^(W/)?\"[^\"]*\"$"},schema:"^(W/)?\"[^\"]*\"$",parentSchema:schema31.properties.etag,data:data4};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/etag",schemaPath:"#/properties/etag/type",keyword:"type",params:{type: "string"},schema:schema31.properties.etag.type,parentSchema:schema31.properties.etag,data:data4};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data["last-modified"] !== undefined){
let data5 = data["last-modified"];
if(typeof data5 === "string"){
if(!pattern11.test(data5)){
const err12 = {instancePath:instancePath+"/last-modified",schemaPath:"parts.json#/$defs/http-date/pattern",keyword:"pattern",params:{pattern: "^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \\d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \\d{4} \\d{2}:\\d{2}:\\d{2} GMT$"},schema:"^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \\d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \\d{4} \\d{2}:\\d{2}:\\d{2} GMT$",parentSchema:schema38,data:data5};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/last-modified",schemaPath:"parts.json#/$defs/http-date/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data5};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data["access-control-expose-headers"] !== undefined){
let data6 = data["access-control-expose-headers"];
if(typeof data6 !== "string"){
const err14 = {instancePath:instancePath+"/access-control-expose-headers",schemaPath:"#/properties/access-control-expose-headers/type",keyword:"type",params:{type: "string"},schema:schema31.properties["access-control-expose-headers"].type,parentSchema:schema31.properties["access-control-expose-headers"],data:data6};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data["access-control-allow-origin"] !== undefined){
let data7 = data["access-control-allow-origin"];
if(typeof data7 !== "string"){
const err15 = {instancePath:instancePath+"/access-control-allow-origin",schemaPath:"#/properties/access-control-allow-origin/type",keyword:"type",params:{type: "string"},schema:schema31.properties["access-control-allow-origin"].type,parentSchema:schema31.properties["access-control-allow-origin"],data:data7};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data["strict-transport-security"] !== undefined){
let data8 = data["strict-transport-security"];
if(typeof data8 !== "string"){
const err16 = {instancePath:instancePath+"/strict-transport-security",schemaPath:"#/properties/strict-transport-security/type",keyword:"type",params:{type: "string"},schema:schema31.properties["strict-transport-security"].type,parentSchema:schema31.properties["strict-transport-security"],data:data8};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data["x-frame-options"] !== undefined){
let data9 = data["x-frame-options"];
if(typeof data9 !== "string"){
const err17 = {instancePath:instancePath+"/x-frame-options",schemaPath:"#/properties/x-frame-options/type",keyword:"type",params:{type: "string"},schema:schema31.properties["x-frame-options"].type,parentSchema:schema31.properties["x-frame-options"],data:data9};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data["x-content-type-options"] !== undefined){
let data10 = data["x-content-type-options"];
if(typeof data10 !== "string"){
const err18 = {instancePath:instancePath+"/x-content-type-options",schemaPath:"#/properties/x-content-type-options/type",keyword:"type",params:{type: "string"},schema:schema31.properties["x-content-type-options"].type,parentSchema:schema31.properties["x-content-type-options"],data:data10};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data["x-xss-protection"] !== undefined){
let data11 = data["x-xss-protection"];
if(typeof data11 !== "string"){
const err19 = {instancePath:instancePath+"/x-xss-protection",schemaPath:"#/properties/x-xss-protection/type",keyword:"type",params:{type: "string"},schema:schema31.properties["x-xss-protection"].type,parentSchema:schema31.properties["x-xss-protection"],data:data11};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data["referrer-policy"] !== undefined){
let data12 = data["referrer-policy"];
if(typeof data12 !== "string"){
const err20 = {instancePath:instancePath+"/referrer-policy",schemaPath:"#/properties/referrer-policy/type",keyword:"type",params:{type: "string"},schema:schema31.properties["referrer-policy"].type,parentSchema:schema31.properties["referrer-policy"],data:data12};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data["content-security-policy"] !== undefined){
let data13 = data["content-security-policy"];
if(typeof data13 !== "string"){
const err21 = {instancePath:instancePath+"/content-security-policy",schemaPath:"#/properties/content-security-policy/type",keyword:"type",params:{type: "string"},schema:schema31.properties["content-security-policy"].type,parentSchema:schema31.properties["content-security-policy"],data:data13};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data["accept-ranges"] !== undefined){
let data14 = data["accept-ranges"];
if(typeof data14 !== "string"){
const err22 = {instancePath:instancePath+"/accept-ranges",schemaPath:"#/properties/accept-ranges/type",keyword:"type",params:{type: "string"},schema:schema31.properties["accept-ranges"].type,parentSchema:schema31.properties["accept-ranges"],data:data14};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data["content-length"] !== undefined){
let data15 = data["content-length"];
if(typeof data15 === "string"){
if(!pattern4.test(data15)){
const err23 = {instancePath:instancePath+"/content-length",schemaPath:"parts.json#/$defs/digits/pattern",keyword:"pattern",params:{pattern: "^\\d+$"},schema:"^\\d+$",parentSchema:schema34,data:data15};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/content-length",schemaPath:"parts.json#/$defs/digits/type",keyword:"type",params:{type: "string"},schema:schema34.type,parentSchema:schema34,data:data15};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data.date !== undefined){
let data16 = data.date;
if(typeof data16 === "string"){
if(!pattern11.test(data16)){
const err25 = {instancePath:instancePath+"/date",schemaPath:"parts.json#/$defs/http-date/pattern",keyword:"pattern",params:{pattern: "^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \\d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \\d{4} \\d{2}:\\d{2}:\\d{2} GMT$"},schema:"^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \\d{2} (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \\d{4} \\d{2}:\\d{2}:\\d{2} GMT$",parentSchema:schema38,data:data16};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
else {
const err26 = {instancePath:instancePath+"/date",schemaPath:"parts.json#/$defs/http-date/type",keyword:"type",params:{type: "string"},schema:schema38.type,parentSchema:schema38,data:data16};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
var props0 = {};
props0["content-type"] = true;
props0.server = true;
props0["cache-control"] = true;
props0.vary = true;
props0.etag = true;
props0["last-modified"] = true;
props0["access-control-expose-headers"] = true;
props0["access-control-allow-origin"] = true;
props0["strict-transport-security"] = true;
props0["x-frame-options"] = true;
props0["x-content-type-options"] = true;
props0["x-xss-protection"] = true;
props0["referrer-policy"] = true;
props0["content-security-policy"] = true;
props0["accept-ranges"] = true;
props0["content-length"] = true;
props0.date = true;
props0["x-ratelimit-limit"] = true;
props0["x-ratelimit-remaining"] = true;
props0["x-ratelimit-used"] = true;
props0["x-ratelimit-reset"] = true;
for(const key0 in data){
if(pattern14.test(key0)){
let data17 = data[key0];
if(typeof data17 === "string"){
if(!pattern15.test(data17)){
const err27 = {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/patternProperties/%5Ex-%5Ba-z%5D%5Ba-z0-9-%5D*-media-type%24/pattern",keyword:"pattern",params:{pattern: "^[a-z][a-z0-9-]*\\.v3; format=json$"},schema:"^[a-z][a-z0-9-]*\\.v3; format=json$",parentSchema:schema31.patternProperties["^x-[a-z][a-z0-9-]*-media-type$"],data:data17};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
else {
const err28 = {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/patternProperties/%5Ex-%5Ba-z%5D%5Ba-z0-9-%5D*-media-type%24/type",keyword:"type",params:{type: "string"},schema:schema31.patternProperties["^x-[a-z][a-z0-9-]*-media-type$"].type,parentSchema:schema31.patternProperties["^x-[a-z][a-z0-9-]*-media-type$"],data:data17};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
props0[key0] = true;
}
}
for(const key1 in data){
if(pattern16.test(key1)){
let data18 = data[key1];
if(typeof data18 !== "string"){
const err29 = {instancePath:instancePath+"/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/patternProperties/%5Ex-%5Ba-z%5D%5Ba-z0-9-%5D*-request-id%24/type",keyword:"type",params:{type: "string"},schema:schema31.patternProperties["^x-[a-z][a-z0-9-]*-request-id$"].type,parentSchema:schema31.patternProperties["^x-[a-z][a-z0-9-]*-request-id$"],data:data18};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
props0[key1] = true;
}
}
}
else {
const err30 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema31.type,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
validate20.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate20.evaluated = {"dynamicProps":true,"dynamicItems":false};
