// @ts-nocheck
// Generated from schemas/profile.json by `npm run generate -w @tapedeck/schema`; change the schema, not this file.

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

const schema31 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"https://tapedeck.dev/schemas/profile.json","title":"Profile file","type":"object","additionalProperties":false,"required":["name"],"properties":{"$schema":{"type":"string"},"name":{"type":"string"},"extends":{"enum":["service","github"]},"vendor":{"type":"string","title":"vendor word","pattern":"^[a-z][a-z0-9-]*$","examples":["service"]},"documentationUrl":{"$ref":"parts.json#/$defs/link"},"limits":{"type":"object","propertyNames":{"$ref":"parts.json#/$defs/alias"},"additionalProperties":{"$ref":"parts.json#/$defs/count"}},"windowSeconds":{"type":"integer","minimum":1},"refusal":{"type":"object","additionalProperties":false,"properties":{"status":{"enum":[403,429]},"retryAfter":{"type":"boolean"}}},"notModifiedCost":{"type":"object","additionalProperties":false,"properties":{"anonymous":{"enum":[0,1]},"token":{"enum":[0,1]}}},"rateLimitRoute":{"type":"boolean"},"pathPrefixes":{"type":"array","items":{"type":"string","title":"path prefix","pattern":"^/[^?#\\s]*$","examples":["/api/v3"]}},"privateCache":{"type":"boolean"},"misses":{"enum":["error","not-found"]},"rewriteOrigin":{"type":"boolean"}}};
const schema33 = {"title":"link","type":"string"};
const schema34 = {"title":"alias","type":"string","pattern":"^[A-Za-z][A-Za-z0-9_-]{0,31}$","examples":["anonymous","token","ada"]};
const schema35 = {"title":"count","type":"integer","minimum":0};
const func1 = Object.prototype.hasOwnProperty;
const pattern4 = new RegExp("^[a-z][a-z0-9-]*$", "u");
const pattern5 = new RegExp("^[A-Za-z][A-Za-z0-9_-]{0,31}$", "u");
const pattern6 = new RegExp("^/[^?#\\s]*$", "u");

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
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.name === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "name"},schema:schema31.required,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema31.properties, key0))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},schema:false,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.$schema !== undefined){
let data0 = data.$schema;
if(typeof data0 !== "string"){
const err2 = {instancePath:instancePath+"/$schema",schemaPath:"#/properties/%24schema/type",keyword:"type",params:{type: "string"},schema:schema31.properties.$schema.type,parentSchema:schema31.properties.$schema,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.name !== undefined){
let data1 = data.name;
if(typeof data1 !== "string"){
const err3 = {instancePath:instancePath+"/name",schemaPath:"#/properties/name/type",keyword:"type",params:{type: "string"},schema:schema31.properties.name.type,parentSchema:schema31.properties.name,data:data1};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.extends !== undefined){
let data2 = data.extends;
if(!((data2 === "service") || (data2 === "github"))){
const err4 = {instancePath:instancePath+"/extends",schemaPath:"#/properties/extends/enum",keyword:"enum",params:{allowedValues: schema31.properties.extends.enum},schema:schema31.properties.extends.enum,parentSchema:schema31.properties.extends,data:data2};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.vendor !== undefined){
let data3 = data.vendor;
if(typeof data3 === "string"){
if(!pattern4.test(data3)){
const err5 = {instancePath:instancePath+"/vendor",schemaPath:"#/properties/vendor/pattern",keyword:"pattern",params:{pattern: "^[a-z][a-z0-9-]*$"},schema:"^[a-z][a-z0-9-]*$",parentSchema:schema31.properties.vendor,data:data3};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/vendor",schemaPath:"#/properties/vendor/type",keyword:"type",params:{type: "string"},schema:schema31.properties.vendor.type,parentSchema:schema31.properties.vendor,data:data3};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.documentationUrl !== undefined){
let data4 = data.documentationUrl;
if(typeof data4 !== "string"){
const err7 = {instancePath:instancePath+"/documentationUrl",schemaPath:"parts.json#/$defs/link/type",keyword:"type",params:{type: "string"},schema:schema33.type,parentSchema:schema33,data:data4};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.limits !== undefined){
let data5 = data.limits;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
for(const key1 in data5){
const _errs14 = errors;
if(typeof key1 === "string"){
if(!pattern5.test(key1)){
const err8 = {instancePath:instancePath+"/limits",schemaPath:"parts.json#/$defs/alias/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9_-]{0,31}$"},schema:"^[A-Za-z][A-Za-z0-9_-]{0,31}$",parentSchema:schema34,data:key1,propertyName:key1};
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
const err9 = {instancePath:instancePath+"/limits",schemaPath:"parts.json#/$defs/alias/type",keyword:"type",params:{type: "string"},schema:schema34.type,parentSchema:schema34,data:key1,propertyName:key1};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
var valid2 = _errs14 === errors;
if(!valid2){
const err10 = {instancePath:instancePath+"/limits",schemaPath:"#/properties/limits/propertyNames",keyword:"propertyNames",params:{propertyName: key1},schema:schema31.properties.limits.propertyNames,parentSchema:schema31.properties.limits,data:data5};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
for(const key2 in data5){
let data6 = data5[key2];
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
const err11 = {instancePath:instancePath+"/limits/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"parts.json#/$defs/count/type",keyword:"type",params:{type: "integer"},schema:schema35.type,parentSchema:schema35,data:data6};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 < 0 || isNaN(data6)){
const err12 = {instancePath:instancePath+"/limits/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"parts.json#/$defs/count/minimum",keyword:"minimum",params:{comparison: ">=", limit: 0},schema:0,parentSchema:schema35,data:data6};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
}
else {
const err13 = {instancePath:instancePath+"/limits",schemaPath:"#/properties/limits/type",keyword:"type",params:{type: "object"},schema:schema31.properties.limits.type,parentSchema:schema31.properties.limits,data:data5};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.windowSeconds !== undefined){
let data7 = data.windowSeconds;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
const err14 = {instancePath:instancePath+"/windowSeconds",schemaPath:"#/properties/windowSeconds/type",keyword:"type",params:{type: "integer"},schema:schema31.properties.windowSeconds.type,parentSchema:schema31.properties.windowSeconds,data:data7};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 < 1 || isNaN(data7)){
const err15 = {instancePath:instancePath+"/windowSeconds",schemaPath:"#/properties/windowSeconds/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},schema:1,parentSchema:schema31.properties.windowSeconds,data:data7};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
if(data.refusal !== undefined){
let data8 = data.refusal;
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
for(const key3 in data8){
if(!((key3 === "status") || (key3 === "retryAfter"))){
const err16 = {instancePath:instancePath+"/refusal",schemaPath:"#/properties/refusal/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key3},schema:false,parentSchema:schema31.properties.refusal,data:data8};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data8.status !== undefined){
let data9 = data8.status;
if(!((data9 === 403) || (data9 === 429))){
const err17 = {instancePath:instancePath+"/refusal/status",schemaPath:"#/properties/refusal/properties/status/enum",keyword:"enum",params:{allowedValues: schema31.properties.refusal.properties.status.enum},schema:schema31.properties.refusal.properties.status.enum,parentSchema:schema31.properties.refusal.properties.status,data:data9};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data8.retryAfter !== undefined){
let data10 = data8.retryAfter;
if(typeof data10 !== "boolean"){
const err18 = {instancePath:instancePath+"/refusal/retryAfter",schemaPath:"#/properties/refusal/properties/retryAfter/type",keyword:"type",params:{type: "boolean"},schema:schema31.properties.refusal.properties.retryAfter.type,parentSchema:schema31.properties.refusal.properties.retryAfter,data:data10};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
else {
const err19 = {instancePath:instancePath+"/refusal",schemaPath:"#/properties/refusal/type",keyword:"type",params:{type: "object"},schema:schema31.properties.refusal.type,parentSchema:schema31.properties.refusal,data:data8};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.notModifiedCost !== undefined){
let data11 = data.notModifiedCost;
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
for(const key4 in data11){
if(!((key4 === "anonymous") || (key4 === "token"))){
const err20 = {instancePath:instancePath+"/notModifiedCost",schemaPath:"#/properties/notModifiedCost/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key4},schema:false,parentSchema:schema31.properties.notModifiedCost,data:data11};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data11.anonymous !== undefined){
let data12 = data11.anonymous;
if(!((data12 === 0) || (data12 === 1))){
const err21 = {instancePath:instancePath+"/notModifiedCost/anonymous",schemaPath:"#/properties/notModifiedCost/properties/anonymous/enum",keyword:"enum",params:{allowedValues: schema31.properties.notModifiedCost.properties.anonymous.enum},schema:schema31.properties.notModifiedCost.properties.anonymous.enum,parentSchema:schema31.properties.notModifiedCost.properties.anonymous,data:data12};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data11.token !== undefined){
let data13 = data11.token;
if(!((data13 === 0) || (data13 === 1))){
const err22 = {instancePath:instancePath+"/notModifiedCost/token",schemaPath:"#/properties/notModifiedCost/properties/token/enum",keyword:"enum",params:{allowedValues: schema31.properties.notModifiedCost.properties.token.enum},schema:schema31.properties.notModifiedCost.properties.token.enum,parentSchema:schema31.properties.notModifiedCost.properties.token,data:data13};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
}
else {
const err23 = {instancePath:instancePath+"/notModifiedCost",schemaPath:"#/properties/notModifiedCost/type",keyword:"type",params:{type: "object"},schema:schema31.properties.notModifiedCost.type,parentSchema:schema31.properties.notModifiedCost,data:data11};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.rateLimitRoute !== undefined){
let data14 = data.rateLimitRoute;
if(typeof data14 !== "boolean"){
const err24 = {instancePath:instancePath+"/rateLimitRoute",schemaPath:"#/properties/rateLimitRoute/type",keyword:"type",params:{type: "boolean"},schema:schema31.properties.rateLimitRoute.type,parentSchema:schema31.properties.rateLimitRoute,data:data14};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data.pathPrefixes !== undefined){
let data15 = data.pathPrefixes;
if(Array.isArray(data15)){
const len0 = data15.length;
for(let i0=0; i0<len0; i0++){
let data16 = data15[i0];
if(typeof data16 === "string"){
if(!pattern6.test(data16)){
const err25 = {instancePath:instancePath+"/pathPrefixes/" + i0,schemaPath:"#/properties/pathPrefixes/items/pattern",keyword:"pattern",params:{pattern: "^/[^?#\\s]*$"},schema:"^/[^?#\\s]*$",parentSchema:schema31.properties.pathPrefixes.items,data:data16};
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
const err26 = {instancePath:instancePath+"/pathPrefixes/" + i0,schemaPath:"#/properties/pathPrefixes/items/type",keyword:"type",params:{type: "string"},schema:schema31.properties.pathPrefixes.items.type,parentSchema:schema31.properties.pathPrefixes.items,data:data16};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
}
else {
const err27 = {instancePath:instancePath+"/pathPrefixes",schemaPath:"#/properties/pathPrefixes/type",keyword:"type",params:{type: "array"},schema:schema31.properties.pathPrefixes.type,parentSchema:schema31.properties.pathPrefixes,data:data15};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data.privateCache !== undefined){
let data17 = data.privateCache;
if(typeof data17 !== "boolean"){
const err28 = {instancePath:instancePath+"/privateCache",schemaPath:"#/properties/privateCache/type",keyword:"type",params:{type: "boolean"},schema:schema31.properties.privateCache.type,parentSchema:schema31.properties.privateCache,data:data17};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data.misses !== undefined){
let data18 = data.misses;
if(!((data18 === "error") || (data18 === "not-found"))){
const err29 = {instancePath:instancePath+"/misses",schemaPath:"#/properties/misses/enum",keyword:"enum",params:{allowedValues: schema31.properties.misses.enum},schema:schema31.properties.misses.enum,parentSchema:schema31.properties.misses,data:data18};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data.rewriteOrigin !== undefined){
let data19 = data.rewriteOrigin;
if(typeof data19 !== "boolean"){
const err30 = {instancePath:instancePath+"/rewriteOrigin",schemaPath:"#/properties/rewriteOrigin/type",keyword:"type",params:{type: "boolean"},schema:schema31.properties.rewriteOrigin.type,parentSchema:schema31.properties.rewriteOrigin,data:data19};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
}
else {
const err31 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema31.type,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};
