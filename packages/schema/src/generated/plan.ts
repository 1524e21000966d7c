// @ts-nocheck
// Generated from schemas/plan.json by `npm run generate -w @tapedeck/schema`; change the schema, not this file.

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

const schema31 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"https://tapedeck.dev/schemas/plan.json","title":"Plan","type":"object","additionalProperties":false,"required":["requests"],"properties":{"$schema":{"type":"string"},"name":{"type":"string"},"requests":{"type":"array","minItems":1,"items":{"$ref":"#/$defs/step"}}},"$defs":{"step":{"title":"Plan step","type":"object","additionalProperties":false,"required":["path"],"properties":{"path":{"type":"string","title":"path from the first slash","pattern":"^/[^#\\s]*$","examples":["/users/{username}"]},"query":{"type":"object","additionalProperties":{"type":["string","number","boolean"]}},"as":{"$ref":"parts.json#/$defs/alias"},"method":{"enum":["GET","HEAD","OPTIONS"]},"headers":{"type":"object","additionalProperties":{"type":"string"}},"times":{"type":"integer","minimum":1,"maximum":1000},"pages":{"anyOf":[{"const":"all"},{"type":"integer","minimum":1}]},"revalidate":{"type":"boolean"},"exhaust":{"type":"boolean"},"for":{"type":"object","additionalProperties":{"type":"array","minItems":1,"items":{"type":["string","number"]}}},"note":{"type":"string"}}}}};
const schema32 = {"title":"Plan step","type":"object","additionalProperties":false,"required":["path"],"properties":{"path":{"type":"string","title":"path from the first slash","pattern":"^/[^#\\s]*$","examples":["/users/{username}"]},"query":{"type":"object","additionalProperties":{"type":["string","number","boolean"]}},"as":{"$ref":"parts.json#/$defs/alias"},"method":{"enum":["GET","HEAD","OPTIONS"]},"headers":{"type":"object","additionalProperties":{"type":"string"}},"times":{"type":"integer","minimum":1,"maximum":1000},"pages":{"anyOf":[{"const":"all"},{"type":"integer","minimum":1}]},"revalidate":{"type":"boolean"},"exhaust":{"type":"boolean"},"for":{"type":"object","additionalProperties":{"type":"array","minItems":1,"items":{"type":["string","number"]}}},"note":{"type":"string"}}};
const schema34 = {"title":"alias","type":"string","pattern":"^[A-Za-z][A-Za-z0-9_-]{0,31}$","examples":["anonymous","token","ada"]};
const func1 = Object.prototype.hasOwnProperty;
const pattern4 = new RegExp("^/[^#\\s]*$", "u");
const pattern5 = new RegExp("^[A-Za-z][A-Za-z0-9_-]{0,31}$", "u");

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
if(data.path === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "path"},schema:schema32.required,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(func1.call(schema32.properties, key0))){
const err1 = {instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty: key0},schema:false,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.path !== undefined){
let data0 = data.path;
if(typeof data0 === "string"){
if(!pattern4.test(data0)){
const err2 = {instancePath:instancePath+"/path",schemaPath:"#/properties/path/pattern",keyword:"pattern",params:{pattern: "^/[^#\\s]*$"},schema:"^/[^#\\s]*$",parentSchema:schema32.properties.path,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/path",schemaPath:"#/properties/path/type",keyword:"type",params:{type: "string"},schema:schema32.properties.path.type,parentSchema:schema32.properties.path,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.query !== undefined){
let data1 = data.query;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
for(const key1 in data1){
let data2 = data1[key1];
if(((typeof data2 !== "string") && (!((typeof data2 == "number") && (isFinite(data2))))) && (typeof data2 !== "boolean")){
const err4 = {instancePath:instancePath+"/query/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/query/additionalProperties/type",keyword:"type",params:{type: schema32.properties.query.additionalProperties.type},schema:schema32.properties.query.additionalProperties.type,parentSchema:schema32.properties.query.additionalProperties,data:data2};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath:instancePath+"/query",schemaPath:"#/properties/query/type",keyword:"type",params:{type: "object"},schema:schema32.properties.query.type,parentSchema:schema32.properties.query,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.as !== undefined){
let data3 = data.as;
if(typeof data3 === "string"){
if(!pattern5.test(data3)){
const err6 = {instancePath:instancePath+"/as",schemaPath:"parts.json#/$defs/alias/pattern",keyword:"pattern",params:{pattern: "^[A-Za-z][A-Za-z0-9_-]{0,31}$"},schema:"^[A-Za-z][A-Za-z0-9_-]{0,31}$",parentSchema:schema34,data:data3};
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
const err7 = {instancePath:instancePath+"/as",schemaPath:"parts.json#/$defs/alias/type",keyword:"type",params:{type: "string"},schema:schema34.type,parentSchema:schema34,data:data3};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.method !== undefined){
let data4 = data.method;
if(!(((data4 === "GET") || (data4 === "HEAD")) || (data4 === "OPTIONS"))){
const err8 = {instancePath:instancePath+"/method",schemaPath:"#/properties/method/enum",keyword:"enum",params:{allowedValues: schema32.properties.method.enum},schema:schema32.properties.method.enum,parentSchema:schema32.properties.method,data:data4};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.headers !== undefined){
let data5 = data.headers;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
for(const key2 in data5){
let data6 = data5[key2];
if(typeof data6 !== "string"){
const err9 = {instancePath:instancePath+"/headers/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/headers/additionalProperties/type",keyword:"type",params:{type: "string"},schema:schema32.properties.headers.additionalProperties.type,parentSchema:schema32.properties.headers.additionalProperties,data:data6};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath:instancePath+"/headers",schemaPath:"#/properties/headers/type",keyword:"type",params:{type: "object"},schema:schema32.properties.headers.type,parentSchema:schema32.properties.headers,data:data5};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.times !== undefined){
let data7 = data.times;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
const err11 = {instancePath:instancePath+"/times",schemaPath:"#/properties/times/type",keyword:"type",params:{type: "integer"},schema:schema32.properties.times.type,parentSchema:schema32.properties.times,data:data7};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 1000 || isNaN(data7)){
const err12 = {instancePath:instancePath+"/times",schemaPath:"#/properties/times/maximum",keyword:"maximum",params:{comparison: "<=", limit: 1000},schema:1000,parentSchema:schema32.properties.times,data:data7};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data7 < 1 || isNaN(data7)){
const err13 = {instancePath:instancePath+"/times",schemaPath:"#/properties/times/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},schema:1,parentSchema:schema32.properties.times,data:data7};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
if(data.pages !== undefined){
let data8 = data.pages;
const _errs21 = errors;
let valid4 = false;
const _errs22 = errors;
if("all" !== data8){
const err14 = {instancePath:instancePath+"/pages",schemaPath:"#/properties/pages/anyOf/0/const",keyword:"const",params:{allowedValue: "all"},schema:"all",parentSchema:schema32.properties.pages.anyOf[0],data:data8};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
var _valid0 = _errs22 === errors;
valid4 = valid4 || _valid0;
const _errs23 = errors;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
const err15 = {instancePath:instancePath+"/pages",schemaPath:"#/properties/pages/anyOf/1/type",keyword:"type",params:{type: "integer"},schema:schema32.properties.pages.anyOf[1].type,parentSchema:schema32.properties.pages.anyOf[1],data:data8};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 < 1 || isNaN(data8)){
const err16 = {instancePath:instancePath+"/pages",schemaPath:"#/properties/pages/anyOf/1/minimum",keyword:"minimum",params:{comparison: ">=", limit: 1},schema:1,parentSchema:schema32.properties.pages.anyOf[1],data:data8};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
var _valid0 = _errs23 === errors;
valid4 = valid4 || _valid0;
if(!valid4){
const err17 = {instancePath:instancePath+"/pages",schemaPath:"#/properties/pages/anyOf",keyword:"anyOf",params:{},schema:schema32.properties.pages.anyOf,parentSchema:schema32.properties.pages,data:data8};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
else {
errors = _errs21;
if(vErrors !== null){
if(_errs21){
vErrors.length = _errs21;
}
else {
vErrors = null;
}
}
}
}
if(data.revalidate !== undefined){
let data9 = data.revalidate;
if(typeof data9 !== "boolean"){
const err18 = {instancePath:instancePath+"/revalidate",schemaPath:"#/properties/revalidate/type",keyword:"type",params:{type: "boolean"},schema:schema32.properties.revalidate.type,parentSchema:schema32.properties.revalidate,data:data9};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.exhaust !== undefined){
let data10 = data.exhaust;
if(typeof data10 !== "boolean"){
const err19 = {instancePath:instancePath+"/exhaust",schemaPath:"#/properties/exhaust/type",keyword:"type",params:{type: "boolean"},schema:schema32.properties.exhaust.type,parentSchema:schema32.properties.exhaust,data:data10};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.for !== undefined){
let data11 = data.for;
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
for(const key3 in data11){
let data12 = data11[key3];
if(Array.isArray(data12)){
if(data12.length < 1){
const err20 = {instancePath:instancePath+"/for/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/for/additionalProperties/minItems",keyword:"minItems",params:{limit: 1},schema:1,parentSchema:schema32.properties.for.additionalProperties,data:data12};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
const len0 = data12.length;
for(let i0=0; i0<len0; i0++){
let data13 = data12[i0];
if((typeof data13 !== "string") && (!((typeof data13 == "number") && (isFinite(data13))))){
const err21 = {instancePath:instancePath+"/for/" + key3.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i0,schemaPath:"#/properties/for/additionalProperties/items/type",keyword:"type",params:{type: schema32.properties.for.additionalProperties.items.type},schema:schema32.properties.for.additionalProperties.items.type,parentSchema:schema32.properties.for.additionalProperties.items,data:data13};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
}
else {
const err22 = {instancePath:instancePath+"/for/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),schemaPath:"#/properties/for/additionalProperties/type",keyword:"type",params:{type: "array"},schema:schema32.properties.for.additionalProperties.type,parentSchema:schema32.properties.for.additionalProperties,data:data12};
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
const err23 = {instancePath:instancePath+"/for",schemaPath:"#/properties/for/type",keyword:"type",params:{type: "object"},schema:schema32.properties.for.type,parentSchema:schema32.properties.for,data:data11};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.note !== undefined){
let data14 = data.note;
if(typeof data14 !== "string"){
const err24 = {instancePath:instancePath+"/note",schemaPath:"#/properties/note/type",keyword:"type",params:{type: "string"},schema:schema32.properties.note.type,parentSchema:schema32.properties.note,data:data14};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
else {
const err25 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema32.type,parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}
validate21.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


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
if(data.requests === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "requests"},schema:schema31.required,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 in data){
if(!(((key0 === "$schema") || (key0 === "name")) || (key0 === "requests"))){
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
if(data.requests !== undefined){
let data2 = data.requests;
if(Array.isArray(data2)){
if(data2.length < 1){
const err4 = {instancePath:instancePath+"/requests",schemaPath:"#/properties/requests/minItems",keyword:"minItems",params:{limit: 1},schema:1,parentSchema:schema31.properties.requests,data:data2};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
if(!(validate21(data2[i0], {instancePath:instancePath+"/requests/" + i0,parentData:data2,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate21.errors : vErrors.concat(validate21.errors);
errors = vErrors.length;
}
}
}
else {
const err5 = {instancePath:instancePath+"/requests",schemaPath:"#/properties/requests/type",keyword:"type",params:{type: "array"},schema:schema31.properties.requests.type,parentSchema:schema31.properties.requests,data:data2};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
else {
const err6 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema31.type,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};
