// @ts-nocheck
// Generated from schemas/rate-limit-headers.json by `npm run generate -w @tapedeck/schema`; change the schema, not this file.

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

const schema31 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"https://tapedeck.dev/schemas/rate-limit-headers.json","title":"Rate limit headers","type":"object","required":["x-ratelimit-limit","x-ratelimit-remaining","x-ratelimit-used","x-ratelimit-reset"],"properties":{"x-ratelimit-limit":{"$ref":"parts.json#/$defs/digits"},"x-ratelimit-remaining":{"$ref":"parts.json#/$defs/digits"},"x-ratelimit-used":{"$ref":"parts.json#/$defs/digits"},"x-ratelimit-reset":{"$ref":"parts.json#/$defs/digits"}}};
const schema33 = {"title":"whole number in digits","type":"string","pattern":"^\\d+$","examples":["60"]};
const pattern4 = new RegExp("^\\d+$", "u");

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
if(data["x-ratelimit-limit"] === undefined){
const err0 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "x-ratelimit-limit"},schema:schema31.required,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data["x-ratelimit-remaining"] === undefined){
const err1 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "x-ratelimit-remaining"},schema:schema31.required,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(data["x-ratelimit-used"] === undefined){
const err2 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "x-ratelimit-used"},schema:schema31.required,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data["x-ratelimit-reset"] === undefined){
const err3 = {instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty: "x-ratelimit-reset"},schema:schema31.required,parentSchema:schema31,data};
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
const err4 = {instancePath:instancePath+"/x-ratelimit-limit",schemaPath:"parts.json#/$defs/digits/pattern",keyword:"pattern",params:{pattern: "^\\d+$"},schema:"^\\d+$",parentSchema:schema33,data:data0};
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
const err5 = {instancePath:instancePath+"/x-ratelimit-limit",schemaPath:"parts.json#/$defs/digits/type",keyword:"type",params:{type: "string"},schema:schema33.type,parentSchema:schema33,data:data0};
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
const err6 = {instancePath:instancePath+"/x-ratelimit-remaining",schemaPath:"parts.json#/$defs/digits/pattern",keyword:"pattern",params:{pattern: "^\\d+$"},schema:"^\\d+$",parentSchema:schema33,data:data1};
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
const err7 = {instancePath:instancePath+"/x-ratelimit-remaining",schemaPath:"parts.json#/$defs/digits/type",keyword:"type",params:{type: "string"},schema:schema33.type,parentSchema:schema33,data:data1};
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
const err8 = {instancePath:instancePath+"/x-ratelimit-used",schemaPath:"parts.json#/$defs/digits/pattern",keyword:"pattern",params:{pattern: "^\\d+$"},schema:"^\\d+$",parentSchema:schema33,data:data2};
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
const err9 = {instancePath:instancePath+"/x-ratelimit-used",schemaPath:"parts.json#/$defs/digits/type",keyword:"type",params:{type: "string"},schema:schema33.type,parentSchema:schema33,data:data2};
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
const err10 = {instancePath:instancePath+"/x-ratelimit-reset",schemaPath:"parts.json#/$defs/digits/pattern",keyword:"pattern",params:{pattern: "^\\d+$"},schema:"^\\d+$",parentSchema:schema33,data:data3};
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
const err11 = {instancePath:instancePath+"/x-ratelimit-reset",schemaPath:"parts.json#/$defs/digits/type",keyword:"type",params:{type: "string"},schema:schema33.type,parentSchema:schema33,data:data3};
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
const err12 = {instancePath,schemaPath:"#/type",keyword:"type",params:{type: "object"},schema:schema31.type,parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":{"x-ratelimit-limit":true,"x-ratelimit-remaining":true,"x-ratelimit-used":true,"x-ratelimit-reset":true},"dynamicProps":false,"dynamicItems":false};
